#include "tuner/model_test.h"

#include <assert.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#include "tuner/cholesky.h"
#include "tuner/ordered_logit.h"

/* W of the parameters [first, first + count). */
static bool wald(const LogitFit *fit, int first, int count, double *result)
{
    double block[LOGIT_MAX_PACKED], solution[LOGIT_MAX_PARAMETERS];
    for (int i = 0; i < count; i++) {
        solution[i] = fit->estimate[first + i];
        for (int j = 0; j <= i; j++)
            block[packed_index(i, j)] = logit_covariance(fit, first + i, first + j);
    }
    if (!cholesky_factor(block, count))
        return false;
    cholesky_solve(block, count, solution);
    *result = 0;
    for (int i = 0; i < count; i++)
        *result += fit->estimate[first + i] * solution[i];
    return true;
}

bool model_test(const LogitDesign *design, const LogitFit *fit, int first, double effective,
                int threads, ModelTest *test, Error *err)
{
    const int terms = design->column_count - first;
    assert(first > 0 && terms > 0);
    LogitDesign without = *design;
    without.column_count = first;
    const LogitOptions options = {.threads = threads, .without_covariance = true};
    LogitFit restricted;
    double w;
    if (!ordered_logit_fit(&without, &options, &restricted, err))
        return error_prefix(err, "the model without the terms");
    if (!wald(fit, fit->first_column + first, terms, &w))
        return error_set(err, "the covariance of the terms is singular");
    const double ratio = fmax(2 * (fit->log_likelihood - restricted.log_likelihood), 0);
    const double degrees = fmax(effective - 1, 1);
    *test = (ModelTest){.terms = terms,
                        .likelihood_ratio = ratio,
                        .likelihood_ratio_p = gsl_cdf_chisq_Q(ratio, terms),
                        .wald = w / terms,
                        .degrees = degrees,
                        .wald_p = gsl_cdf_fdist_Q(w / terms, terms, degrees)};
    return true;
}
