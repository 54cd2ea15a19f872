#include "tuner/logit_pass.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tuner/cholesky.h"

/* Some 4000 rows where clusters are pairs: long enough to hide what a block costs, short enough to
 * share fifty thousand games among a dozen cores. Part of every result: another size adds the same
 * numbers in another order. */
enum { BLOCK_CLUSTERS = 2048 };

enum { MAX_TERMS = DATASET_MAX_COLUMNS + 1 };

/* A batch of rows as the kernel wants it: term by term, so that each sum runs along memory. Rows
 * beyond `count` up to `padded`, a multiple of 4, are zero throughout. */
typedef struct Batch {
    double z[MAX_TERMS][LOGIT_BATCH];
    double eta[LOGIT_BATCH];
    double weights[LOGIT_BATCH];
    double scaled[LOGIT_BATCH];
    LogitTerms terms;
    int count;
    int padded;
} Batch;

LogitDesign logit_design(const Dataset *data)
{
    LogitDesign design = {.data = data, .column_count = data->column_count, .first_move = true};
    for (int c = 0; c < data->column_count; c++)
        design.columns[c] = c;
    return design;
}

static int term_count(const LogitDesign *design)
{
    return design->column_count + (design->first_move ? 1 : 0);
}

int logit_parameter_count(const LogitModel *model, const LogitDesign *design)
{
    return term_count(design) + (model->has_band ? 1 : 0);
}

bool logit_row_taken(const LogitDesign *design, size_t row)
{
    for (int i = 0; i < design->excluding_count; i++)
        if (design->data->columns[design->excluding[i]][row] != 0)
            return false;
    return true;
}

void logit_count_outcomes(const LogitDesign *design, double counts[3])
{
    const Dataset *data = design->data;
    counts[0] = counts[1] = counts[2] = 0;
    for (size_t g = 0; g < data->cluster_count; g++) {
        const double weight = logit_cluster_weight(design, g);
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1]; row++)
            if (logit_row_taken(design, row))
                counts[data->outcomes[row]] += weight;
    }
}

/* The weight of each row of the batch that starts at `first`; `*cluster` is the cluster of that row
 * and becomes that of the last one. */
static void fill_weights(const LogitDesign *design, size_t first, size_t *cluster, Batch *batch)
{
    if (design->cluster_weights == NULL && design->excluding_count == 0
        && design->data->groups == NULL) {
        for (int r = 0; r < batch->count; r++)
            batch->weights[r] = 1;
        return;
    }
    const Dataset *data = design->data;
    for (int r = 0; r < batch->count; r++) {
        const size_t row = first + (size_t)r;
        while (data->cluster_starts[*cluster + 1] <= row)
            ++*cluster;
        batch->weights[r] =
            logit_row_taken(design, row) ? logit_cluster_weight(design, *cluster) : 0;
    }
}

static void pad(double *values, const Batch *batch)
{
    for (int r = batch->count; r < batch->padded; r++)
        values[r] = 0;
}

/* Reads rows first .. last-1 (at most LOGIT_BATCH) and lets the model judge them. */
static void load_batch(const LogitModel *model, const LogitDesign *design, const double *parameters,
                       size_t first, size_t last, size_t *cluster, Batch *batch)
{
    const int terms = term_count(design);
    const int offset = design->first_move ? 1 : 0;
    batch->count = (int)(last - first);
    batch->padded = (batch->count + 3) & ~3;
    assert(batch->count > 0 && batch->count <= LOGIT_BATCH);

    const double constant = design->first_move ? parameters[0] : 0;
    for (int r = 0; r < batch->count; r++)
        batch->eta[r] = constant;
    if (design->first_move) {
        for (int r = 0; r < batch->count; r++)
            batch->z[0][r] = 1;
        pad(batch->z[0], batch);
    }
    for (int i = 0; i < design->column_count; i++) {
        const int16_t *x = design->data->columns[design->columns[i]] + first;
        const double b = parameters[offset + i];
        double *z = batch->z[offset + i];
        for (int r = 0; r < batch->count; r++) {
            z[r] = x[r];
            batch->eta[r] += b * z[r];
        }
        pad(z, batch);
    }
    fill_weights(design, first, cluster, batch);
    model->terms(batch->eta, design->data->outcomes + first, batch->weights, batch->count,
                 model->has_band ? parameters[terms] : 0, &batch->terms);
    pad(batch->terms.score_eta, batch);
    pad(batch->terms.info_eta, batch);
    if (model->has_band) {
        pad(batch->terms.score_band, batch);
        pad(batch->terms.info_cross, batch);
        pad(batch->terms.info_band, batch);
    }
}

