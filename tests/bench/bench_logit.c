/* How many rows a second one core reads in a pass of the fits, and what a whole fit takes. It
 * prints and judges nothing: times belong to machines. Usage: bench_logit [ROWS [TERMS [THREADS]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "engine/base/random.h"
#include "tuner/fractional_logit.h"
#include "tuner/ordered_logit.h"

enum { REPEATS = 5, DEFAULT_ROWS = 1000000, DEFAULT_TERMS = 8 };

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Pairs of games with random imbalances of the pieces. */
static bool fill(Dataset *data, long rows, int terms, Error *err)
{
    Random random;
    random_init_keyed(&random, 1, RANDOM_TEST, 8);
    dataset_init(data);
    for (int c = 0; c < terms; c++)
        if (!dataset_add_column(data, (const char[]){(char)('0' + c), '\0'}, err))
            return false;
    for (long row = 0; row < rows; row++) {
        int x[DATASET_MAX_COLUMNS];
        double eta = 0.1;
        for (int c = 0; c < terms; c++) {
            x[c] = (int)random_below(&random, 3) - 1;
            eta += 0.2 * (c % DEFAULT_TERMS + 1) * x[c];
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
    const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < REPEATS; i++)
        logit_pass(model, design, fit->estimate, 1, &sums);
    const double pass = (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) / REPEATS;
    printf("%-16s pass  %6.1f million rows a second\n", model->name,
           (double)design->data->row_count / pass / 1e6);
}

/* The least that makes sense for an argument; the default where it is not given. */
static long argument(int argc, char **argv, int place, long usual, long most)
{
    const long number = argc > place ? strtol(argv[place], NULL, 10) : usual;
    return number < 1 ? 1 : number > most ? most : number;
}

static long peak_megabytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

int main(int argc, char **argv)
{
    const long rows = argument(argc, argv, 1, DEFAULT_ROWS, 1000000000);
    const int terms = (int)argument(argc, argv, 2, DEFAULT_TERMS, DATASET_MAX_COLUMNS);
    const int threads = (int)argument(argc, argv, 3, 1, 1024);
    Dataset data;
    LogitFit fit;
    Error err = {""};
    const bool filled = fill(&data, rows, terms, &err);
    const LogitDesign design = logit_design(&data);
    const double start = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    const bool ok =
        filled && ordered_logit_fit(&design, &(LogitOptions){.threads = threads}, &fit, &err);
    if (ok) {
        printf("ordered logit    fit   %ld rows x %d terms: %.2f s, %.2f s of processor, %d "
               "threads, %d "
               "passes and the covariance, %ld MB\n",
               rows, terms, seconds(CLOCK_MONOTONIC) - wall,
               seconds(CLOCK_PROCESS_CPUTIME_ID) - start, threads, fit.passes, peak_megabytes());
        time_pass(&ordered_logit_model, &design, &fit);
        time_pass(&fractional_logit_model, &design, &fit);
    } else {
        fprintf(stderr, "bench_logit: %s\n", err.text);
    }
    dataset_release(&data);
    return ok ? 0 : 1;
}
