/* Large Nahbi Chess. The equator lies between ranks 6 and 7, that is between y = 5 and y = 6. */
#include <stdio.h>

#include "tests/reference/reference_rules.h"

static bool is_north(RefSquare square) { return square.y >= 6; }

static bool crosses_equator(RefSquare from, RefSquare to) { return is_north(from) != is_north(to); }

static bool touches_equator(RefSquare square) { return square.y == 5 || square.y == 6; }

/* A queen may cross the equator only if one end of its move touches it. */
static void queen_ray(RefMoves *moves, RefSquare from, int dx, int dy)
{
    for (int n = 1;; n++) {
        const RefSquare to = ref_square(from.x + n * dx, from.y + n * dy);
        const bool empty = ref_is_empty(moves->before, to);
        if (!empty && !ref_is_colour(moves->before, to, 1 - moves->colour))
            return;
        if (moves->before->rules->queens_cross || !crosses_equator(from, to)
            || touches_equator(from) || touches_equator(to))
            ref_go(moves, from, to, 'Q');
        if (!empty)
            return;
    }
}

static void queen(RefMoves *moves, RefSquare from)
{
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            if (dx != 0 || dy != 0)
                queen_ray(moves, from, dx, dy);
}

static const int orthogonals[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonals[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* Two steps diagonally over empty squares, then one orthogonally, which may capture. */
static void nahbi_slides(RefMoves *moves, RefSquare from)
{
    for (int i = 0; i < 4; i++) {
        const int dx = diagonals[i][0];
        const int dy = diagonals[i][1];
        const RefSquare near = ref_square(from.x + dx, from.y + dy);
        const RefSquare far = ref_square(from.x + 2 * dx, from.y + 2 * dy);
        if (!ref_is_empty(moves->before, near) || !ref_is_empty(moves->before, far))
            continue;
        for (int j = 0; j < 4; j++) {
            const RefSquare to = ref_square(far.x + orthogonals[j][0], far.y + orthogonals[j][1]);
            if (ref_is_empty(moves->before, to)
                || ref_is_colour(moves->before, to, 1 - moves->colour))
                ref_go(moves, from, to, 'M');
        }
    }
}

/* Over an adjacent piece of either colour to the empty square behind it. */
static void nahbi_hops(RefMoves *moves, RefSquare from)
{
    for (int j = 0; j < 4; j++) {
        const int dx = orthogonals[j][0];
        const int dy = orthogonals[j][1];
        const RefSquare over = ref_square(from.x + dx, from.y + dy);
        const RefSquare to = ref_square(from.x + 2 * dx, from.y + 2 * dy);
        if (ref_is_empty(moves->before, to) && !ref_is_empty(moves->before, over))
            ref_go(moves, from, to, 'M');
    }
}

static void alfil(RefMoves *moves, RefSquare from)
{
    for (int i = 0; i < 4; i++) {
        const RefSquare to = ref_square(from.x + 2 * diagonals[i][0], from.y + 2 * diagonals[i][1]);
        if (moves->before->rules->alfils_cross || !crosses_equator(from, to))
            ref_ride(moves, from, 2 * diagonals[i][0], 2 * diagonals[i][1], 1, REF_BOTH);
    }
}

/* Goes on from `square` by `n` steps over empty squares; false if one is in the way. */
static bool walk(const RefPosition *position, RefSquare *square, int dx, int dy, int n)
{
    for (int i = 0; i < n; i++) {
        *square = ref_square(square->x + dx, square->y + dy);
        if (!ref_is_empty(position, *square))
            return false;
    }
    return true;
}

/* n steps orthogonally and then 3 - n at a right angle. */
static void archer_moves(RefMoves *moves, RefSquare from)
{
    for (int n = 1; n <= 3; n++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                const int dx = orthogonals[i][0];
                const int dy = orthogonals[i][1];
                const int turn_x = orthogonals[j][0];
                const int turn_y = orthogonals[j][1];
                if (dx * turn_x + dy * turn_y != 0)
                    continue;
                RefSquare to = from;
                if (walk(moves->before, &to, dx, dy, n)
                    && walk(moves->before, &to, turn_x, turn_y, 3 - n)
                    && !crosses_equator(from, to))
                    ref_go(moves, from, to, 'A');
            }
}

/* Takes the first piece on a line, up to three squares away, and stays where it is. */
static void archer_shots(RefMoves *moves, RefSquare from)
{
    for (int i = 0; i < 4; i++)
        for (int n = 1; n <= 3; n++) {
            const RefSquare target =
                ref_square(from.x + n * orthogonals[i][0], from.y + n * orthogonals[i][1]);
            if (ref_is_empty(moves->before, target))
                continue;
            if (!ref_is_colour(moves->before, target, 1 - moves->colour)
                || crosses_equator(from, target))
                break;
            if (!ref_attack(moves, target)) {
                RefPosition *next = ref_move_begin(moves);
                next->halfmove = 0;
                next->board[target.y][target.x] = REF_EMPTY;
                ref_move_end(moves);
            }
            break;
        }
}

/* The pawn's step sideways beyond the equator. */
static void pawn_sideways(RefMoves *moves, RefSquare from)
{
    if (moves->attacks_only || ref_own_rank(moves->before, from.y, moves->colour) <= 6)
        return;
    for (int side = -1; side <= 1; side += 2)
        if (ref_is_empty(moves->before, ref_square(from.x + side, from.y)))
            ref_go(moves, from, ref_square(from.x + side, from.y), 'P');
}

static void nahbi_moves(RefMoves *moves, RefSquare from, char kind)
{
    switch (kind) {
    case 'P':
        ref_pawn(moves, from, 3);
        pawn_sideways(moves, from);
        break;
    case 'Q': queen(moves, from); break;
    case 'C': ref_rides(moves, from, 3, 1, 1, REF_BOTH); break;
    case 'M':
        nahbi_slides(moves, from);
        nahbi_hops(moves, from);
        break;
    case 'F': alfil(moves, from); break;
    case 'A':
        archer_moves(moves, from);
        archer_shots(moves, from);
        break;
    default: ref_chess_piece(moves, from, kind); break;
    }
}

static void nahbi_promotions(const RefPosition *before, int colour, int rank, char *out)
{
    (void)before;
    (void)colour;
    snprintf(out, 16, "%s", rank == 12 ? "QRBCM" : "P");
}

static bool nahbi_double_step(const RefPosition *position, int colour, RefSquare passed,
                              RefSquare pawn)
{
    return ref_straight_double_step(position, colour, passed, pawn, 3);
}

/* The player has nothing but king, archers and alfils, and the other king is at home. */
static bool is_cut_off(const RefPosition *position, int colour)
{
    for (int y = 0; y < position->rules->ranks; y++)
        for (int x = 0; x < position->rules->files; x++) {
            const RefSquare square = ref_square(x, y);
            const char kind = ref_kind(ref_at(position, square));
            if (ref_is_colour(position, square, colour) && kind != 'K' && kind != 'A'
                && (kind != 'F' || position->rules->alfils_cross))
                return false;
            if (ref_is_colour(position, square, 1 - colour) && kind == 'K'
                && ref_own_rank(position, y, 1 - colour) > 6)
                return false;
        }
    return true;
}

static RefEnd nahbi_ending(const RefPosition *position, int *white_half_points)
{
    const bool white = is_cut_off(position, REF_WHITE);
    const bool black = is_cut_off(position, REF_BLACK);
    if (!white && !black)
        return REF_GOING_ON;
    *white_half_points = white && black ? 1 : white ? 0 : 2;
    return REF_CUT_OFF;
}

static const RefCastling nahbi_castlings[4] = {
    {'K', REF_WHITE, 'R', 5, 7, 9, 6},
    {'Q', REF_WHITE, 'R', 5, 3, 0, 4},
    {'k', REF_BLACK, 'R', 4, 6, 9, 5},
    {'q', REF_BLACK, 'R', 4, 2, 0, 3},
};

/* What all rules of this file share. */
#define NAHBI_RULES                                                                             \
    .files = 10, .ranks = 12, .kinds = "PRBQKCMFA",                                             \
    .start = "racbkqbcar/1fm4mf1/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/1FM4MF1/RACBQKBCAR w " \
             "KQkq - 0 1",                                                                      \
    .castlings = nahbi_castlings, .castling_count = 4, .pawns_promote = true,                   \
    .pawns_go_forward = true, .piece_moves = nahbi_moves, .promotions = nahbi_promotions,       \
    .double_step = nahbi_double_step, .ending = nahbi_ending

const RefRules ref_rules_large_nahbi = {
    .name = "large-nahbi",
    NAHBI_RULES,
};

const RefRules ref_rules_large_nahbi_free_alfil = {
    .name = "large-nahbi-free-alfil",
    NAHBI_RULES,
    .alfils_cross = true,
};

const RefRules ref_rules_large_nahbi_free_queen = {
    .name = "large-nahbi-free-queen",
    NAHBI_RULES,
    .queens_cross = true,
};
