#include "tuner/fractional_logit.h"

#include <math.h>

static void fractional_terms(const double *eta, const uint8_t *outcomes, const double *weights,
                             int count, double band, LogitTerms *terms)
{
    double log_likelihood = 0;
    (void)band;
    for (int r = 0; r < count; r++) {
        const double score = 0.5 * outcomes[r];
        const double u = exp(-fabs(eta[r])); /* at most 1: no overflow on either side */
        const double scale = 1 / (1 + u);
        const double large = scale, small = u * scale;
        const double mean = eta[r] >= 0 ? large : small;
        const double rest = eta[r] >= 0 ? small : large;
        log_likelihood += weights[r] * (score * eta[r] - fmax(eta[r], 0) - log(1 + u));
        terms->score_eta[r] = weights[r] * (score * rest - (1 - score) * mean);
        terms->info_eta[r] = weights[r] * mean * rest;
    }
    terms->log_likelihood = log_likelihood;
}

const LogitModel fractional_logit_model = {
    .name = "fractional logit", .has_band = false, .terms = fractional_terms};

bool fractional_logit_fit(const LogitDesign *design, const LogitOptions *options, LogitFit *fit,
                          Error *err)
{
    static const double zero[LOGIT_MAX_PARAMETERS];
    double counts[3];
    LogitOptions own = *options;
    if (own.start == NULL)
        own.start = zero;
    logit_count_outcomes(design, counts);
    const double games = counts[0] + counts[1] + counts[2];
    if (games <= 0)
        return error_set(err, "no games");
    for (int outcome = 0; outcome < 3; outcome++)
        if (counts[outcome] >= games)
            return error_set(err, "no information: the results of all %.0f games are the same",
                             games);
    return logit_fit(&fractional_logit_model, design, &own, fit, err);
}
