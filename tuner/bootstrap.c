#include "tuner/bootstrap.h"

#include <assert.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/random_gsl.h"
#include "tuner/ordered_logit.h"

enum { MAX_WEIGHT = 12 }; /* a greater Poisson(1) comes once in 6 billion */

/* Far below the spread of the replicates, and one pass fewer than the fit itself takes. */
static const double replicate_tolerance = 1e-6;

int bootstrap_weight(uint64_t run_key, int replicate, uint64_t cluster)
{
    Random random;
    random_init_keyed(&random, run_key, RANDOM_BOOTSTRAP,
                      hash_add(hash_mix((uint64_t)replicate), cluster));
    double left = random_uniform(&random);
    double probability = exp(-1.0);
    int weight = 0;
    while (left >= probability && weight < MAX_WEIGHT) {
        left -= probability;
        weight++;
        probability /= weight;
    }
    return weight;
}

uint32_t bootstrap_group_weight(uint64_t run_key, int replicate, uint64_t cluster, uint32_t count)
{
    if (count == 1)
        return (uint32_t)bootstrap_weight(run_key, replicate, cluster);
    Random random;
    gsl_rng rng = {.type = random_gsl_type, .state = &random};
    random_gsl_key(&rng, run_key, RANDOM_BOOTSTRAP,
                   hash_add(hash_mix((uint64_t)replicate), cluster));
    return gsl_ran_poisson(&rng, count);
}

/* Fits one replicate into `estimate`. False if that fails. */
static bool fit_replicate(const LogitDesign *design, const LogitFit *fit, int unit,
                          const BootstrapOptions *options, int replicate, uint32_t *weights,
                          double *estimate)
{
    const Dataset *data = design->data;
    for (size_t g = 0; g < data->cluster_count; g++)
        weights[g] = bootstrap_group_weight(options->run_key, replicate, data->cluster_ids[g],
                                            data->cluster_counts[g]);

    LogitDesign weighted = *design;
    weighted.cluster_weights = weights;
    const LogitOptions fit_options = {.threads = 1,
                                      .tolerance = replicate_tolerance,
                                      .start = fit->estimate,
                                      .without_covariance = true};
    LogitFit refit;
    Error ignored = {""};
    /* A replicate without draws is a fit of another shape, not one to average with. */
    if (!ordered_logit_fit(&weighted, &fit_options, &refit, &ignored)
        || refit.parameter_count != fit->parameter_count || !(refit.estimate[unit] > 0))
        return false;
    memcpy(estimate, refit.estimate, (size_t)fit->parameter_count * sizeof *estimate);
    return true;
}

static int compare_doubles(const void *left, const void *right)
{
    const double a = *(const double *)left;
    const double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The quantile at place (n + 1) p of the order statistics from 1 on, between two of them by linear
 * interpolation: an interval from the k-th lowest to the k-th highest of n then leaves out
 * 2 k / (n + 1), as it should, where (n - 1) p gives intervals too short for few replicates. */
static double quantile(const double *sorted, int count, double p)
{
    const double place = fmin(fmax((count + 1) * p - 1, 0), count - 1);
    const int below = (int)floor(place);
    const int above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

static Interval percentiles(double *values, int count, double level)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return (Interval){.low = quantile(values, count, (1 - level) / 2),
                      .high = quantile(values, count, (1 + level) / 2)};
}

/* `estimates` has a row of `n` a replicate, of which those with `good` count. */
static void summarise(const double *estimates, const bool *good, int n, int unit, double level,
                      Bootstrap *bootstrap)
{
    double *column = memory_new((size_t)bootstrap->replicates, sizeof *column);
    for (int i = 0; i < n; i++)
        for (int in_units = 0; in_units < 2; in_units++) {
            int count = 0;
            for (int r = 0; r < bootstrap->replicates; r++) {
                const double *row = estimates + (size_t)r * (size_t)n;
                if (good[r])
                    column[count++] = in_units ? row[i] / row[unit] : row[i];
            }
            *(in_units ? &bootstrap->values[i] : &bootstrap->log_odds[i]) =
                percentiles(column, count, level);
        }
    free(column);
}

bool bootstrap_run(const LogitDesign *design, const LogitFit *fit, int unit,
                   const BootstrapOptions *options, Bootstrap *bootstrap, Error *err)
{
    const double level = options->level > 0 ? options->level : 0.95;
    const int replicates = options->replicates;
    const int threads = logit_threads(options->threads);
    const int n = fit->parameter_count;
    const size_t clusters = design->data->cluster_count;
    if (replicates < 2 / (1 - level) - 1e-9)
        return error_set(err, "%d bootstrap replicates are too few for an interval of %g %%",
                         replicates, 100 * level);
    assert(unit >= 0 && unit < n && design->cluster_weights == NULL);

    double *estimates = memory_new((size_t)replicates * (size_t)n, sizeof *estimates);
    bool *good = memory_new((size_t)replicates, sizeof *good);
    uint32_t *weights = memory_new((size_t)threads * clusters, sizeof *weights);
#pragma omp parallel for default(none) num_threads(threads) schedule(dynamic, 1) \
    shared(design, fit, unit, options, replicates, n, clusters, estimates, good, weights)
    for (int r = 0; r < replicates; r++)
        good[r] = fit_replicate(design, fit, unit, options, r,
                                weights + (size_t)omp_get_thread_num() * clusters,
                                estimates + (size_t)r * (size_t)n);
    int failed = 0;
    for (int r = 0; r < replicates; r++)
        failed += !good[r];
    bool ok = true;
    if (failed > replicates / 20) {
        ok = error_set(err, "%d of %d bootstrap fits failed: too few games for this interval",
                       failed, replicates);
    } else {
        *bootstrap = (Bootstrap){.replicates = replicates, .failed = failed};
        summarise(estimates, good, n, unit, level, bootstrap);
    }
    free(weights);
    free(good);
    free(estimates);
    return ok;
}
