#include "tuner/game_data.h"

#include "selfplay/schedule.h"

typedef struct Reader {
    const Variant *variant;
    Position position; /* scratch */
    Dataset *data;
    GameDataCounts *counts;
} Reader;

static bool add_columns(const Variant *variant, Dataset *data, Error *err)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal
            && !dataset_add_column(data, variant->types[type].name, err))
            return false;
    return true;
}

/* What White has more of than Black before anything is done to the array. */
static int array_difference(const Variant *variant, int type)
{
    return (int)variant->types[type].start[WHITE] - (int)variant->types[type].start[BLACK];
}

bool game_data_armies_differ(const Variant *variant)
{
    bool differ = false;
    for (int type = 1; type <= variant->type_count; type++)
        differ |= array_difference(variant, type) != 0;
    return differ;
}

static bool add_game(void *context, const GameRecord *record, Error *err)
{
    Reader *reader = context;
    const Variant *variant = reader->variant;
    int by_type[MAX_TYPES], row[MAX_TYPES], columns = 0;
    reader->counts->games++;
    if (record->result == RESULT_NONE) {
        reader->counts->capped++;
        return true;
    }
    if (!game_record_material(record, &reader->position, by_type, err))
        return false;
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal)
            row[columns++] = by_type[type] - array_difference(variant, type);
    return dataset_add_row(reader->data, row, record->result, schedule_game(0, record->index).pair,
                           err);
}

bool game_data_read(Store *store, const Variant *variant, uint64_t end, Dataset *data,
                    GameDataCounts *counts, Error *err)
{
    Reader reader = {.variant = variant, .data = data, .counts = counts};
    *counts = (GameDataCounts){0};
    if (!add_columns(variant, data, err))
        return false;
    position_init(&reader.position, variant);
    bool good = store_each(store, end, add_game, &reader, err);
    position_release(&reader.position);
    return good;
}

void game_data_values(const Variant *variant, const Weights *weights,
                      int values[DATASET_MAX_COLUMNS])
{
    int columns = 0;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (!variant->types[type].royal)
            values[columns++] = weights_value(weights, type);
}
