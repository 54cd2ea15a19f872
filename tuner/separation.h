/* Separation: a column (or several together) by which outcomes are foretold without fail, so that
 * its coefficient has no largest likelihood but runs off to infinity (Albert and Anderson 1984).
 *
 * A direction d in the space of the parameters separates if to move along it makes no game less
 * likely and some game more likely: for a win d.eta - d.t >= 0, for a loss -d.eta - d.t >= 0, for a
 * draw d.t >= |d.eta|. A single column is looked at exactly; directions of several columns show
 * themselves by a fit that runs away, and are then put to the same exact test. */
#pragma once

#include "tuner/logit_fit.h"

/* How the games with an imbalance in one column ended. */
typedef struct Imbalance {
    size_t games;
    size_t clusters; /* with at least one such game */
    size_t won;      /* by the side that has more */
    size_t lost;
} Imbalance;

Imbalance separation_count(const LogitDesign *design, int column);

/* Whether the parameters' `step`, in which a fit was still running, separates. If so `part[i]` says
 * which parameters have a part in it. */
bool separation_check(const LogitDesign *design, const LogitFit *fit, const double *step,
                      bool part[LOGIT_MAX_PARAMETERS]);

/* A one-sided 95 % bound for a separated column, in log odds: the coefficient at which the chance
 * of so clean a sheet would be one in twenty. `direction` is 1 when the side with more always won
 * (a lower bound), -1 when it always lost (an upper bound). The other parameters are as in `fit`,
 * made without these games (NULL: all 0). Games of one pair count as one together, and games with
 * imbalances that `fit` knows nothing of are left out. False if no game remains. */
bool separation_bound(const LogitDesign *design, const LogitFit *fit, int column, int direction,
                      double *bound);
