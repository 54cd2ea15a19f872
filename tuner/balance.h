/* How a design covers each column: how many games carry an imbalance of it, and how these are
 * balanced between the colours and between sides that are otherwise ahead and behind.
 *
 * A coefficient is learnt from the games in which its piece is compared with others. If the side
 * with one more of it were nearly always ahead, or nearly always behind, its value would hang on
 * the model's curve far from the middle; so a reader is told. */
#pragma once

#include <jansson.h>

#include "engine/base/text.h"
#include "tuner/dataset.h"

typedef struct ColumnBalance {
    char name[64];
    size_t games; /* in which the sides differ in it */
    size_t pairs; /* with such a game */
    size_t white_more, black_more;
    size_t ahead, level, behind; /* the side with more of it, by all that the sides differ in */
    int most;                    /* the largest difference */
    double effective; /* pairs' worth of variation of its own (identify.h); NAN until filled in */
} ColumnBalance;

typedef struct Balance {
    ColumnBalance columns[DATASET_MAX_COLUMNS]; /* as in the data */
    int column_count;
} Balance;

/* Counts. `values` has what one of each column is worth, by the weights that were played with, in
 * any unit; sides are level where these differ by no more than `slack`. */
void balance_count(const Dataset *data, const int *values, int slack, Balance *balance);

/* Appends a table, a row a column. `rows` says what the rows of the data are: "games". */
void balance_add_text(const Balance *balance, const char *rows, Text *text);

/* {"games": 130, ...} of a column. */
json_t *balance_json(const ColumnBalance *column, const char *rows);
