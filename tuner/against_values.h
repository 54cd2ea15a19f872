/* Values of the same pieces against two armies, and whether they differ.
 *
 * One fit has all columns (against_data.h): b_i of piece i against the first army and c_i against
 * the second, each in units (pawns, mostly) against that army, since a pawn changes the odds of a
 * game with weak armies more than those of one with strong armies. The difference
 *
 *     d_i = c_i / c_unit - b_i / b_unit
 *
 * has its error by the delta method from the joint covariance clustered by pair, and all d_i
 * together are tested by Wald's test (model_test.h): a scale that the armies change for all pieces
 * alike is no difference in values. */
#pragma once

#include "tuner/piece_values.h"

typedef struct AgainstDifference {
    bool known; /* both values are measured */
    double units, error;
    Interval interval;
} AgainstDifference;

typedef struct AgainstValues {
    int piece_count; /* of columns against each army */
    /* By the place of the piece among the columns; that of the unit is not known. */
    AgainstDifference differences[DATASET_MAX_COLUMNS / 2];
    size_t games[2], pairs[2]; /* [0] with the same army on both sides, [1] with one each */
    bool unit_measured[2];
    char unit_reason[2][400];
    bool symmetric; /* the delta method's intervals of differences: a unit is not known well */
    bool tested;
    WaldTest test;    /* of all differences that are known */
    char reason[400]; /* why there is no test */
} AgainstValues;

/* `unit` is the place of the unit among the columns of an army, of which there are `piece_count`;
 * one column more is that of the armies, in units of the first. `values` are those of all columns
 * and sums, as piece_values_fit() has them but for their units. */
bool against_values_fit(const Dataset *data, int piece_count, int unit,
                        const PieceValuesOptions *options, PieceValues *values,
                        AgainstValues *against, Error *err);
