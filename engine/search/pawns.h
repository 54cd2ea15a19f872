/* Pawn structure: which pawns are passed, and how far from promotion, and which are doubled or
 * isolated. */
#pragma once

#include "engine/rules/position.h"

enum { PASSED_KINDS = 6 };

/* What lies ahead of a pawn, by colour and square; constant after init. */
typedef struct PawnTables {
    int words;                            /* of a set */
    Set front[2][MAX_SQUARES];            /* squares forward on the file */
    Set front_wide[2][MAX_SQUARES];       /* ... and on the files beside it */
    Set beside[MAX_SQUARES];              /* all squares of the files beside it */
    uint8_t to_promotion[2][MAX_SQUARES]; /* steps; 0 where no promotion lies ahead */
} PawnTables;

/* Coefficients of a side's pawns. */
typedef struct PawnCounts {
    int passed[PASSED_KINDS]; /* by the steps to promotion: 1 .. 5, and more */
    int doubled;              /* with a friend's pawn before them on the file */
    int isolated;             /* with no friend's pawn on the files beside */
} PawnCounts;

/* `tables` is zeroed. */
void pawn_tables_init(PawnTables *tables, const Variant *variant);

/* Adds the passed pawns to `passed`. */
void pawns_count(const PawnTables *tables, Colour colour, const Set *own, const Set *enemy,
                 PawnCounts *counts, Set *passed);

/* A word that tells sets of pawns apart, so well that scores may be kept by it; never 0. */
uint64_t pawns_key(const Set *white, const Set *black, int words);
