#include "tuner/game_data.h"

#include <stdio.h>

#include "selfplay/schedule.h"

typedef struct Reader {
    const Variant *variant;
    Position position; /* scratch */
    bool pair_terms;
    Dataset *data;
    GameDataCounts *counts;
} Reader;

static bool has_pair_term(const Variant *variant, int type)
{
    const PieceType *piece = &variant->types[type];
    return !piece->royal && !piece->pawn && (piece->start[WHITE] >= 2 || piece->start[BLACK] >= 2);
}

static int pair_difference(const uint8_t count[2])
{
    return (count[WHITE] >= 2) - (count[BLACK] >= 2);
}

static bool add_columns(const Reader *reader, Error *err)
{
    const Variant *variant = reader->variant;
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal
            && !dataset_add_column(reader->data, variant->types[type].name, err))
            return false;
    for (int type = 1; reader->pair_terms && type <= variant->type_count; type++) {
        char name[64];
        if (!has_pair_term(variant, type))
            continue;
        snprintf(name, sizeof name, "%s pair", variant->types[type].name);
        if (!dataset_add_column(reader->data, name, err))
            return false;
        reader->counts->term_columns++;
    }
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

/* Appends the pair terms, from a position that is set up. */
static void add_pairs(const Reader *reader, int *row)
{
    int columns = 0;
    for (int type = 1; type <= reader->variant->type_count; type++)
        if (has_pair_term(reader->variant, type)) {
            const uint8_t count[2] = {reader->position.count[WHITE][type],
                                      reader->position.count[BLACK][type]};
            row[columns++] =
                pair_difference(count) - pair_difference(reader->variant->types[type].start);
        }
}

static bool add_game(void *context, const GameRecord *record, Error *err)
{
    Reader *reader = context;
    const Variant *variant = reader->variant;
    int by_type[MAX_TYPES], row[2 * MAX_TYPES], columns = 0;
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
    if (reader->pair_terms)
        add_pairs(reader, row + columns);
    return dataset_add_row(reader->data, row, record->result, schedule_game(0, record->index).pair,
                           err);
}

bool game_data_read(Store *store, const Variant *variant, uint64_t end, bool pair_terms,
                    Dataset *data, GameDataCounts *counts, Error *err)
{
    Reader reader = {.variant = variant, .pair_terms = pair_terms, .data = data, .counts = counts};
    *counts = (GameDataCounts){.games = 0};
    if (!add_columns(&reader, err))
        return false;
    dataset_group(data);
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
