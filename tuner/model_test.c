#include "tuner/model_test.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "tuner/cholesky.h"
#include "tuner/ordered_logit.h"

bool wald_test(const double *estimates, double *block, int count, double effective, WaldTest *test,
               Error *err)
{
    double solution[LOGIT_MAX_PARAMETERS];
    if (!cholesky_factor(block, count))
        return error_set(err, "the covariance of the terms is singular");
    memcpy(solution, estimates, (size_t)count * sizeof *solution);
    cholesky_solve(block, count, solution);
    double w = 0;
    for (int i = 0; i < count; i++)
        w += estimates[i] * solution[i];
    const double degrees = fmax(effective - 1, 1);
    *test = (WaldTest){.terms = count,
                       .f = w / count,
                       .degrees = degrees,
                       .p = gsl_cdf_fdist_Q(w / count, count, degrees)};
    return true;
}

/* Of the parameters [first, first + count). */
static bool test_parameters(const LogitFit *fit, int first, int count, double effective,
                            WaldTest *test, Error *err)
{
    double block[LOGIT_MAX_PACKED];
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++)
            block[packed_index(i, j)] = logit_covariance(fit, first + i, first + j);
    return wald_test(fit->estimate + first, block, count, effective, test, err);
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
    WaldTest wald;
    if (!ordered_logit_fit(&without, &options, &restricted, err))
        return error_prefix(err, "the model without the terms");
    if (!test_parameters(fit, fit->first_column + first, terms, effective, &wald, err))
        return false;
    const double ratio = fmax(2 * (fit->log_likelihood - restricted.log_likelihood), 0);
    *test = (ModelTest){.likelihood_ratio = ratio,
                        .likelihood_ratio_p = gsl_cdf_chisq_Q(ratio, terms),
                        .wald = wald};
    return true;
}
