/* Is the unit a fixed thing? Whether a second and a third pawn, or other unit, are worth what the
 * first is.
 *
 * A value in pawns has a meaning where pawns add up. So the pawns that one side has more are split
 * into the first, sign(x), and the further ones, x - sign(x), and a fit of piece values with the
 * first as its unit says what a further pawn is worth in first ones: 1 where they add up. */
#pragma once

#include "tuner/piece_values.h"

typedef struct UnitCheck {
    bool known;
    double further; /* what each pawn after the first is worth, the first being 1 */
    Interval interval;
    bool adds_up;     /* 1 is in the interval */
    char reason[400]; /* why it is not known */
} UnitCheck;

/* `options` as for piece_values_fit(), by the delta method in any case. Data that do not tell are
 * no error: the check is then not known. */
void unit_check(const Dataset *data, const char *unit_column, const PieceValuesOptions *options,
                UnitCheck *check);
