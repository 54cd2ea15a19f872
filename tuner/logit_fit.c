#include "tuner/logit_fit.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "tuner/cholesky.h"

enum { DEFAULT_PASSES = 60, MAX_HALVINGS = 30 };

static const double default_tolerance = 1e-9;

int logit_threads(int option)
{
    const int offered = omp_get_max_threads();
    return option > 0 ? option : offered > 0 ? offered : 1;
}

double logit_covariance(const LogitFit *fit, int i, int j)
{
    return fit->covariance[packed_index(i, j)];
}

double logit_error(const LogitFit *fit, int i) { return sqrt(logit_covariance(fit, i, i)); }

const char *logit_parameter_name(const LogitDesign *design, const LogitFit *fit, int i)
{
    if (i == fit->first_move)
        return "first move";
    if (i == fit->band)
        return "draw band";
    return design->data->names[design->columns[i - fit->first_column]];
}

static void lay_out(const LogitModel *model, const LogitDesign *design, LogitFit *fit)
{
    fit->model = model->name;
    fit->parameter_count = logit_parameter_count(model, design);
    fit->first_move = design->first_move ? 0 : -1;
    fit->first_column = design->first_move ? 1 : 0;
    fit->band = model->has_band ? fit->parameter_count - 1 : -1;
}

static bool is_settled(const LogitFit *fit, const LogitSums *sums, const double *step,
                       double tolerance)
{
    for (int i = 0; i < fit->parameter_count; i++) {
        const double deviation = sqrt(sums->information[packed_index(i, i)]);
        if (!(fabs(step[i]) <= tolerance * (1 + fabs(fit->estimate[i]))))
            return false;
        if (!(fabs(sums->gradient[i]) <= tolerance * deviation + 1e-14 * deviation * deviation))
            return false;
    }
    return true;
}

/* Moves the estimate along `step`, halved until the likelihood does not fall, and brings `sums` to
 * the new place. The slack is the rounding of the likelihood itself, which near the top is larger
 * than what a step gains. */
static bool take_step(const LogitModel *model, const LogitDesign *design, int threads,
                      int max_passes, const double *step, LogitFit *fit, LogitSums *sums)
{
    const double before = sums->log_likelihood;
    const double slack = 1e-11 * (1 + fabs(before));
    double trial[LOGIT_MAX_PARAMETERS];
    for (int halving = 0; halving < MAX_HALVINGS; halving++) {
        const double share = ldexp(1, -halving);
        for (int i = 0; i < fit->parameter_count; i++)
            trial[i] = fit->estimate[i] + share * step[i];
        if (fit->band >= 0 && trial[fit->band] <= 0)
            continue; /* a band below zero has no likelihood */
        if (fit->passes >= max_passes)
            return false;
        logit_pass(model, design, trial, threads, sums);
        fit->passes++;
        if (sums->log_likelihood >= before - slack) {
            memcpy(fit->estimate, trial, (size_t)fit->parameter_count * sizeof *trial);
            return true;
        }
    }
    return false;
}

LogitStatus logit_newton(const LogitModel *model, const LogitDesign *design,
                         const LogitOptions *options, LogitFit *fit, double *step)
{
    const int threads = logit_threads(options->threads);
    const int max_passes = options->max_passes > 0 ? options->max_passes : DEFAULT_PASSES;
    const double tolerance = options->tolerance > 0 ? options->tolerance : default_tolerance;
    LogitSums sums;
    double factor[LOGIT_MAX_PACKED];
    double own_step[LOGIT_MAX_PARAMETERS];
    step = step != NULL ? step : own_step;

    lay_out(model, design, fit);
    const int n = fit->parameter_count;
    assert(options->start != NULL);
    memcpy(fit->estimate, options->start, (size_t)n * sizeof *fit->estimate);
    memset(step, 0, (size_t)n * sizeof *step);
    logit_pass(model, design, fit->estimate, threads, &sums);
    fit->passes = 1;
    for (;;) {
        fit->log_likelihood = sums.log_likelihood;
        memcpy(factor, sums.information, packed_size(n) * sizeof *factor);
        if (!isfinite(sums.log_likelihood) || !cholesky_factor(factor, n))
            return LOGIT_SINGULAR;
        memcpy(step, sums.gradient, (size_t)n * sizeof *step);
        cholesky_solve(factor, n, step);
        if (is_settled(fit, &sums, step, tolerance)) {
            /* For the covariance: the inverse information where the fit stands. */
            cholesky_inverse(factor, n, fit->covariance);
            return LOGIT_CONVERGED;
        }
        if (!take_step(model, design, threads, max_passes, step, fit, &sums))
            return fit->passes >= max_passes ? LOGIT_NOT_SETTLED : LOGIT_STALLED;
    }
}

/* Replaces the inverse information in `fit` by A^-1 B A^-1 times G/(G-1). */
static void make_sandwich(LogitFit *fit, const LogitMeat *meat)
{
    const int n = fit->parameter_count;
    const double *bread = fit->covariance;
    double half[LOGIT_MAX_PARAMETERS][LOGIT_MAX_PARAMETERS];
    double sandwich[LOGIT_MAX_PACKED];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += bread[packed_index(i, k)] * meat->outer[packed_index(k, j)];
            half[i][j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += half[i][k] * bread[packed_index(k, j)];
            sandwich[packed_index(i, j)] = sum * meat->clusters / (meat->clusters - 1);
        }
    memcpy(fit->covariance, sandwich, packed_size(n) * sizeof *sandwich);
}

static bool explain(LogitStatus status, const LogitDesign *design, const LogitFit *fit,
                    const double *step, Error *err)
{
    if (status == LOGIT_SINGULAR)
        return error_set(err, "the %s fit has no single answer: the information matrix is singular",
                         fit->model);
    int worst = 0;
    for (int i = 1; i < fit->parameter_count; i++)
        if (fabs(step[i]) > fabs(step[worst]))
            worst = i;
    return error_set(err,
                     "the %s fit has not converged after %d passes over the data: '%s' still moves "
                     "by %g a step",
                     fit->model, fit->passes, logit_parameter_name(design, fit, worst),
                     step[worst]);
}

bool logit_fit(const LogitModel *model, const LogitDesign *design, const LogitOptions *options,
               LogitFit *fit, Error *err)
{
    LogitFit result = {0};
    LogitMeat meat;
    double step[LOGIT_MAX_PARAMETERS];
    const LogitStatus status = logit_newton(model, design, options, &result, step);
    if (status != LOGIT_CONVERGED)
        return explain(status, design, &result, step, err);
    if (!options->without_covariance) {
        logit_meat(model, design, result.estimate, logit_threads(options->threads), &meat);
        if (meat.clusters < 2)
            return error_set(err,
                             "the %s fit has a single pair of games: its error cannot be known",
                             model->name);
        make_sandwich(&result, &meat);
        result.rows = meat.rows;
        result.clusters = meat.clusters;
    }
    *fit = result;
    return true;
}
