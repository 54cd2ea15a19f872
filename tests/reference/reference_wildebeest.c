/* Nearlydouble Wildebeest: 15 x 14 squares, double steps that capture, promotion by count. */
#include <string.h>

#include "tests/reference/reference_rules.h"

/* The double steps by the rank that the pawn stands on: m is a quiet step straight on, c a capture.
 */
static bool may_double_step(int own_rank, char first, char second)
{
    const bool mm = first == 'm' && second == 'm';
    const bool cc = first == 'c' && second == 'c';
    switch (own_rank) {
    case 3: return true;
    case 4: return mm || cc;
    case 5: return mm;
    case 6: return cc;
    default: return false;
    }
}

/* The second steps of a double step whose first, of the kind `first`, led to `passed`. */
static void second_steps(RefMoves *moves, RefSquare from, RefSquare passed, char first)
{
    const RefPosition *before = moves->before;
    const int rank = ref_own_rank(before, from.y, moves->colour);
    const int y = passed.y + ref_forward(moves->colour);
    const RefSquare straight = ref_square(passed.x, y);
    if (may_double_step(rank, first, 'm') && !moves->attacks_only && ref_is_empty(before, straight))
        ref_pawn_pass(moves, from, passed, straight);
    if (!may_double_step(rank, first, 'c'))
        return;
    for (int side = -1; side <= 1; side += 2) {
        const RefSquare to = ref_square(passed.x + side, y);
        if (ref_is_colour(before, to, 1 - moves->colour) && !ref_attack(moves, to))
            ref_pawn_pass(moves, from, passed, to);
    }
}

static void pawn(RefMoves *moves, RefSquare from)
{
    const RefPosition *before = moves->before;
    const int y = from.y + ref_forward(moves->colour);
    ref_pawn_step(moves, from);
    ref_pawn_captures(moves, from);
    if (ref_is_empty(before, ref_square(from.x, y)))
        second_steps(moves, from, ref_square(from.x, y), 'm');
    for (int side = -1; side <= 1; side += 2) {
        const RefSquare passed = ref_square(from.x + side, y);
        if (ref_is_colour(before, passed, 1 - moves->colour)
            && ref_kind(ref_at(before, passed)) != 'K')
            second_steps(moves, from, passed, 'c');
    }
}

static void wildebeest_moves(RefMoves *moves, RefSquare from, char kind)
{
    switch (kind) {
    case 'P': pawn(moves, from); break;
    case 'N':
    case 'C':
    case 'A':
        if (kind != 'C') {
            ref_rides(moves, from, 2, 1, 1, REF_BOTH);
            ref_rides(moves, from, 3, 0, 1, REF_BOTH);
        }
        if (kind != 'N') {
            ref_rides(moves, from, 3, 1, 1, REF_BOTH);
            ref_rides(moves, from, 3, 3, 1, REF_BOTH);
        }
        break;
    default: ref_chess_piece(moves, from, kind); break;
    }
}

/* Writes those of `kinds` of which the player has fewer than four. Returns how many. */
static int scarce(const RefPosition *before, int colour, const char *kinds, char *out)
{
    int count = 0;
    for (; *kinds; kinds++)
        if (ref_count(before, ref_piece(*kinds, colour)) < 4)
            out[count++] = *kinds;
    out[count] = '\0';
    return count;
}

static void wildebeest_promotions(const RefPosition *before, int colour, int rank, char *out)
{
    static const char *const choices[] = {"C", "BN", "RA"};
    if (rank == 14) {
        if (scarce(before, colour, "QRBNCA", out) == 0)
            memcpy(out, "QRBNCA", 7);
        return;
    }
    const int count = rank >= 11 ? scarce(before, colour, choices[rank - 11], out) : 0;
    memcpy(out + count, "P", 2);
}

/* Whether the pawn can have come to `passed` by a first step of that kind: the square that it left
 * is still empty. */
static bool first_step_fits(const RefPosition *position, int colour, RefSquare passed, char first,
                            char second)
{
    const int y = passed.y - ref_forward(colour);
    if (!may_double_step(ref_own_rank(position, y, colour), first, second))
        return false;
    if (first == 'm')
        return ref_is_empty(position, ref_square(passed.x, y));
    return ref_is_empty(position, ref_square(passed.x - 1, y))
           || ref_is_empty(position, ref_square(passed.x + 1, y));
}

static bool wildebeest_double_step(const RefPosition *position, int colour, RefSquare passed,
                                   RefSquare to)
{
    const int side = to.x - passed.x;
    if (to.y != passed.y + ref_forward(colour) || side < -1 || side > 1)
        return false;
    const char second = side == 0 ? 'm' : 'c';
    return first_step_fits(position, colour, passed, 'm', second)
           || first_step_fits(position, colour, passed, 'c', second);
}

static const RefCastling wildebeest_castlings[8] = {
    {'K', REF_WHITE, 'R', 7, 11, 14, 10}, {'Q', REF_WHITE, 'R', 7, 3, 0, 4},
    {'C', REF_WHITE, 'R', 7, 10, 12, 9},  {'D', REF_WHITE, 'R', 7, 4, 2, 5},
    {'k', REF_BLACK, 'R', 7, 11, 14, 10}, {'q', REF_BLACK, 'R', 7, 3, 0, 4},
    {'c', REF_BLACK, 'R', 7, 10, 12, 9},  {'d', REF_BLACK, 'R', 7, 4, 2, 5},
};

const RefRules ref_rules_nearlydouble_wildebeest = {
    .name = "nearlydouble-wildebeest",
    .files = 15,
    .ranks = 14,
    .kinds = "PNBRQKCA",
    .start = "r1rbb1qkq1bbr1r/n1ncc1a1a1ccn1n/1p1p1p1p1p1p1p1/ppppppppppppppp/15/15/15/15/15/15/"
             "PPPPPPPPPPPPPPP/1P1P1P1P1P1P1P1/N1NCC1A1A1CCN1N/R1RBB1QKQ1BBR1R w KQCDkqcd - 0 1",
    .castlings = wildebeest_castlings,
    .castling_count = 8,
    .pawns_promote = true,
    .piece_moves = wildebeest_moves,
    .promotions = wildebeest_promotions,
    .double_step = wildebeest_double_step,
};