/* Four running sums, which the compiler turns into vectors: a single one would wait for each
 * addition (3 times slower, gcc 12). The order is part of the result. */
static double dot(const double *a, const double *b, int padded)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int r = 0; r < padded; r += 4) {
        s0 += a[r] * b[r];
        s1 += a[r + 1] * b[r + 1];
        s2 += a[r + 2] * b[r + 2];
        s3 += a[r + 3] * b[r + 3];
    }
    return (s0 + s1) + (s2 + s3);
}

static double total(const double *a, int padded)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int r = 0; r < padded; r += 4) {
        s0 += a[r];
        s1 += a[r + 1];
        s2 += a[r + 2];
        s3 += a[r + 3];
    }
    return (s0 + s1) + (s2 + s3);
}

/* The sums of a block lie in a row of doubles: log likelihood, gradient, packed information. */
static void add_batch(const LogitModel *model, int terms, Batch *batch, double *sums)
{
    const int n = batch->padded;
    double *gradient = sums + 1;
    double *information = gradient + terms + (model->has_band ? 1 : 0);
    sums[0] += batch->terms.log_likelihood;
    for (int i = 0; i < terms; i++) {
        gradient[i] += dot(batch->terms.score_eta, batch->z[i], n);
        for (int r = 0; r < n; r++)
            batch->scaled[r] = batch->terms.info_eta[r] * batch->z[i][r];
        double *row = information + packed_size(i);
        for (int j = 0; j <= i; j++)
            row[j] += dot(batch->scaled, batch->z[j], n);
    }
    if (!model->has_band)
        return;
    gradient[terms] += total(batch->terms.score_band, n);
    double *row = information + packed_size(terms);
    for (int j = 0; j < terms; j++)
        row[j] += dot(batch->terms.info_cross, batch->z[j], n);
    row[terms] += total(batch->terms.info_band, n);
}

/* A block's rows: from *first to before *last. */
static void block_rows(const Dataset *data, size_t block, size_t *first, size_t *last)
{
    const size_t begin = block * BLOCK_CLUSTERS;
    const size_t end = begin + BLOCK_CLUSTERS;
    *first = data->cluster_starts[begin];
    *last = data->cluster_starts[end < data->cluster_count ? end : data->cluster_count];
}

static size_t block_count(const Dataset *data)
{
    return (data->cluster_count + BLOCK_CLUSTERS - 1) / BLOCK_CLUSTERS;
}

static void pass_block(const LogitModel *model, const LogitDesign *design, const double *parameters,
                       size_t block, double *sums)
{
    Batch batch;
    size_t first, last, cluster = block * BLOCK_CLUSTERS;
    block_rows(design->data, block, &first, &last);
    for (size_t row = first; row < last; row += LOGIT_BATCH) {
        const size_t end = row + LOGIT_BATCH < last ? row + LOGIT_BATCH : last;
        load_batch(model, design, parameters, row, end, &cluster, &batch);
        add_batch(model, term_count(design), &batch, sums);
    }
}

/* Finishes a cluster: adds score score' / weight, for the score holds the weight already and its
 * square would count it twice. */
static void add_cluster(const double *score, int count, double weight, double *outer)
{
    if (weight <= 0)
        return;
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++)
            outer[packed_size(i) + (size_t)j] += score[i] * score[j] / weight;
}

