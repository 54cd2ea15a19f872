/* How precise values are, when they are precise enough, and what more games would buy.
 *
 * The half width of a value is half of its interval, in units (pawns, mostly). With n times the
 * games it becomes 1 / sqrt(n) of what it is. */
#pragma once

#include "engine/base/text.h"
#include "tuner/piece_values.h"

/* The half width that every value shall have at most; 0: no such wish. */
typedef struct PrecisionTarget {
    double half_width; /* in units, or as a share of the value */
    bool share;
} PrecisionTarget;

/* Reads "0.25" (units) or "6%" (of each value). */
bool precision_read(const char *text, PrecisionTarget *target, Error *err);

/* "0.25 pawns", "6 % of a value". `units` is the plural. */
void precision_add_target(const PrecisionTarget *target, const char *units, Text *text);

/* Half the width of a value's interval: NAN where it has no number. */
double precision_half_width(const PieceValue *value);

/* What the values lack most to the target: `value` is the one that is widest beside it (in units
 * where there is no target), NULL where none is measured. */
typedef struct Precision {
    const PieceValue *value;
    double half_width; /* of that value */
    double wanted;     /* of that value, 0 without a target */
    bool reached;      /* all that can be known is known as well as is wished */
} Precision;

/* Values that more games will not give (columns that never vary, or move together, or separate by
 * themselves) do not count; one that has too few games so far is not reached, nor is any without a
 * unit. */
Precision precision_judge(const PieceValues *values, const PrecisionTarget *target);

/* How many games it takes until that value's half width is `half_width`, if it is what it is after
 * `games`; rounded up to two digits. */
uint64_t precision_games(const Precision *precision, uint64_t games, double half_width);

/* Appends a line on what is reached and what more games would buy, and one on the target. */
void precision_add_text(const PieceValues *values, const PrecisionTarget *target, uint64_t games,
                        Text *text);

/* The numbers of games at which a run that has a target is looked at: 400, 600, ... 1000, and from
 * there on a fifth more each time. They depend on nothing, so that the run stops at the same game
 * on any number of threads and however often it was interrupted. Returns the first one after
 * `games`. */
uint64_t precision_next_look(uint64_t games);
