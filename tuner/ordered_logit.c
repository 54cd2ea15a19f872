#include "tuner/ordered_logit.h"

#include <math.h>
#include <string.h>

#include "tuner/fractional_logit.h"

/* Beyond this the tails have left the range of double; no game is so lopsided. */
static const double max_eta = 300;

/* Notation as in the header, with W = F(eta - t) the probability of a win, L = F(-t - eta) that of
 * a loss. A win or a loss is one term log W or log L; a draw is log(1 - W) + log(1 - L) + a
 * function of t. All that is needed of a term log F(a) is 1 - F(a) and F(a) (1 - F(a)). One exp and
 * two divisions serve both: with u = exp(eta), p = exp(t), W = u / (u + p) and L = 1 / (1 + p u),
 * and no difference of near equals is ever taken. */
static void ordered_terms(const double *eta, const uint8_t *outcomes, const double *weights,
                          int count, double band, LogitTerms *terms)
{
    const double p = exp(band);
    const double draw_slope = 2 / expm1(2 * band);          /* d log(1 - exp(-2t)) / dt */
    const double draw_bend = draw_slope * (draw_slope + 2); /* minus its second derivative */
    const double draw_log = log(-expm1(-2 * band));
    double log_likelihood = 0;
    for (int r = 0; r < count; r++) {
        const double u = exp(fmin(fmax(eta[r], -max_eta), max_eta));
        const double win_scale = 1 / (u + p);
        const double loss_scale = 1 / (1 + p * u);
        const double win = u * win_scale, not_win = p * win_scale;
        const double loss = loss_scale, not_loss = p * u * loss_scale;
        const double weight = weights[r];
        double log_p, score_eta, score_band, bend_win = 0, bend_loss = 0, bend_band = 0;
        if (outcomes[r] == DATASET_WIN) {
            log_p = log(win);
            score_eta = not_win;
            score_band = -not_win;
            bend_win = win * not_win;
        } else if (outcomes[r] == DATASET_LOSS) {
            log_p = log(loss);
            score_eta = -not_loss;
            score_band = -not_loss;
            bend_loss = loss * not_loss;
        } else {
            log_p = log(not_win * not_loss) + draw_log;
            score_eta = loss - win;
            score_band = win + loss + draw_slope;
            bend_win = win * not_win;
            bend_loss = loss * not_loss;
            bend_band = draw_bend;
        }
        log_likelihood += weight * log_p;
        terms->score_eta[r] = weight * score_eta;
        terms->score_band[r] = weight * score_band;
        terms->info_eta[r] = weight * (bend_win + bend_loss);
        terms->info_cross[r] = weight * (bend_loss - bend_win);
        terms->info_band[r] = weight * (bend_win + bend_loss + bend_band);
    }
    terms->log_likelihood = log_likelihood;
}

const LogitModel ordered_logit_model = {
    .name = "ordered logit", .has_band = true, .terms = ordered_terms};

const LogitModel *ordered_logit_choose(const LogitDesign *design, Error *err)
{
    double counts[3];
    logit_count_outcomes(design, counts);
    const double losses = counts[DATASET_LOSS];
    const double draws = counts[DATASET_DRAW];
    const double wins = counts[DATASET_WIN];
    if (losses + draws + wins <= 0)
        error_set(err, "no games");
    else if (losses <= 0 && wins <= 0)
        error_set(err, "no information: all %.0f games are drawn", draws);
    else if (draws <= 0 && (losses <= 0 || wins <= 0))
        error_set(err, "no information: White %s all %.0f games", wins > 0 ? "won" : "lost",
                  wins + losses);
    else if (design->first_move && (losses <= 0 || wins <= 0))
        error_set(err,
                  "White %s no game: the first-move advantage cannot be told from the draw band",
                  losses <= 0 ? "lost" : "won");
    else
        return draws > 0 ? &ordered_logit_model : &fractional_logit_model;
    return NULL;
}

void ordered_logit_start(const LogitModel *model, const LogitDesign *design,
                         double start[LOGIT_MAX_PARAMETERS])
{
    double counts[3];
    const int n = logit_parameter_count(model, design);
    memset(start, 0, LOGIT_MAX_PARAMETERS * sizeof *start);
    if (!model->has_band)
        return;
    /* Without any difference the draws are a share tanh(t/2). A share of all would start at
     * infinity. */
    logit_count_outcomes(design, counts);
    const double share = counts[DATASET_DRAW] / (counts[0] + counts[1] + counts[2]);
    start[n - 1] = 2 * atanh(fmin(share, 0.999));
}

bool ordered_logit_fit(const LogitDesign *design, const LogitOptions *options, LogitFit *fit,
                       Error *err)
{
    double start[LOGIT_MAX_PARAMETERS];
    LogitOptions own = *options;
    const LogitModel *model = ordered_logit_choose(design, err);
    if (model == NULL)
        return false;
    if (own.start == NULL) {
        ordered_logit_start(model, design, start);
        own.start = start;
    }
    if (!logit_fit(model, design, &own, fit, err))
        return false;
    fit->model = ordered_logit_model.name;
    return true;
}
