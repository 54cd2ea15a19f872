#include "selfplay/interval.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

double interval_z(double level)
{
    assert(level > 0 && level < 1);
    return gsl_cdf_ugaussian_Qinv((1 - level) / 2);
}

double interval_level_t(double level, double degrees)
{
    assert(level > 0 && level < 1);
    const double t = gsl_cdf_tdist_Qinv((1 - level) / 2, fmax(degrees, 1));
    return 1 - 2 * gsl_cdf_ugaussian_Q(t);
}

double interval_normal_below(double z) { return gsl_cdf_ugaussian_P(z); }

Interval interval_normal(double estimate, double error, double level)
{
    const double half = interval_z(level) * error;
    return (Interval){.low = estimate - half, .high = estimate + half};
}

double interval_ratio_error(const Ratio *ratio)
{
    const double v = ratio->a / ratio->b;
    const double var = ratio->var_a - 2 * v * ratio->cov_ab + v * v * ratio->var_b;
    /* A sum of squares but for rounding: of a/a it is 0 and may come out as -1e-20. */
    return sqrt(fmax(var, 0)) / fabs(ratio->b);
}

Interval interval_ratio_delta(const Ratio *ratio, double level)
{
    return interval_normal(ratio->a / ratio->b, interval_ratio_error(ratio), level);
}

bool interval_ratio_fieller(const Ratio *ratio, double level, Interval *interval)
{
    /* The v with (a - v b)^2 <= z^2 (var a - 2 v cov + v^2 var b): a quadratic in v, whose set is
     * bounded if and only if its leading coefficient is positive. */
    const double z2 = interval_z(level) * interval_z(level);
    const double leading = ratio->b * ratio->b - z2 * ratio->var_b;
    if (!(leading > 0))
        return false;
    const double middle = ratio->a * ratio->b - z2 * ratio->cov_ab;
    const double last = ratio->a * ratio->a - z2 * ratio->var_a;
    const double root = sqrt(fmax(middle * middle - leading * last, 0));
    *interval = (Interval){.low = (middle - root) / leading, .high = (middle + root) / leading};
    return true;
}

double effective_size(const double *weights, size_t count)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) {
        sum += weights[i];
        squares += weights[i] * weights[i];
    }
    return squares > 0 ? sum * sum / squares : 0;
}

static int compare_keys(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left;
    const uint64_t b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

size_t effective_distinct(uint64_t *keys, size_t count)
{
    size_t distinct = 0;
    if (count > 0)
        qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++)
        distinct += i == 0 || keys[i] != keys[i - 1];
    return distinct;
}

double interval_elo(double log_odds) { return log_odds * 400 / log(10); }
