/* What the pieces of a position do: the coefficients of all terms that placement and pawn structure
 * do not give, counted in one pass over the pieces.
 *
 * Both colours' types are looked at side by side in the order of their values, so that the squares
 * which the enemy's cheaper pieces attack are known when a type's turn comes. */
#pragma once

#include "engine/search/evaluator.h"

/* The terms of a side that are counted here, from `passed_blocked` on, are these: those of the
 * pawns' structure among them stay 0. */
enum {
    ACTIVITY_FIRST = SIDE_TERM(passed_blocked),
    ACTIVITY_TERMS = WEIGHT_SIDE_TERM_COUNT - ACTIVITY_FIRST,
};

/* Coefficients, White's less Black's. Of the types' arrays the variant's types are written. */
typedef struct Activity {
    int mobility[MAX_TYPES];
    int attack[MAX_TYPES];
    int side[ACTIVITY_TERMS]; /* in the order of SideWeights */
} Activity;

/* Counts everything anew. `pawns` are both colours' pawns, `passed` the passed ones of both. */
void activity_find(Activity *activity, const Evaluator *evaluator, const Position *position,
                   const Set pawns[2], const Set *passed);
