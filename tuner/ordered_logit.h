/* The ordered logit of losses, draws and wins: the model of the piece values.
 *
 *     P(loss) = F(-t - eta)      P(win) = F(eta - t)      P(draw) = the rest
 *     eta = b0 + sum b_i x_i     F(a) = 1 / (1 + exp(-a))
 *
 * statistics.md writes the thresholds as t1 and t2. Of (b0, t1, t2) only two can be known, as a
 * constant may move from b0 into both thresholds; here they lie at -t and +t, so b0 is the
 * first-move advantage: a game with b0 + sum = 0 is won as often as lost. A draw band of t makes a
 * share tanh(t/2) of even games draws. Draws are data like any other.
 *
 * With A = F(t - eta), B = F(-t - eta) the probability of a draw is A (1 - B) (1 - exp(-2t)), so
 * each row's log likelihood is a sum of terms log F(+-eta +-t) and one that depends on t alone: it
 * is concave in all parameters together (Pratt 1981), and Newton's method with step halving finds
 * the maximum where there is one.
 *
 * Without a single draw the maximum is at t = 0 exactly, and what is left is the logit of win
 * against loss: that fit is made, and the fit has no band. */
#pragma once

#include "tuner/logit_fit.h"

extern const LogitModel ordered_logit_model;

/* The model that the outcomes call for: `ordered_logit_model`, or without draws the plain logit.
 * NULL, with a reason, if one outcome is lacking that the fit needs: all results equal, or b0 and t
 * running away together because White never lost (or never won) a game. */
const LogitModel *ordered_logit_choose(const LogitDesign *design, Error *err);

/* Where to start the fit of the chosen model: everything 0, t from the share of draws. */
void ordered_logit_start(const LogitModel *model, const LogitDesign *design,
                         double start[LOGIT_MAX_PARAMETERS]);

bool ordered_logit_fit(const LogitDesign *design, const LogitOptions *options, LogitFit *fit,
                       Error *err);
