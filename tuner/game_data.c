#include "tuner/game_data.h"

#include <stdio.h>

/* What rows are made by. */
typedef struct Rows {
    const Variant *variant;
    bool pair_terms;
} Rows;

static bool has_pair_term(const Variant *variant, int type)
{
    const PieceType *piece = &variant->types[type];
    return !piece->royal && !piece->pawn && (piece->start[WHITE] >= 2 || piece->start[BLACK] >= 2);
}

static int pair_difference(const uint8_t count[2])
{
    return (count[WHITE] >= 2) - (count[BLACK] >= 2);
}

static bool add_columns(const Rows *rows, Dataset *data, int *term_columns, Error *err)
{
    const Variant *variant = rows->variant;
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal
            && !dataset_add_column(data, variant->types[type].name, err))
            return false;
    for (int type = 1; rows->pair_terms && type <= variant->type_count; type++) {
        char name[64];
        if (!has_pair_term(variant, type))
            continue;
        snprintf(name, sizeof name, "%s pair", variant->types[type].name);
        if (!dataset_add_column(data, name, err))
            return false;
        (*term_columns)++;
    }
    return true;
}

/* What White has more of than Black before anything is done to the array. */
static int array_difference(const Variant *variant, int type)
{
    return (int)variant->types[type].start[WHITE] - (int)variant->types[type].start[BLACK];
}

/* The pair terms of a position. */
static void fill_pairs(const Variant *variant, const Position *start, int *row)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (has_pair_term(variant, type)) {
            const uint8_t count[2] = {(uint8_t)position_held(start, WHITE, (unsigned)type),
                                      (uint8_t)position_held(start, BLACK, (unsigned)type)};
            *row++ = pair_difference(count) - pair_difference(variant->types[type].start);
        }
}

static bool make_row(const void *context, const GameRecord *record, const Position *start,
                     const int difference[MAX_TYPES], int *row, Error *err)
{
    (void)record, (void)err;
    const Rows *rows = context;
    const Variant *variant = rows->variant;
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal)
            *row++ = difference[type] - array_difference(variant, type);
    if (rows->pair_terms)
        fill_pairs(variant, start, row);
    return true;
}

bool game_data_read(Store *store, const Variant *variant, uint64_t end, bool pair_terms,
                    Dataset *data, GameDataCounts *counts, Error *err)
{
    const Rows rows = {.variant = variant, .pair_terms = pair_terms};
    *counts = (GameDataCounts){.games = 0};
    return add_columns(&rows, data, &counts->term_columns, err)
           && game_rows_read(store, variant, end, make_row, &rows, data, counts, err);
}

void game_data_values(const Variant *variant, const Weights *weights,
                      int values[DATASET_MAX_COLUMNS])
{
    int columns = 0;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (!variant->types[type].royal)
            values[columns++] = weights_value(weights, type);
}