/* The sums of a block: rows, clusters, packed outer products. */
static void meat_block(const LogitModel *model, const LogitDesign *design, const double *parameters,
                       size_t block, double *sums)
{
    Batch batch;
    double score[LOGIT_MAX_PARAMETERS];
    const Dataset *data = design->data;
    const int terms = term_count(design);
    const int count = logit_parameter_count(model, design);
    const size_t begin = block * BLOCK_CLUSTERS;
    size_t end = begin + BLOCK_CLUSTERS;
    end = end < data->cluster_count ? end : data->cluster_count;
    for (size_t g = begin; g < end; g++) {
        double weight = 0;
        size_t cluster = g;
        memset(score, 0, sizeof score);
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1];) {
            const size_t left = data->cluster_starts[g + 1] - row;
            const size_t next = row + (left < LOGIT_BATCH ? left : LOGIT_BATCH);
            load_batch(model, design, parameters, row, next, &cluster, &batch);
            for (int i = 0; i < terms; i++)
                score[i] += dot(batch.terms.score_eta, batch.z[i], batch.padded);
            if (model->has_band)
                score[terms] += total(batch.terms.score_band, batch.padded);
            for (int r = 0; r < batch.count; r++) {
                weight = batch.weights[r] > weight ? batch.weights[r] : weight;
                sums[0] += batch.weights[r];
            }
            row = next;
        }
        sums[1] += weight;
        add_cluster(score, count, weight, sums + 2);
    }
}

typedef void BlockFunction(const LogitModel *, const LogitDesign *, const double *, size_t,
                           double *);

static void add_sums(const double *partial, size_t size, double *sums)
{
    for (size_t i = 0; i < size; i++)
        sums[i] += partial[i];
}

/* Runs `function` over all blocks and adds their `size` sums in the order of the blocks to `sums`.
 * One thread does the same additions in the same order with room for one block: no allocation,
 * so that the bootstrap may call it from many threads. */
static void sum_blocks(BlockFunction *function, const LogitModel *model, const LogitDesign *design,
                       const double *parameters, int threads, size_t size, double *sums)
{
    const size_t blocks = block_count(design->data);
    if ((size_t)threads > blocks)
        threads = (int)blocks; /* waking a thread that has nothing to do costs more than a block */
    memset(sums, 0, size * sizeof *sums);
    if (threads <= 1) {
        double partial[2 + LOGIT_MAX_PARAMETERS + LOGIT_MAX_PACKED];
        for (size_t block = 0; block < blocks; block++) {
            memset(partial, 0, size * sizeof *partial);
            function(model, design, parameters, block, partial);
            add_sums(partial, size, sums);
        }
        return;
    }
    const size_t stride = (size + 7) & ~(size_t)7; /* whole cache lines: no false sharing */
    double *partial = memory_new_aligned((blocks + 1) * stride * sizeof *partial);
#pragma omp parallel for default(none) num_threads(threads) schedule(dynamic, 1) \
    shared(function, model, design, parameters, blocks, stride, partial)
    for (size_t block = 0; block < blocks; block++)
        function(model, design, parameters, block, partial + block * stride);
    for (size_t block = 0; block < blocks; block++)
        add_sums(partial + block * stride, size, sums);
    free(partial);
}

void logit_pass(const LogitModel *model, const LogitDesign *design, const double *parameters,
                int threads, LogitSums *sums)
{
    double flat[1 + LOGIT_MAX_PARAMETERS + LOGIT_MAX_PACKED];
    const int count = logit_parameter_count(model, design);
    const size_t size = 1 + (size_t)count + packed_size(count);
    sum_blocks(pass_block, model, design, parameters, threads, size, flat);
    sums->log_likelihood = flat[0];
    memcpy(sums->gradient, flat + 1, (size_t)count * sizeof *flat);
    memcpy(sums->information, flat + 1 + count, packed_size(count) * sizeof *flat);
}

void logit_meat(const LogitModel *model, const LogitDesign *design, const double *parameters,
                int threads, LogitMeat *meat)
{
    double flat[2 + LOGIT_MAX_PACKED];
    const int count = logit_parameter_count(model, design);
    sum_blocks(meat_block, model, design, parameters, threads, 2 + packed_size(count), flat);
    meat->rows = flat[0];
    meat->clusters = flat[1];
    memcpy(meat->outer, flat + 2, packed_size(count) * sizeof *flat);
}
