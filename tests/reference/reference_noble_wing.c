/* Noble Wing Chess: a pawn becomes only what its owner has lost, and waits if that is nothing. */
#include <stdio.h>

#include "tests/reference/reference_rules.h"

/* The pieces that can be lost: each player starts with one of each. */
static const char kinds[] = "QRBNCXZ";

static void noble_wing_promotions(const RefPosition *before, int colour, int rank, char *out)
{
    int count = 0;
    if (rank == 8)
        for (const char *kind = kinds; *kind; kind++)
            if (ref_count(before, ref_piece(*kind, colour)) == 0)
                out[count++] = *kind;
    if (count == 0)
        out[count++] = 'P';
    out[count] = '\0';
}

/* A piece that has just been captured takes the place of its owner's waiting pawn nearest the
 * a-file. */
static void replace_waiting_pawn(RefPosition *next, RefSquare to, char victim)
{
    (void)to;
    const char kind = ref_kind(victim);
    if (victim == REF_EMPTY || kind == 'P' || kind == 'K')
        return;
    const int owner = victim == kind ? REF_WHITE : REF_BLACK;
    char *last = next->board[owner == REF_WHITE ? next->rules->ranks - 1 : 0];
    for (int x = 0; x < next->rules->files; x++)
        if (last[x] == ref_piece('P', owner)) {
            last[x] = victim;
            return;
        }
}

static void noble_wing_moves(RefMoves *moves, RefSquare from, char kind)
{
    switch (kind) {
    case 'X':
        ref_rides(moves, from, 1, 1, REF_SIDE, REF_BOTH);
        ref_rides(moves, from, 1, 0, 1, REF_QUIET);
        break;
    case 'Z':
        ref_rides(moves, from, 2, 1, 1, REF_BOTH);
        ref_rides(moves, from, 1, 0, 1, REF_QUIET);
        ref_rides(moves, from, 1, 1, 1, REF_QUIET);
        break;
    case 'C':
        ref_rides(moves, from, 1, 0, REF_SIDE, REF_BOTH);
        ref_rides(moves, from, 1, 1, 4, REF_QUIET);
        break;
    case 'P': ref_pawn(moves, from, 2); break;
    default: ref_chess_piece(moves, from, kind); break;
    }
}

static const RefCastling noble_wing_castlings[4] = {
    {'K', REF_WHITE, 'R', 4, 6, 7, 5},
    {'Q', REF_WHITE, 'C', 4, 2, 0, 3},
    {'k', REF_BLACK, 'R', 4, 6, 7, 5},
    {'q', REF_BLACK, 'C', 4, 2, 0, 3},
};

/* What both rules of this file share. */
#define NOBLE_WING                                                                    \
    .files = 8, .ranks = 8, .kinds = "PNBRQKCXZ",                                     \
    .start = "czxqkbnr/pppppppp/8/8/8/8/PPPPPPPP/CZXQKBNR w KQkq - 0 1",              \
    .castlings = noble_wing_castlings, .castling_count = 4, .pawns_go_forward = true, \
    .piece_moves = noble_wing_moves, .double_step = ref_chess_double_step

const RefRules ref_rules_noble_wing = {
    .name = "noble-wing",
    NOBLE_WING,
    .after_move = replace_waiting_pawn,
    .promotions = noble_wing_promotions,
};

static void free_promotions(const RefPosition *before, int colour, int rank, char *out)
{
    (void)before;
    (void)colour;
    snprintf(out, 16, "%s", rank == 8 ? kinds : "P");
}

const RefRules ref_rules_noble_wing_free_promotion = {
    .name = "noble-wing-free-promotion",
    NOBLE_WING,
    .promotions = free_promotions,
    .pawns_promote = true,
};
