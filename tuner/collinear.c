#include "tuner/collinear.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tuner/cholesky.h"
#include "tuner/fractional_logit.h"

/* The information is a sum of whole numbers times 1/4 and exact; elimination rounds to some 1e-14.
 * One row in a hundred million that breaks a tie leaves 1e-8. */
static const double least_share = 1e-9;

/* A factor in a sum smaller than this is the rounding of 0. */
static const double least_factor = 1e-6;

/* The packed information at equal chances. Returns the number of terms. */
static int information_at_zero(const LogitDesign *design, int threads, LogitSums *sums)
{
    static const double zero[LOGIT_MAX_PARAMETERS];
    logit_pass(&fractional_logit_model, design, zero, logit_threads(threads), sums);
    return logit_parameter_count(&fractional_logit_model, design);
}

/* Gauss-Jordan elimination of term `p` from all rows but its own. */
static void eliminate(double (*a)[LOGIT_MAX_PARAMETERS], int n, int p)
{
    const double pivot = a[p][p];
    for (int j = 0; j < n; j++)
        a[p][j] /= pivot;
    for (int i = 0; i < n; i++) {
        const double factor = a[i][p];
        if (i == p || factor == 0)
            continue;
        for (int j = 0; j < n; j++)
            a[i][j] -= factor * a[p][j];
    }
}

void collinear_find(const LogitDesign *design, int threads, Collinear *collinear)
{
    LogitSums sums;
    double scale[LOGIT_MAX_PARAMETERS];
    const int n = information_at_zero(design, threads, &sums);
    double(*a)[LOGIT_MAX_PARAMETERS] = collinear->factor;
    memset(collinear, 0, sizeof *collinear);
    collinear->term_count = n;
    collinear->conditioning = 1;
    for (int i = 0; i < n; i++)
        scale[i] = sqrt(sums.information[packed_index(i, i)]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = sums.information[packed_index(i, j)] / (scale[i] * scale[j]);

    for (int p = 0; p < n; p++) {
        if (!(a[p][p] > least_share))
            continue;
        collinear->is_pivot[p] = true;
        collinear->conditioning = fmin(collinear->conditioning, a[p][p]);
        eliminate(a, n, p);
    }
    for (int p = 0; p < n; p++)
        for (int j = 0; j < n; j++) {
            const bool in_sum = collinear->is_pivot[p] && !collinear->is_pivot[j];
            const double factor = in_sum ? a[p][j] * scale[j] / scale[p] : p == j;
            a[p][j] = fabs(factor) > least_factor ? factor : 0;
            collinear->has_sum[p] = collinear->has_sum[p] || (in_sum && a[p][j] != 0);
        }
}

bool collinear_is_free(const Collinear *collinear, int term)
{
    return collinear->is_pivot[term] && !collinear->has_sum[term];
}

static const char *term_name(const LogitDesign *design, int term)
{
    if (design->first_move && term == 0)
        return "first move";
    return design->data->names[design->columns[term - (design->first_move ? 1 : 0)]];
}

static void add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

static void add_sum(const Collinear *collinear, const LogitDesign *design, int pivot, char *text,
                    size_t size)
{
    add(text, size, "%s", term_name(design, pivot));
    for (int j = 0; j < collinear->term_count; j++) {
        const double factor = collinear->factor[pivot][j];
        if (j == pivot || factor == 0)
            continue;
        add(text, size, factor > 0 ? " + " : " - ");
        if (fabs(fabs(factor) - 1) > least_factor)
            add(text, size, "%.4g ", fabs(factor));
        add(text, size, "%s", term_name(design, j));
    }
}

void collinear_name(const Collinear *collinear, const LogitDesign *design, int term, char *text,
                    size_t size)
{
    text[0] = '\0';
    add_sum(collinear, design, term, text, size);
}

/* The terms bound to `term` by sums: the dependent terms of its sums, and the pivots of theirs. */
static void find_group(const Collinear *collinear, int term, bool group[LOGIT_MAX_PARAMETERS])
{
    const int n = collinear->term_count;
    for (int j = 0; j < n; j++)
        group[j] = j == term
                   || (!collinear->is_pivot[j] && collinear->is_pivot[term]
                       && collinear->factor[term][j] != 0);
    for (int p = 0; p < n; p++)
        for (int j = 0; j < n; j++)
            if (collinear->has_sum[p] && !collinear->is_pivot[j] && group[j])
                group[p] = group[p] || collinear->factor[p][j] != 0;
}

void collinear_reason(const Collinear *collinear, const LogitDesign *design, int term, char *text,
                      size_t size)
{
    bool group[LOGIT_MAX_PARAMETERS];
    const int n = collinear->term_count;
    int sums = 0, named = 0;
    find_group(collinear, term, group);
    text[0] = '\0';
    add(text, size, "it moves together with ");
    for (int j = 0; j < n; j++)
        if (group[j] && j != term)
            add(text, size, "%s%s", named++ > 0 ? ", " : "", term_name(design, j));
    add(text, size, ": only ");
    for (int p = 0; p < n; p++) {
        if (!collinear->has_sum[p] || !group[p])
            continue;
        add(text, size, "%s", sums++ > 0 ? " and " : "");
        add_sum(collinear, design, p, text, size);
    }
    add(text, size, " %s identifiable", sums > 1 ? "are" : "is");
}

/* r^2 of each term of a row, added to q. `inverse` is that of the information: the residual of term
 * j is (inverse z)_j / inverse_jj. */
static void add_residuals(const LogitDesign *design, const double *inverse, int terms, size_t row,
                          double *q)
{
    double z[LOGIT_MAX_PARAMETERS] = {0};
    const int offset = design->first_move ? 1 : 0;
    if (design->first_move)
        z[0] = 1;
    for (int i = 0; i < design->column_count; i++)
        z[offset + i] = design->data->columns[design->columns[i]][row];
    for (int j = 0; j < terms; j++) {
        double sum = 0;
        for (int k = 0; k < terms; k++)
            sum += inverse[packed_index(j, k)] * z[k];
        const double residual = sum / inverse[packed_index(j, j)];
        q[j] += residual * residual;
    }
}

int collinear_effective(const LogitDesign *design, int threads,
                        double effective[LOGIT_MAX_PARAMETERS])
{
    const Dataset *data = design->data;
    LogitSums sums;
    double inverse[LOGIT_MAX_PACKED];
    double total[LOGIT_MAX_PARAMETERS] = {0}, squares[LOGIT_MAX_PARAMETERS] = {0};
    const int n = information_at_zero(design, threads, &sums);
    const bool regular = cholesky_factor(sums.information, n);
    assert(regular);
    (void)regular;
    cholesky_inverse(sums.information, n, inverse);
    for (size_t g = 0; g < data->cluster_count; g++) {
        double q[LOGIT_MAX_PARAMETERS] = {0};
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1]; row++)
            if (logit_row_taken(design, row))
                add_residuals(design, inverse, n, row, q);
        for (int j = 0; j < n; j++) {
            total[j] += data->cluster_counts[g] * q[j];
            squares[j] += data->cluster_counts[g] * q[j] * q[j];
        }
    }
    for (int j = 0; j < n; j++)
        effective[j] = squares[j] > 0 ? total[j] * total[j] / squares[j] : 0;
    return n;
}
