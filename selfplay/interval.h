/* Intervals for what the fits estimate: of one number, of a ratio of two, and how many of the
 * observations are really different ones. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Interval {
    double low;
    double high;
} Interval;

/* A ratio a/b of two estimates with their covariance. */
typedef struct Ratio {
    double a, b;
    double var_a, var_b, cov_ab;
} Ratio;

/* The z of a two-sided interval: 1.95996 for a level of 0.95. */
double interval_z(double level);

/* The level at which a normal interval is as wide as one by Student's t with that many degrees of
 * freedom at `level`: what to ask of the functions below where an error is itself estimated from
 * few clusters. Below 1 degree as with 1. */
double interval_level_t(double level, double degrees);

/* How likely a standard normal number is below `z`. */
double interval_normal_below(double z);

Interval interval_normal(double estimate, double error, double level);

/* The standard error of a/b by the delta method:
 *     var(a/b) = ( var a - 2 v cov + v^2 var b ) / b^2,   v = a/b.
 * A first-order formula: good while b is many standard errors from 0. */
double interval_ratio_error(const Ratio *ratio);
Interval interval_ratio_delta(const Ratio *ratio, double level);

/* Fieller's interval (1954): all v for which a - v b is not significantly different from 0, exact
 * for normal estimates however uncertain b is. False, and `interval` unchanged, if b is itself not
 * significantly different from 0: then no bounded set has the coverage. */
bool interval_ratio_fieller(const Ratio *ratio, double level, Interval *interval);

/* Kish's effective sample size ( sum w )^2 / sum w^2: how many equal weights would be as good.
 * 0 when all weights are 0. Weights are not negative. */
double effective_size(const double *weights, size_t count);

/* The effective number of different observations among `count`, of which equal keys mean identical
 * ones (the hash of a pair's moves): each different key once. A thousand times the same pair is 1.
 * It sorts `keys`. */
size_t effective_distinct(uint64_t *keys, size_t count);

/* Elo points of a difference in log odds: 400 / ln 10 each. */
double interval_elo(double log_odds);
