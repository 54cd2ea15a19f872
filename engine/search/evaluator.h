/* The tables behind evaluate.h, for the files that count its terms. */
#pragma once

#include <stddef.h>

#include "engine/search/evaluate.h"
#include "engine/search/pawns.h"
#include "engine/search/type_count.h"

enum { PIECE_CODES = 96, PAWN_CACHE = 1024, SCORE_CACHE = 8192 };

/* The score of both sides' pawns, from White, and which are passed; key 0 is free. */
typedef struct PawnEntry {
    uint64_t key;
    Score score;
    Set passed;
} PawnEntry;

/* What has been counted on a board lately, from White; key 0 is free. */
typedef struct ScoreEntry {
    uint64_t key;
    Score score;
} ScoreEntry;

/* A weight's place in SideWeights. */
#define SIDE_TERM(name) (offsetof(SideWeights, name) / sizeof(Weight))

/* The terms of a side that are counted on the whole board, from `passed_blocked` on: those of the
 * pawns' structure among them stay 0. */
enum {
    ACTIVITY_FIRST = SIDE_TERM(passed_blocked),
    ACTIVITY_TERMS = WEIGHT_SIDE_TERM_COUNT - ACTIVITY_FIRST,
    ACTIVITY_LANES = 8, /* of a vector: as many coefficients are multiplied at once */
};

/* What the pieces do: coefficients, White's less Black's. Also the weights of these, of one phase.
 */
typedef struct Activity {
    int16_t side[(ACTIVITY_TERMS + ACTIVITY_LANES - 1) / ACTIVITY_LANES * ACTIVITY_LANES];
    TypeSum type[MAX_TYPES]; /* in the order of an evaluator's types */
} Activity;
_Static_assert(sizeof(Activity) % (ACTIVITY_LANES * sizeof(int16_t)) == 0, "whole vectors");

struct Evaluator {
    const Variant *variant;
    Score placement[PIECE_CODES][MAX_SQUARES];
    int32_t phase[MAX_TYPES];
    uint64_t phase_share; /* of the middle game for 1 of a phase, see phase_of(); rounded up */
    int32_t phase_full;
    int32_t phase_apart; /* from the pieces that are there */
    Weights weights;
    Activity opening, ending; /* weights */
    int activity_length;      /* of these, in weights: whole vectors */
    Score pair[MAX_TYPES];
    Score side[WEIGHT_SIDE_TERM_COUNT]; /* in the order of SideWeights */
    int mean[MAX_TYPES];        /* targets of the type at its mean: placement counts them off */
    Set ring[MAX_SQUARES + 1];  /* the squares beside a square; beside NO_SQUARE none */
    Set shield[2][MAX_SQUARES]; /* ... of these, those on the next rank forward */
    uint8_t file[MAX_SQUARES], rank[MAX_SQUARES];
    uint8_t edge[MAX_SQUARES]; /* steps from the nearest edges, by file and rank */
    int edge_mean;
    PawnTables pawn_tables;
    TypeCount types[MAX_TYPES];    /* the least valuable first, the royal one last */
    uint8_t pawn_types[MAX_TYPES]; /* 0 ends a list */
    uint8_t pair_types[MAX_TYPES];
    PawnEntry pawn_cache[PAWN_CACHE];
    ScoreEntry score_cache[SCORE_CACHE];
};

/* The bits behind the point of a phase_share. */
enum { PHASE_SHARE_BITS = 47 };

/* Coefficients of a square for a piece. */

static inline int forward_rank(const Variant *variant, Colour colour, unsigned square)
{
    int rank = variant_rank(variant, square);
    return colour == WHITE ? rank : variant->ranks - 1 - rank;
}

static inline int centre_of(const Evaluator *evaluator, unsigned square)
{
    return evaluator->edge[square] - evaluator->edge_mean;
}

static inline int advance_of(const Variant *variant, Colour colour, unsigned square)
{
    return forward_rank(variant, colour, square) - variant->ranks / 2;
}

/* Ranks beyond the second. */
static inline int pawn_way_of(const Variant *variant, Colour colour, unsigned square)
{
    int beyond = forward_rank(variant, colour, square) - 1;
    return beyond > 0 ? beyond : 0;
}

static inline int pawn_advance_of(const Variant *variant, Colour colour, unsigned square)
{
    int way = pawn_way_of(variant, colour, square);
    return way * way;
}
