#include "tuner/dataset.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

void dataset_init(Dataset *data)
{
    *data = (Dataset){0};
    data->cluster_capacity = 16;
    data->cluster_ids = memory_new(data->cluster_capacity, sizeof *data->cluster_ids);
    data->cluster_starts = memory_new(data->cluster_capacity + 1, sizeof *data->cluster_starts);
}

void dataset_release(Dataset *data)
{
    for (int c = 0; c < data->column_count; c++) {
        free(data->names[c]);
        free(data->columns[c]);
    }
    free(data->outcomes);
    free(data->cluster_ids);
    free(data->cluster_starts);
    *data = (Dataset){0};
}

bool dataset_add_column(Dataset *data, const char *name, Error *err)
{
    if (name[0] == '\0')
        return error_set(err, "a column of the data has no name");
    if (dataset_column(data, name) >= 0)
        return error_set(err, "the data have a column '%s' already", name);
    if (data->column_count == DATASET_MAX_COLUMNS)
        return error_set(err, "no room for column '%s': the data have %d already", name,
                         DATASET_MAX_COLUMNS);
    if (data->row_count > 0)
        return error_set(err, "column '%s' comes after the first row", name);
    data->names[data->column_count++] = memory_copy_string(name);
    data->row_capacity = 0; /* so that the first row makes room in every column */
    return true;
}

int dataset_column(const Dataset *data, const char *name)
{
    for (int c = 0; c < data->column_count; c++)
        if (strcmp(data->names[c], name) == 0)
            return c;
    return -1;
}

/* All columns and the outcomes grow together. */
static void make_room(Dataset *data)
{
    if (data->row_count == data->row_capacity) {
        data->row_capacity = data->row_capacity == 0 ? 256 : 2 * data->row_capacity;
        for (int c = 0; c < data->column_count; c++)
            data->columns[c] =
                memory_resize(data->columns[c], data->row_capacity, sizeof *data->columns[c]);
        data->outcomes = memory_resize(data->outcomes, data->row_capacity, sizeof *data->outcomes);
    }
    if (data->cluster_count == data->cluster_capacity) {
        data->cluster_capacity *= 2;
        data->cluster_ids =
            memory_resize(data->cluster_ids, data->cluster_capacity, sizeof *data->cluster_ids);
        data->cluster_starts = memory_resize(data->cluster_starts, data->cluster_capacity + 1,
                                             sizeof *data->cluster_starts);
    }
}

bool dataset_add_row(Dataset *data, const int *differences, int outcome, uint64_t cluster,
                     Error *err)
{
    if (outcome < DATASET_LOSS || outcome > DATASET_WIN)
        return error_set(err, "pair %" PRIu64 ": %d is no outcome of a game", cluster, outcome);
    for (int c = 0; c < data->column_count; c++)
        if (differences[c] < INT16_MIN || differences[c] > INT16_MAX)
            return error_set(err, "pair %" PRIu64 ": a difference of %d in '%s' is out of range",
                             cluster, differences[c], data->names[c]);
    const bool first = data->cluster_count == 0;
    const uint64_t last = first ? 0 : data->cluster_ids[data->cluster_count - 1];
    if (!first && cluster < last)
        return error_set(err,
                         "pair %" PRIu64 " comes after pair %" PRIu64 ": the rows are not in order",
                         cluster, last);

    make_room(data);
    for (int c = 0; c < data->column_count; c++)
        data->columns[c][data->row_count] = (int16_t)differences[c];
    data->outcomes[data->row_count] = (uint8_t)outcome;
    if (first || cluster != last) {
        data->cluster_ids[data->cluster_count] = cluster;
        data->cluster_starts[data->cluster_count] = data->row_count;
        data->cluster_count++;
    }
    data->row_count++;
    data->cluster_starts[data->cluster_count] = data->row_count;
    return true;
}
