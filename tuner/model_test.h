/* Do some terms of a model earn their place? The fit with them against the fit without.
 *
 * The likelihood ratio 2 (l1 - l0) is chi-squared with as many degrees of freedom as there are
 * terms, if the games are independent (Wilks 1938). Games of a pair are not, and then it rejects
 * too often or too seldom (Rotnitzky and Jewell 1990); so it is told, and what decides is Wald's
 * test with the covariance clustered by pair:
 *
 *     W = b' V^-1 b,     W / q  ~  F(q, d)
 *
 * b the q terms' coefficients, V their block of the clustered covariance, and for d, which with few
 * clusters matters, the clusters less one (Cameron and Miller 2015, section VI); the clusters are
 * counted by their effective number, as for the intervals (piece_values.c). */
#pragma once

#include "tuner/logit_fit.h"

typedef struct WaldTest {
    int terms;      /* q */
    double f;       /* W / q */
    double degrees; /* d */
    double p;       /* how likely so large a W is when all the terms are 0 */
} WaldTest;

/* Tests numbers whose covariance `block` is, packed (cholesky.h); it is lost. `effective`: pairs
 * that tell them from others. A singular covariance is an error. */
bool wald_test(const double *estimates, double *block, int count, double effective, WaldTest *test,
               Error *err);

typedef struct ModelTest {
    double likelihood_ratio, likelihood_ratio_p;
    WaldTest wald;
} ModelTest;

/* Tests the design's columns in places [first, column_count), at least one and not all, which
 * `fit`, an ordered logit of the design, has estimates of. `effective`: pairs that tell these terms
 * from the others. */
bool model_test(const LogitDesign *design, const LogitFit *fit, int first, double effective,
                int threads, ModelTest *test, Error *err);
