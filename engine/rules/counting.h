/* The counting rules of Makruk: key countingRule. */
#pragma once

#include "engine/rules/position.h"

/* What a move may change that the count depends on. */
typedef struct CountingBefore {
    int pieces; /* of the side that is not to move */
    int pawns;  /* of the same */
} CountingBefore;

/* To be asked for before the move is made, and given back when it is made and the other side is to
 * move; `promoted`: the move was a promotion. */
CountingBefore counting_before(const Position *position);
void counting_after(Position *position, CountingBefore before, bool promoted);

/* Whether more moves have been counted than the limit allows. */
bool counting_is_over(const Position *position);
