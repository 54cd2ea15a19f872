#include "tuner/unit_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"

static const char further_name[] = "further";

static bool add_columns(const Dataset *data, Dataset *split, Error *err)
{
    for (int c = 0; c < data->column_count; c++)
        if (!dataset_add_column(split, data->names[c], err))
            return false;
    return dataset_add_column(split, further_name, err);
}

static bool add_row(const Dataset *data, size_t row, int unit, uint64_t cluster, Dataset *split,
                    Error *err)
{
    int differences[DATASET_MAX_COLUMNS];
    for (int c = 0; c < data->column_count; c++)
        differences[c] = data->columns[c][row];
    const int more = differences[unit];
    differences[unit] = (more > 0) - (more < 0);
    differences[data->column_count] = more - differences[unit];
    return dataset_add_row(split, differences, data->outcomes[row], cluster, err);
}

/* The same games with the unit in two columns. Pairs that the data hold once are added as often as
 * they were played. */
static bool fill_split(const Dataset *data, int unit, Dataset *split, Error *err)
{
    dataset_group(split);
    if (!add_columns(data, split, err))
        return false;
    uint64_t id = 0;
    for (size_t cluster = 0; cluster < data->cluster_count; cluster++)
        for (uint32_t i = 0; i < data->cluster_counts[cluster]; i++, id++)
            for (size_t row = data->cluster_starts[cluster];
                 row < data->cluster_starts[cluster + 1]; row++)
                if (!add_row(data, row, unit, id, split, err))
                    return false;
    return true;
}

static void read_further(const PieceValues *values, int column, UnitCheck *check)
{
    const PieceValue *further = &values->values[column];
    check->known = further->status == VALUE_MEASURED;
    if (!check->known) {
        snprintf(check->reason, sizeof check->reason, "%s",
                 !values->unit_measured       ? values->unit_reason
                 : further->reason[0] != '\0' ? further->reason
                                              : value_status_name(further->status));
        return;
    }
    check->further = further->estimate.units;
    check->interval = further->estimate.units_interval;
    check->adds_up = check->interval.low <= 1 && 1 <= check->interval.high;
}

void unit_check(const Dataset *data, const char *unit_column, const PieceValuesOptions *options,
                UnitCheck *check)
{
    PieceValuesOptions plain = *options;
    plain.bootstrap_replicates = 0;
    plain.term_columns = 0;
    *check = (UnitCheck){.known = false};
    const int unit = dataset_column(data, unit_column);
    Error err = {"there is no such piece"};
    Dataset split;
    PieceValues *values = memory_new(1, sizeof *values);
    dataset_init(&split);
    if (unit >= 0 && fill_split(data, unit, &split, &err)
        && piece_values_fit(&split, unit_column, &plain, values, &err))
        read_further(values, data->column_count, check);
    else
        snprintf(check->reason, sizeof check->reason, "%.390s", err.text);
    free(values);
    dataset_release(&split);
}
