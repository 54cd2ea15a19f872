/* One piece instead of another: Y = N, or White's army against Black's.
 *
 * One side has a Y where the other has kept its N, and nothing else is between them; in half of the
 * pairs the side that is better off by the weights has a unit less (unit.h; a pawn unless another
 * is named), or two or three where the weights say that this is nearer to even. That tells what the
 * difference is in units. Where a side has an N in the array that becomes a Y; else the other
 * side's Y becomes an N; and where neither side has either, a unit of each becomes one.
 *
 * Back ranks are shuffled, both alike, so that games differ and the answer is not one of a single
 * array: kings and what castles stay, the others change places, each type keeping its numbers on
 * squares of the two colours. */
#pragma once

#include "engine/base/error.h"
#include "engine/rules/variant.h"

typedef struct Versus {
    bool given;
    unsigned type, other; /* Y and N; both 0: the armies */
} Versus;

/* Reads "Y=N", two letters of types, or "white=black" where armies differ; "" is not given. */
bool versus_read(const char *text, const Variant *variant, unsigned unit, Versus *versus,
                 Error *err);

/* Whether a side can have Y where the other has N. */
bool versus_can(const Versus *versus, const Variant *variant, Colour side);
