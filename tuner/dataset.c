#include "tuner/dataset.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"

enum { FIRST_GROUPS = 64 }; /* a power of two */

void dataset_init(Dataset *data)
{
    *data = (Dataset){0};
    data->cluster_capacity = 16;
    data->cluster_ids = memory_new(data->cluster_capacity, sizeof *data->cluster_ids);
    data->cluster_starts = memory_new(data->cluster_capacity + 1, sizeof *data->cluster_starts);
    data->cluster_counts = memory_new(data->cluster_capacity, sizeof *data->cluster_counts);
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
    free(data->cluster_counts);
    free(data->groups);
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
        data->cluster_counts = memory_resize(data->cluster_counts, data->cluster_capacity,
                                             sizeof *data->cluster_counts);
    }
}

void dataset_group(Dataset *data)
{
    assert(data->row_count == 0 && data->groups == NULL);
    data->group_capacity = FIRST_GROUPS;
    data->groups = memory_new(data->group_capacity, sizeof *data->groups);
}

static uint64_t hash_cluster(const Dataset *data, size_t cluster)
{
    uint64_t hash = 0;
    for (size_t row = data->cluster_starts[cluster]; row < data->cluster_starts[cluster + 1];
         row++) {
        hash = hash_add(hash, data->outcomes[row]);
        for (int c = 0; c < data->column_count; c++)
            hash = hash_add(hash, (uint16_t)data->columns[c][row]);
    }
    return hash;
}

static bool same_rows(const Dataset *data, size_t a, size_t b)
{
    const size_t first = data->cluster_starts[a], second = data->cluster_starts[b];
    const size_t rows = data->cluster_starts[a + 1] - first;
    if (data->cluster_starts[b + 1] - second != rows
        || memcmp(data->outcomes + first, data->outcomes + second, rows) != 0)
        return false;
    for (int c = 0; c < data->column_count; c++)
        if (memcmp(data->columns[c] + first, data->columns[c] + second,
                   rows * sizeof *data->columns[c])
            != 0)
            return false;
    return true;
}

/* The place in the table of a cluster like this one, or the free one where it belongs. */
static size_t find_group(const Dataset *data, size_t cluster)
{
    const size_t mask = data->group_capacity - 1;
    size_t place = (size_t)hash_cluster(data, cluster) & mask;
    while (data->groups[place] != 0 && !same_rows(data, data->groups[place] - 1, cluster))
        place = (place + 1) & mask;
    return place;
}

/* At most half of the table is taken. */
static void grow_groups(Dataset *data)
{
    size_t *old = data->groups;
    const size_t old_capacity = data->group_capacity;
    data->group_capacity *= 2;
    data->groups = memory_new(data->group_capacity, sizeof *data->groups);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i] != 0)
            data->groups[find_group(data, old[i] - 1)] = old[i];
    free(old);
}

/* The last cluster is complete: where another like it is held already, that stands for both. */
static void close_cluster(Dataset *data)
{
    const size_t last = data->cluster_count - 1;
    if (2 * data->cluster_count > data->group_capacity)
        grow_groups(data);
    const size_t place = find_group(data, last);
    if (data->groups[place] == 0) {
        data->groups[place] = last + 1;
        return;
    }
    const size_t like = data->groups[place] - 1;
    if (data->cluster_counts[like] == UINT32_MAX)
        return;
    data->cluster_counts[like]++;
    data->row_count = data->cluster_starts[last];
    data->cluster_count--;
}

size_t dataset_games(const Dataset *data)
{
    size_t games = 0;
    for (size_t g = 0; g < data->cluster_count; g++)
        games += data->cluster_counts[g] * (data->cluster_starts[g + 1] - data->cluster_starts[g]);
    return games;
}

size_t dataset_clusters(const Dataset *data)
{
    size_t clusters = 0;
    for (size_t g = 0; g < data->cluster_count; g++)
        clusters += data->cluster_counts[g];
    return clusters;
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

    if (data->groups != NULL && !first && cluster != last)
        close_cluster(data);
    make_room(data);
    for (int c = 0; c < data->column_count; c++)
        data->columns[c][data->row_count] = (int16_t)differences[c];
    data->outcomes[data->row_count] = (uint8_t)outcome;
    if (first || cluster != last) {
        data->cluster_ids[data->cluster_count] = cluster;
        data->cluster_starts[data->cluster_count] = data->row_count;
        data->cluster_counts[data->cluster_count] = 1;
        data->cluster_count++;
    }
    data->row_count++;
    data->cluster_starts[data->cluster_count] = data->row_count;
    return true;
}
