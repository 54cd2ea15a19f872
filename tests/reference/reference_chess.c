/* Orthodox chess, and what the other variants have from it: the pieces, castling, the pawn. */
#include "tests/reference/reference_rules.h"

#include <stdio.h>

const RefCastling ref_chess_castlings[4] = {
    {'K', REF_WHITE, 'R', 4, 6, 7, 5},
    {'Q', REF_WHITE, 'R', 4, 2, 0, 3},
    {'k', REF_BLACK, 'R', 4, 6, 7, 5},
    {'q', REF_BLACK, 'R', 4, 2, 0, 3},
};

/* Nothing stands between the files `a` and `b` of a row. */
static bool is_open(const char *row, int a, int b)
{
    const int low = a < b ? a : b;
    const int high = a < b ? b : a;
    for (int x = low + 1; x < high; x++)
        if (row[x] != REF_EMPTY)
            return false;
    return true;
}

/* The king is safe where it stands and on every square it passes, its own square left empty. */
static bool is_passage_safe(const RefPosition *before, const RefCastling *castling, int y)
{
    const int step = castling->king_to > castling->king_from ? 1 : -1;
    const char king = ref_piece('K', castling->colour);
    for (int x = castling->king_from; x != castling->king_to; x += step) {
        RefPosition passing = *before;
        passing.board[y][castling->king_from] = REF_EMPTY;
        passing.board[y][x] = king;
        if (ref_king_attacked(&passing, castling->colour))
            return false;
    }
    return true;
}

void ref_castle(RefMoves *moves, RefSquare from)
{
    const RefPosition *before = moves->before;
    const RefRules *rules = before->rules;
    if (moves->attacks_only || before->move < rules->castling_from_move)
        return;
    if (rules->castling_any_file) {
        ref_any_file_castle(moves, from);
        return;
    }
    for (int i = 0; i < rules->castling_count; i++) {
        const RefCastling *castling = &rules->castlings[i];
        if (castling->colour != moves->colour || !before->right[i])
            continue;
        if (!is_open(before->board[from.y], castling->king_from, castling->rook_from)
            || !is_passage_safe(before, castling, from.y))
            continue;
        RefPosition *next = ref_move_begin(moves);
        char *row = next->board[from.y];
        row[castling->king_from] = REF_EMPTY;
        row[castling->rook_from] = REF_EMPTY;
        row[castling->king_to] = ref_piece('K', castling->colour);
        row[castling->rook_to] = ref_piece(castling->rook, castling->colour);
        ref_move_end(moves);
    }
}

void ref_chess_piece(RefMoves *moves, RefSquare from, char kind)
{
    if (kind == 'R' || kind == 'Q')
        ref_rides(moves, from, 1, 0, REF_SIDE, REF_BOTH);
    if (kind == 'B' || kind == 'Q')
        ref_rides(moves, from, 1, 1, REF_SIDE, REF_BOTH);
    if (kind == 'N')
        ref_rides(moves, from, 2, 1, 1, REF_BOTH);
    if (kind == 'K') {
        ref_rides(moves, from, 1, 0, 1, REF_BOTH);
        ref_rides(moves, from, 1, 1, 1, REF_BOTH);
        ref_castle(moves, from);
    }
}

void ref_pawn_go(RefMoves *moves, RefSquare from, RefSquare to, RefSquare victim)
{
    const RefPosition *before = moves->before;
    char choices[16] = "P";
    if (before->rules->promotions)
        before->rules->promotions(before, moves->colour, ref_own_rank(before, to.y, moves->colour),
                                  choices);
    for (const char *choice = choices; *choice; choice++) {
        RefPosition *next = ref_move_begin(moves);
        next->halfmove = 0;
        char taken = REF_EMPTY;
        if (victim.x >= 0) {
            taken = ref_at(before, victim);
            next->board[victim.y][victim.x] = REF_EMPTY;
            ref_take(next, moves->colour, taken, victim);
        }
        next->board[from.y][from.x] = REF_EMPTY;
        next->board[to.y][to.x] = ref_piece(*choice, moves->colour);
        ref_carry_mark(next, from, to, *choice != 'P');
        if (next->rules->after_move)
            next->rules->after_move(next, to, taken);
        ref_move_end(moves);
    }
}

void ref_pawn_step(RefMoves *moves, RefSquare from)
{
    const RefSquare to = ref_square(from.x, from.y + ref_forward(moves->colour));
    if (!moves->attacks_only && ref_is_empty(moves->before, to))
        ref_pawn_go(moves, from, to, ref_square(-1, -1));
}

void ref_pawn_captures(RefMoves *moves, RefSquare from)
{
    const RefPosition *before = moves->before;
    for (int side = -1; side <= 1; side += 2) {
        const RefSquare to = ref_square(from.x + side, from.y + ref_forward(moves->colour));
        if (ref_is_colour(before, to, 1 - moves->colour)) {
            if (!ref_attack(moves, to))
                ref_pawn_go(moves, from, to, to);
        } else if (!moves->attacks_only && before->passed.x >= 0 && to.x == before->passed.x
                   && to.y == before->passed.y) {
            ref_pawn_go(moves, from, to, before->pawn);
        }
    }
}

void ref_pawn_pass(RefMoves *moves, RefSquare from, RefSquare passed, RefSquare to)
{
    RefPosition *next = ref_move_begin(moves);
    next->halfmove = 0;
    next->board[from.y][from.x] = REF_EMPTY;
    next->board[passed.y][passed.x] = REF_EMPTY;
    next->board[to.y][to.x] = ref_piece('P', moves->colour);
    next->passed = passed;
    next->pawn = to;
    ref_move_end(moves);
}

void ref_pawn(RefMoves *moves, RefSquare from, int first_rank)
{
    const RefPosition *before = moves->before;
    const int forward = ref_forward(moves->colour);
    ref_pawn_step(moves, from);
    ref_pawn_captures(moves, from);
    const RefSquare passed = ref_square(from.x, from.y + forward);
    const RefSquare to = ref_square(from.x, from.y + 2 * forward);
    if (moves->attacks_only || ref_own_rank(before, from.y, moves->colour) != first_rank
        || !ref_is_empty(before, passed) || !ref_is_empty(before, to))
        return;
    ref_pawn_pass(moves, from, passed, to);
}

bool ref_straight_double_step(const RefPosition *position, int colour, RefSquare passed,
                              RefSquare pawn, int first_rank)
{
    const int forward = ref_forward(colour);
    const RefSquare from = ref_square(passed.x, passed.y - forward);
    return pawn.x == passed.x && pawn.y == passed.y + forward
           && ref_own_rank(position, from.y, colour) == first_rank && ref_is_empty(position, from);
}

bool ref_chess_double_step(const RefPosition *position, int colour, RefSquare passed,
                           RefSquare pawn)
{
    return ref_straight_double_step(position, colour, passed, pawn, 2);
}

void ref_chess_moves(RefMoves *moves, RefSquare from, char kind)
{
    if (kind == 'P')
        ref_pawn(moves, from, 2);
    else
        ref_chess_piece(moves, from, kind);
}

void ref_chess_promotions(const RefPosition *before, int colour, int rank, char *out)
{
    (void)before;
    (void)colour;
    snprintf(out, 16, "%s", rank == 8 ? "QRBN" : "P");
}

const RefRules ref_rules_chess = {
    .name = "chess",
    REF_CHESS_PIECES,
    REF_CHESS_ARRAY,
    .piece_moves = ref_chess_moves,
    .double_step = ref_chess_double_step,
};
