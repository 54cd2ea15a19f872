#include "tuner/cholesky.h"

#include <assert.h>
#include <math.h>

/* What is left of a column's own square length when the columns before it are taken away, as a
 * share: below this the column counts as their combination. Sums of a million rows carry rounding
 * errors of some 1e-14; a real share that small is beyond any data. */
static const double pivot_share = 1e-12;

enum { CHOLESKY_MAX = 128 };

bool cholesky_factor(double *a, int n)
{
    for (int i = 0; i < n; i++) {
        double *row = a + packed_size(i);
        for (int j = 0; j < i; j++) {
            const double *other = a + packed_size(j);
            double sum = row[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = sum / other[j];
        }
        double pivot = row[i];
        for (int k = 0; k < i; k++)
            pivot -= row[k] * row[k];
        /* Written so that a NaN fails too. */
        if (!(pivot > pivot_share * row[i]) || !(row[i] > 0) || !isfinite(pivot))
            return false;
        row[i] = sqrt(pivot);
    }
    return true;
}

void cholesky_solve(const double *l, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        const double *row = l + packed_size(i);
        for (int k = 0; k < i; k++)
            x[i] -= row[k] * x[k];
        x[i] /= row[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= l[packed_index(k, i)] * x[k];
        x[i] /= l[packed_index(i, i)];
    }
}

void cholesky_inverse(const double *l, int n, double *inverse)
{
    double column[CHOLESKY_MAX];
    assert(n <= CHOLESKY_MAX);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            column[i] = i == j;
        cholesky_solve(l, n, column);
        for (int i = j; i < n; i++)
            inverse[packed_index(i, j)] = column[i];
    }
}
