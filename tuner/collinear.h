/* Columns that are combinations of others, found in the information matrix at equal chances
 * (a quarter of Z'Z, Z with a column of ones for the first move), scaled to a diagonal of ones.
 *
 * Elimination goes through the terms in order. A term whose share of variation left over by the
 * terms before it is practically nothing is their combination; the terms that are not are pivots.
 * What the elimination leaves beside the pivots are the sums that the data do determine: if B = N
 * in every row, the row of N reads b_N + 1 b_B. */
#pragma once

#include "tuner/logit_pass.h"

typedef struct Collinear {
    int term_count; /* the first move, if it is in the design, then the columns */
    bool is_pivot[LOGIT_MAX_PARAMETERS];
    bool has_sum[LOGIT_MAX_PARAMETERS]; /* a pivot that stands for a sum of more than itself */
    double factor[LOGIT_MAX_PARAMETERS][LOGIT_MAX_PARAMETERS]; /* [pivot][term]: in that sum */
    double conditioning; /* least share of a pivot's variation left over by those before it */
} Collinear;

void collinear_find(const LogitDesign *design, int threads, Collinear *collinear);

/* Whether the term's own coefficient is identified. */
bool collinear_is_free(const Collinear *collinear, int term);

/* "N + B": the sum that pivot `term` stands for. A text that is too long is cut. */
void collinear_name(const Collinear *collinear, const LogitDesign *design, int term, char *text,
                    size_t size);

/* "it moves together with B: only N + B is identifiable". */
void collinear_reason(const Collinear *collinear, const LogitDesign *design, int term, char *text,
                      size_t size);

/* For each term of a design without collinear ones: how many pairs' worth of rows carry the
 * variation that the other terms do not share. That variation is the residual r of the term
 * regressed on the others (Frisch and Waugh 1933); with q the sum of r^2 over a pair, it is (sum
 * q)^2 / sum q^2. Returns the number of terms. */
int collinear_effective(const LogitDesign *design, int threads,
                        double effective[LOGIT_MAX_PARAMETERS]);
