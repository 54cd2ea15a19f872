/* The nine rule changes of Tomasev, Paquet, Hassabis and Kramnik 2020 (arXiv 2009.04374), each to
 * chess. */
#include "tests/reference/reference_rules.h"

/* ------------------------------------------------------------------------------------------------
 * Double steps
 */

/* The double step of a pawn from the ranks up to `last`. A pawn that promotes with it is none that
 * could be taken in passing. */
static void double_step(RefMoves *moves, RefSquare from, int last)
{
    const RefPosition *before = moves->before;
    const int forward = ref_forward(moves->colour);
    const RefSquare passed = ref_square(from.x, from.y + forward);
    const RefSquare to = ref_square(from.x, from.y + 2 * forward);
    if (moves->attacks_only || ref_own_rank(before, from.y, moves->colour) > last
        || !ref_is_empty(before, passed) || !ref_is_empty(before, to))
        return;
    if (ref_own_rank(before, to.y, moves->colour) == 8) {
        ref_pawn_go(moves, from, to, ref_square(-1, -1));
        return;
    }
    ref_pawn_pass(moves, from, passed, to);
}

static bool fits_double_step(const RefPosition *position, int colour, RefSquare passed,
                             RefSquare pawn, int last)
{
    for (int rank = 2; rank <= last; rank++)
        if (ref_straight_double_step(position, colour, passed, pawn, rank))
            return true;
    return false;
}

static bool double_step_from_3(const RefPosition *position, int colour, RefSquare passed,
                               RefSquare pawn)
{
    return fits_double_step(position, colour, passed, pawn, 3);
}

static bool double_step_from_5(const RefPosition *position, int colour, RefSquare passed,
                               RefSquare pawn)
{
    return fits_double_step(position, colour, passed, pawn, 5);
}

static void one_square_moves(RefMoves *moves, RefSquare from, char kind)
{
    if (kind != 'P') {
        ref_chess_piece(moves, from, kind);
        return;
    }
    ref_pawn_step(moves, from);
    ref_pawn_captures(moves, from);
}

static void torpedo_moves(RefMoves *moves, RefSquare from, char kind)
{
    one_square_moves(moves, from, kind);
    if (kind == 'P')
        double_step(moves, from, 6);
}

static void semi_torpedo_moves(RefMoves *moves, RefSquare from, char kind)
{
    one_square_moves(moves, from, kind);
    if (kind == 'P')
        double_step(moves, from, 3);
}

/* ------------------------------------------------------------------------------------------------
 * Steps back and sideways
 */

/* A quiet step that the pawn could take straight back: the count of moves goes on. */
static void reversible_step(RefMoves *moves, RefSquare from, RefSquare to)
{
    if (moves->attacks_only || !ref_is_empty(moves->before, to))
        return;
    RefPosition *next = ref_move_begin(moves);
    next->board[from.y][from.x] = REF_EMPTY;
    next->board[to.y][to.x] = ref_piece('P', moves->colour);
    ref_move_end(moves);
}

static void pawn_back_moves(RefMoves *moves, RefSquare from, char kind)
{
    if (kind != 'P') {
        ref_chess_piece(moves, from, kind);
        return;
    }
    const int rank = ref_own_rank(moves->before, from.y, moves->colour);
    const int forward = ref_forward(moves->colour);
    if (rank < 7)
        reversible_step(moves, from, ref_square(from.x, from.y + forward));
    else
        ref_pawn_step(moves, from);
    if (rank > 2)
        reversible_step(moves, from, ref_square(from.x, from.y - forward));
    ref_pawn_captures(moves, from);
    double_step(moves, from, 2);
}

static void pawn_sideways_moves(RefMoves *moves, RefSquare from, char kind)
{
    ref_chess_moves(moves, from, kind);
    if (kind != 'P')
        return;
    reversible_step(moves, from, ref_square(from.x - 1, from.y));
    reversible_step(moves, from, ref_square(from.x + 1, from.y));
}

/* ------------------------------------------------------------------------------------------------
 * Self-capture
 */

static void self_capture_moves(RefMoves *moves, RefSquare from, char kind)
{
    const RefPosition *before = moves->before;
    ref_chess_moves(moves, from, kind);
    for (int side = -1; side <= 1 && kind == 'P' && !moves->attacks_only; side += 2) {
        const RefSquare to = ref_square(from.x + side, from.y + ref_forward(moves->colour));
        if (ref_is_colour(before, to, moves->colour) && ref_kind(ref_at(before, to)) != 'K')
            ref_pawn_go(moves, from, to, to);
    }
}

const RefRules ref_rules_no_castling = {
    .name = "no-castling",
    REF_CHESS_PIECES,
    .start = REF_CHESS_PLACES " w - - 0 1",
    .piece_moves = ref_chess_moves,
    .double_step = ref_chess_double_step,
};

const RefRules ref_rules_no_castling_ten = {
    .name = "no-castling-ten",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = ref_chess_moves,
    .double_step = ref_chess_double_step,
    .castling_from_move = 11,
};

const RefRules ref_rules_pawn_one_square = {
    .name = "pawn-one-square",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = one_square_moves,
};

const RefRules ref_rules_stalemate_win = {
    .name = "stalemate-win",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = ref_chess_moves,
    .double_step = ref_chess_double_step,
    .stalemate_wins = true,
};

const RefRules ref_rules_torpedo = {
    .name = "torpedo",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = torpedo_moves,
    .double_step = double_step_from_5,
};

const RefRules ref_rules_semi_torpedo = {
    .name = "semi-torpedo",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = semi_torpedo_moves,
    .double_step = double_step_from_3,
};

const RefRules ref_rules_pawn_back = {
    .name = "pawn-back",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = pawn_back_moves,
    .double_step = ref_chess_double_step,
};

const RefRules ref_rules_pawn_sideways = {
    .name = "pawn-sideways",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = pawn_sideways_moves,
    .double_step = ref_chess_double_step,
};

const RefRules ref_rules_self_capture = {
    .name = "self-capture",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = self_capture_moves,
    .double_step = ref_chess_double_step,
    .self_capture = true,
};
