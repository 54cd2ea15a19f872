/* Passes over the rows for models of the logit family: log likelihood, gradient and information
 * at given parameters, in one reading of the data.
 *
 * A model has a linear predictor eta = b0 + sum b_i x_i for a row and perhaps one parameter more,
 * the half width t of the draw band. All that a model says about a batch of rows goes into
 * LogitTerms; what the pass does with it is the same for every model.
 *
 * Parameters are ordered: b0 (the first move) if the design has it, one b for each column of the
 * design, t if the model has it.
 *
 * Threads and bits. The clusters are cut into blocks of fixed size, whatever the number of
 * threads; each block is summed on its own, and the sums are added in the order of the blocks. The
 * sum is therefore the same to the last bit for any number of threads. */
#pragma once

#include <stdint.h>

#include "tuner/dataset.h"

enum {
    LOGIT_BATCH = 128, /* rows worked on at a time, so that they stay in the first cache */
    LOGIT_MAX_PARAMETERS = DATASET_MAX_COLUMNS + 2,
    LOGIT_MAX_PACKED = LOGIT_MAX_PARAMETERS * (LOGIT_MAX_PARAMETERS + 1) / 2,
};

/* Which part of the data a fit looks at. Pointers are borrowed. */
typedef struct LogitDesign {
    const Dataset *data;
    int columns[DATASET_MAX_COLUMNS]; /* of the data */
    int column_count;
    bool first_move; /* with b0 */
    /* Rows with something other than 0 in one of these columns take no part. The choice looks at
     * the x of a row only, never at its outcome, so it does not bias the fit. */
    int excluding[DATASET_MAX_COLUMNS];
    int excluding_count;
    const uint32_t *cluster_weights; /* how often each counts; NULL: as often as it was added */
} LogitDesign;

/* A model's word on a batch; all but the log likelihood an array over its rows, weights included.
 */
typedef struct LogitTerms {
    double score_eta[LOGIT_BATCH];  /* d log P / d eta */
    double score_band[LOGIT_BATCH]; /* d log P / d t */
    double info_eta[LOGIT_BATCH];   /* -d2 log P / d eta2 */
    double info_cross[LOGIT_BATCH]; /* -d2 log P / d eta d t */
    double info_band[LOGIT_BATCH];  /* -d2 log P / d t2 */
    double log_likelihood;
} LogitTerms;

typedef struct LogitModel {
    const char *name;
    bool has_band;
    void (*terms)(const double *eta, const uint8_t *outcomes, const double *weights, int count,
                  double band, LogitTerms *terms);
} LogitModel;

/* What a pass brings home. Matrices are packed (cholesky.h). */
typedef struct LogitSums {
    double log_likelihood;
    double gradient[LOGIT_MAX_PARAMETERS];
    double information[LOGIT_MAX_PACKED];
} LogitSums;

/* What the covariance needs: the sum over clusters of the outer product of the cluster's score with
 * itself, and how much took part. A cluster of weight w counts as w clusters alike. */
typedef struct LogitMeat {
    double outer[LOGIT_MAX_PACKED];
    double rows;
    double clusters;
} LogitMeat;

/* A design with all columns and the first move. */
LogitDesign logit_design(const Dataset *data);

int logit_parameter_count(const LogitModel *model, const LogitDesign *design);

/* `threads` is at least 1. */
void logit_pass(const LogitModel *model, const LogitDesign *design, const double *parameters,
                int threads, LogitSums *sums);
void logit_meat(const LogitModel *model, const LogitDesign *design, const double *parameters,
                int threads, LogitMeat *meat);

static inline double logit_cluster_weight(const LogitDesign *design, size_t cluster)
{
    return design->cluster_weights != NULL ? design->cluster_weights[cluster]
                                           : design->data->cluster_counts[cluster];
}

/* Whether the row takes part, cluster weights aside. */
bool logit_row_taken(const LogitDesign *design, size_t row);

/* The weighted number of rows with each outcome: losses, draws, wins of White. */
void logit_count_outcomes(const LogitDesign *design, double counts[3]);
