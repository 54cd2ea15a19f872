/* Symmetric matrices of a few dozen rows: factor, solve, invert. In place, without allocation, and
 * always in the same order of operations, so that it may run inside a parallel region and give the
 * same bits everywhere.
 *
 * A matrix is its lower triangle, row after row: element (i, j), j <= i, is at i(i+1)/2 + j. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

static inline size_t packed_size(int n) { return (size_t)n * ((size_t)n + 1) / 2; }

/* The place of element (i, j), in either order. */
static inline size_t packed_index(int i, int j)
{
    return i >= j ? packed_size(i) + (size_t)j : packed_size(j) + (size_t)i;
}

/* Replaces `a` by L with a = L L'. False if `a` is not safely positive definite: some column is,
 * but for rounding, a combination of the ones before it. `a` is then lost. */
bool cholesky_factor(double *a, int n);

/* Replaces `x` by the solution of L L' y = x. */
void cholesky_solve(const double *l, int n, double *x);

/* Writes the packed inverse of L L' to `inverse`. */
void cholesky_inverse(const double *l, int n, double *inverse);
