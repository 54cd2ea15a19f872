/* The games of a versus (selfplay/versus.h) as rows for a fit, and their scores.
 *
 * The logit of the side with the Y is d without odds and d - u at odds of a unit, so that d / u,
 * the value of Y less N in units, is what piece_values_fit() gives for the column "Y - N" beside
 * the column of the unit. The same number from the scores alone, taking a score to be linear in the
 * material:
 *
 *     D = (s0 - 1/2) / slope,    slope = (s1 - s0) / units
 *
 * s0 and s1 the scores of the side with the Y without and with the odds, `units` what that
 * side then has more. Its error is by the delta method, the two scores being of different pairs. */
#pragma once

#include "selfplay/interval.h"
#include "selfplay/versus.h"
#include "tuner/game_rows.h"

/* One half of the pairs. */
typedef struct VersusArm {
    size_t games, pairs;
    double score; /* mean of the pairs, of the side with the Y, or of White's army; NAN without */
    double error; /* standard error */
} VersusArm;

typedef struct VersusScores {
    VersusArm even, odds; /* without and with odds */
    int units;            /* more that the side with the Y has at odds, negative for less; 0:
                           * there is no such game */
    double linear;        /* D in units; NAN where the odds made no difference */
    Interval linear_interval;
} VersusScores;

/* Fills an empty Dataset with the columns of the unit and, but for armies, "Y - N". A game
 * in which anything else is between the sides is an error. */
bool versus_data_read(Store *store, const Variant *variant, const Versus *versus, unsigned unit,
                      uint64_t end, Dataset *data, GameDataCounts *counts, Error *err);

/* The scores in such data, with intervals at that level. */
void versus_scores(const Dataset *data, double level, VersusScores *scores);
