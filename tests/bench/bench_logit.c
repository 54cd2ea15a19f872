/* How many rows a second one core reads in a pass of the fits, at 8 terms. It prints and judges
 * nothing: times belong to machines. Usage: bench_logit [ROWS] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/random.h"
#include "tuner/fractional_logit.h"
#include "tuner/ordered_logit.h"

enum { TERMS = 8, REPEATS = 5, DEFAULT_ROWS = 1000000 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Pairs of games with random imbalances of eight pieces. */
static bool fill(Dataset *data, long rows, Error *err)
{
    Random random;
    random_init_keyed(&random, 1, RANDOM_TEST, 8);
    dataset_init(data);
    for (int c = 0; c < TERMS; c++)
        if (!dataset_add_column(data, (const char[]){(char)('a' + c), '\0'}, err))
            return false;
    for (long row = 0; row < rows; row++) {
        int x[TERMS];
        double eta = 0.1;
        for (int c = 0; c < TERMS; c++) {
            x[c] = (int)random_below(&random, 3) - 1;
            eta += 0.2 * (c + 1) * x[c];
        }
        const double u = random_uniform(&random);
        const double loss = 1 / (1 + exp(0.6 + eta)), win = 1 / (1 + exp(0.6 - eta));
        const int outcome = u < loss ? DATASET_LOSS : u < loss + win ? DATASET_WIN : DATASET_DRAW;
        if (!dataset_add_row(data, x, outcome, (uint64_t)row / 2, err))
            return false;
    }
    return true;
}

static void time_pass(const LogitModel *model, const LogitDesign *design, const LogitFit *fit)
{
    LogitSums sums;
    const double start = cpu_seconds();
    for (int i = 0; i < REPEATS; i++)
        logit_pass(model, design, fit->estimate, 1, &sums);
    const double seconds = (cpu_seconds() - start) / REPEATS;
    printf("%-16s pass  %6.1f million rows a second\n", model->name,
           (double)design->data->row_count / seconds / 1e6);
}

int main(int argc, char **argv)
{
    const long rows = argc > 1 ? strtol(argv[1], NULL, 10) : DEFAULT_ROWS;
    Dataset data;
    LogitFit fit;
    Error err = {""};
    const bool filled = fill(&data, rows, &err);
    const LogitDesign design = logit_design(&data);
    const double start = cpu_seconds();
    const bool ok = filled && ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &fit, &err);
    if (ok) {
        printf("ordered logit    fit   %6.2f s for %ld rows, %d passes and the covariance\n",
               cpu_seconds() - start, rows, fit.passes);
        time_pass(&ordered_logit_model, &design, &fit);
        time_pass(&fractional_logit_model, &design, &fit);
    } else {
        fprintf(stderr, "bench_logit: %s\n", err.text);
    }
    dataset_release(&data);
    return ok ? 0 : 1;
}
