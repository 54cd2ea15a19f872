/* Naiad Chess and Weak Naiad Chess: a piece that drags what is behind it and pushes what is before
 * it. */
#include "tests/reference/reference_rules.h"

#include <stdio.h>

/* How far the piece on `from` can be pushed in (dx, dy), `limit` squares at most. A pawn stops
 * short of its own first rank. */
static int push_length(const RefPosition *position, RefSquare from, int dx, int dy, int limit)
{
    const char piece = ref_at(position, from);
    const int owner = ref_is_colour(position, from, REF_WHITE) ? REF_WHITE : REF_BLACK;
    int length = 0;
    while (length < limit) {
        const RefSquare to = ref_square(from.x + (length + 1) * dx, from.y + (length + 1) * dy);
        if (!ref_is_empty(position, to))
            break;
        if (ref_kind(piece) == 'P' && ref_own_rank(position, to.y, owner) == 1
            && !position->rules->pawns_pushed_freely)
            break;
        length++;
    }
    return length;
}

static void push(RefPosition *next, RefSquare from, int dx, int dy, int limit)
{
    const int length = push_length(next, from, dx, dy, limit);
    if (length == 0)
        return;
    const int owner = ref_is_colour(next, from, REF_WHITE) ? REF_WHITE : REF_BLACK;
    char piece = ref_at(next, from);
    const int y = from.y + length * dy;
    if (ref_kind(piece) == 'P' && ref_own_rank(next, y, owner) == next->rules->ranks
        && !next->rules->pawns_pushed_freely)
        piece = ref_piece('Q', owner);
    next->board[from.y][from.x] = REF_EMPTY;
    next->board[y][from.x + length * dx] = piece;
}

/* The nearest piece behind `from`, none if the line is empty. */
static RefSquare piece_behind(const RefPosition *position, RefSquare from, int dx, int dy)
{
    RefSquare square = ref_square(from.x - dx, from.y - dy);
    while (ref_is_empty(position, square))
        square = ref_square(square.x - dx, square.y - dy);
    return ref_inside(position, square) ? square : ref_square(-1, -1);
}

static void naiad_goes(RefMoves *moves, RefSquare from, int dx, int dy, int k, bool drags)
{
    const RefPosition *before = moves->before;
    RefPosition *next = ref_move_begin(moves);
    const RefSquare to = ref_square(from.x + k * dx, from.y + k * dy);
    next->board[to.y][to.x] = next->board[from.y][from.x];
    next->board[from.y][from.x] = REF_EMPTY;
    const RefSquare behind = piece_behind(before, from, dx, dy);
    if (drags && behind.x >= 0) {
        next->board[behind.y][behind.x] = REF_EMPTY;
        next->board[behind.y + k * dy][behind.x + k * dx] = ref_at(before, behind);
    }
    const RefSquare ahead = ref_square(to.x + dx, to.y + dy);
    if (ref_is_colour(before, ahead, 1 - moves->colour))
        push(next, ahead, dx, dy, k);
    ref_move_end(moves);
}

static void naiad(RefMoves *moves, RefSquare from, bool weak)
{
    if (moves->attacks_only)
        return;
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++) {
            if (dx == 0 && dy == 0)
                continue;
            for (int k = 1;
                 ref_is_empty(moves->before, ref_square(from.x + k * dx, from.y + k * dy)); k++)
                naiad_goes(moves, from, dx, dy, k, !weak || k == 1);
        }
}

static void naiad_moves(RefMoves *moves, RefSquare from, char kind)
{
    if (kind == 'Y')
        naiad(moves, from, false);
    else
        ref_chess_moves(moves, from, kind);
}

static void weak_naiad_moves(RefMoves *moves, RefSquare from, char kind)
{
    if (kind == 'Y')
        naiad(moves, from, true);
    else
        ref_chess_moves(moves, from, kind);
}

static void naiad_promotions(const RefPosition *before, int colour, int rank, char *out)
{
    (void)before;
    (void)colour;
    snprintf(out, 16, "%s", rank == 8 ? "QRBNY" : "P");
}

/* What all rules of this file share. */
#define NAIAD_PIECES                                                            \
    .files = 8, .ranks = 8, .kinds = "PNBRQKY", .promotions = naiad_promotions, \
    .double_step = ref_chess_double_step
#define NAIAD_PLACES "rnyqkynr/pppppppp/8/8/8/8/PPPPPPPP/RNYQKYNR"
#define CASTLINGS    .castlings = ref_chess_castlings, .castling_count = 4

const RefRules ref_rules_naiad = {
    .name = "naiad",
    NAIAD_PIECES,
    .start = NAIAD_PLACES " w KQkq - 0 1",
    CASTLINGS,
    .pawns_promote = true,
    .pawns_go_forward = true,
    .piece_moves = naiad_moves,
};

const RefRules ref_rules_weak_naiad = {
    .name = "weak-naiad",
    NAIAD_PIECES,
    .start = NAIAD_PLACES " w KQkq - 0 1",
    CASTLINGS,
    .pawns_promote = true,
    .pawns_go_forward = true,
    .piece_moves = weak_naiad_moves,
};

const RefRules ref_rules_naiads_for_knights = {
    .name = "naiads-for-knights",
    NAIAD_PIECES,
    .start = "rybqkbyr/pppppppp/8/8/8/8/PPPPPPPP/RYBQKBYR w KQkq - 0 1",
    CASTLINGS,
    .pawns_promote = true,
    .pawns_go_forward = true,
    .piece_moves = naiad_moves,
};

const RefRules ref_rules_naiad_no_castling = {
    .name = "naiad-no-castling",
    NAIAD_PIECES,
    .start = NAIAD_PLACES " w - - 0 1",
    .pawns_promote = true,
    .pawns_go_forward = true,
    .piece_moves = naiad_moves,
};

const RefRules ref_rules_naiad_pushed_pawns = {
    .name = "naiad-pushed-pawns",
    NAIAD_PIECES,
    .start = NAIAD_PLACES " w KQkq - 0 1",
    CASTLINGS,
    .piece_moves = naiad_moves,
    .pawns_pushed_freely = true,
};
