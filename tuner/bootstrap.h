/* The cluster bootstrap of piece values: how the ratios would have come out with other pairs.
 *
 * Each replicate gives each pair a weight drawn from Poisson(1) and fits again; the percentiles of
 * the replicates' values are the interval. Unlike drawing n pairs out of n, the weight of a pair is
 * a function of (run key, replicate, pair) alone, so that it needs no knowledge of the other pairs
 * and is the same for any number of threads. */
#pragma once

#include "selfplay/interval.h"
#include "tuner/logit_fit.h"

typedef struct BootstrapOptions {
    uint64_t run_key;
    int replicates; /* at least 2 / (1 - level): 40 for 95 % */
    int threads;    /* 0: as many as OpenMP offers */
    double level;   /* 0: 0.95 */
} BootstrapOptions;

typedef struct Bootstrap {
    Interval values[LOGIT_MAX_PARAMETERS];   /* parameter / unit */
    Interval log_odds[LOGIT_MAX_PARAMETERS]; /* of the parameter */
    int replicates;
    int failed; /* fits that did not converge, or whose unit was not positive; left out */
} Bootstrap;

/* Weight of a pair in a replicate: 0, 1, 2, ... with mean 1. */
int bootstrap_weight(uint64_t run_key, int replicate, uint64_t cluster);

/* Weight of `count` pairs that are alike and held once, of which `cluster` is the first: their sum,
 * drawn at once from Poisson(count). For a single one it is bootstrap_weight(). */
uint32_t bootstrap_group_weight(uint64_t run_key, int replicate, uint64_t cluster, uint32_t count);

/* Refits the model of `fit`, an ordered logit of this design, in every replicate. `unit` is the
 * parameter that the others are divided by. More than one failure in twenty is an error: what is
 * left would be a choice of the tame replicates. */
bool bootstrap_run(const LogitDesign *design, const LogitFit *fit, int unit,
                   const BootstrapOptions *options, Bootstrap *bootstrap, Error *err);
