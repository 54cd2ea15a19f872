/* Maximum likelihood for the models of logit_pass.h: Newton's method with step halving, and the
 * covariance of the estimates clustered by pair. */
#pragma once

#include "tuner/logit_pass.h"

typedef struct LogitOptions {
    int threads;         /* 0: as many as OpenMP offers */
    int max_passes;      /* over the data, 0: 60 */
    double tolerance;    /* 0: 1e-9; see logit_newton() */
    const double *start; /* parameters to start at, NULL: the model's own choice */
    bool without_covariance;
} LogitOptions;

/* All parameters in the order of logit_pass.h. */
typedef struct LogitFit {
    const char *model;
    int parameter_count;
    int first_move;   /* the place of b0, -1 where the design has none */
    int first_column; /* the place of the design's first column */
    int band;         /* the place of t, -1 where the model has none */
    double estimate[LOGIT_MAX_PARAMETERS];
    double covariance[LOGIT_MAX_PACKED];
    double log_likelihood;
    double rows;     /* that took part, weights counted */
    double clusters; /* likewise */
    int passes;      /* over the data */
} LogitFit;

typedef enum LogitStatus {
    LOGIT_CONVERGED,
    LOGIT_SINGULAR,    /* the data do not determine all parameters */
    LOGIT_STALLED,     /* no step, however short, makes it better: not seen on concave models */
    LOGIT_NOT_SETTLED, /* the pass limit; the estimates of separable data run away */
} LogitStatus;

/* Fills in `fit` but for covariance, rows and clusters. Converged means both: the next step is
 * below the tolerance beside 1 + |estimate|, and the gradient is below the tolerance in units of
 * its own standard deviation. `step`, if not NULL, gets the last step: where the estimates were
 * running when they did not settle. */
LogitStatus logit_newton(const LogitModel *model, const LogitDesign *design,
                         const LogitOptions *options, LogitFit *fit, double *step);

/* The whole fit. A fit that does not converge is an error that says why. The covariance is
 *     G/(G-1) A^-1 ( sum over clusters s s' ) A^-1,
 * A the information and s the score of a cluster (Liang and Zeger 1986). */
bool logit_fit(const LogitModel *model, const LogitDesign *design, const LogitOptions *options,
               LogitFit *fit, Error *err);

/* The number of threads that a fit uses for an option, at least 1. */
int logit_threads(int option);

double logit_covariance(const LogitFit *fit, int i, int j);
double logit_error(const LogitFit *fit, int i); /* standard error */

/* The name of a parameter of a fit of this design: "first move", a column, "draw band". */
const char *logit_parameter_name(const LogitDesign *design, const LogitFit *fit, int i);
