/* Rows for the fits: one game a row, small whole numbers a column, held column by column.
 *
 *     column     "pawn"  "knight"      what White has more of than Black
 *     row 0         1       0      outcome: loss, draw or win of White    cluster 17
 *     row 1        -1       0      ...                                    cluster 17
 *     row 2         0      -1      ...                                    cluster 18
 *
 * Rows of one cluster (a pair of games from one opening) lie side by side and clusters come in
 * ascending order of their id, so that a pass over the rows can finish with a cluster before it
 * starts the next and needs no memory beyond the rows: two bytes a column, one for the outcome,
 * and twenty a cluster.
 *
 * Grouped, clusters whose rows are the same are held once, with their number: nothing that is
 * estimated tells them apart. Memory and the time of a fit then grow with the number of different
 * pairs, which the design bounds, and not with that of games. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"

enum { DATASET_MAX_COLUMNS = 64 };

/* Of White. Half points. */
enum { DATASET_LOSS = 0, DATASET_DRAW = 1, DATASET_WIN = 2 };

/* Everything in it is owned. Read the fields freely; change them only through the functions. */
typedef struct Dataset {
    char *names[DATASET_MAX_COLUMNS];
    int16_t *columns[DATASET_MAX_COLUMNS]; /* [column][row] */
    int column_count;
    uint8_t *outcomes; /* [row] */
    size_t row_count;
    size_t row_capacity;
    uint64_t *cluster_ids;    /* [cluster], ascending */
    size_t *cluster_starts;   /* [cluster]: its first row; [cluster_count] is row_count */
    uint32_t *cluster_counts; /* [cluster]: how many clusters it stands for; 1 unless grouped */
    size_t cluster_count;
    size_t cluster_capacity;
    size_t *groups; /* hash table of clusters + 1, 0 where it is free; NULL unless grouped */
    size_t group_capacity;
} Dataset;

void dataset_init(Dataset *data);
void dataset_release(Dataset *data);

/* Holds clusters that are alike once, from now on. Before the first row. */
void dataset_group(Dataset *data);

/* All columns come before the first row. A name that is there already, an empty one and one column
 * too many are errors. */
bool dataset_add_column(Dataset *data, const char *name, Error *err);

/* The index of a column, -1 if there is none of that name. */
int dataset_column(const Dataset *data, const char *name);

/* Adds a game: `differences` has one number a column, White minus Black. `cluster` is that of the
 * row before or a greater one. A number that does not fit in 16 bits is an error; the data are then
 * as before. */
bool dataset_add_row(Dataset *data, const int *differences, int outcome, uint64_t cluster,
                     Error *err);

/* How many games and clusters were added, however they are held. */
size_t dataset_games(const Dataset *data);
size_t dataset_clusters(const Dataset *data);
