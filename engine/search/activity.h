/* What the pieces of a position do: the coefficients of all terms that placement and pawn structure
 * do not give, counted in one pass over the pieces. */
#pragma once

#include "engine/search/evaluator.h"

/* Counts everything anew. `pawns` are both colours' pawns, `passed` the passed ones of both.
 * Mobility is not held against the types' means, which the placement has. */
void activity_find(Activity *activity, const Evaluator *evaluator, const Position *position,
                   const Set pawns[2], const Set *passed);
