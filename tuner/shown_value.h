/* What reports show of a value: in units where the unit is measured, and in log odds where it is
 * not, since what a piece does to a result is known without a unit, too. */
#pragma once

#include "tuner/piece_values.h"

typedef struct ShownValue {
    bool known; /* the number and its interval */
    double number;
    Interval interval;
    double bound; /* NAN unless the status is at least / at most */
} ShownValue;

/* `in_units`: PieceValues.unit_measured of the values that it is one of, or of a table of several.
 */
ShownValue shown_value(const PieceValue *value, bool in_units);

/* The digits behind the point: log odds are small numbers. */
int shown_digits(bool in_units);

/* "pawns" or "log odds". */
const char *shown_scale(const PieceValues *values);
