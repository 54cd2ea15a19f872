/* The fractional logit: the score of a game, s in {0, 1/2, 1}, with mean F(b0 + sum b_i x_i).
 *
 * The quasi likelihood s log F + (1 - s) log(1 - F) needs only the mean to be right, not what share
 * of the score comes from draws; with the covariance clustered by pair its errors are honest
 * whatever that share is (Papke and Wooldridge 1996). A draw counts as half a win and half a loss
 * and is never dropped. On rows without draws it is the plain logit. */
#pragma once

#include "tuner/logit_fit.h"

extern const LogitModel fractional_logit_model;

/* All results equal, and no games, are errors. */
bool fractional_logit_fit(const LogitDesign *design, const LogitOptions *options, LogitFit *fit,
                          Error *err);
