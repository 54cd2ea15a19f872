#include "tuner/against_data.h"

#include <stdio.h>

#include "selfplay/schedule.h"

/* What rows are made by. */
typedef struct Rows {
    const Variant *variant;
    const Against *against;
    uint64_t run_key;
} Rows;

void against_column_name(const Against *against, const char *type, int army, char *name,
                         size_t size)
{
    const char *of = against_army_name(against, army);
    snprintf(name, size, "%s%s%s", type, of[0] != '\0' ? " against " : "", of);
}

static bool add_columns(const Rows *rows, Dataset *data, Error *err)
{
    char name[160];
    for (int army = 0; army < 2; army++)
        for (int type = 1; type <= rows->variant->type_count; type++) {
            if (rows->variant->types[type].royal)
                continue;
            against_column_name(rows->against, rows->variant->types[type].name, army, name,
                                sizeof name);
            if (!dataset_add_column(data, name, err))
                return false;
        }
    const char *first = against_army_name(rows->against, 0);
    snprintf(name, sizeof name, "%s, not %s", first[0] != '\0' ? first : "army",
             against_army_name(rows->against, 1));
    return dataset_add_column(data, name, err);
}

/* Of a game of the run. */
static Armies armies_of(const Rows *rows, uint64_t game)
{
    Scheduled scheduled = schedule_game(rows->run_key, game);
    const Armies armies = against_draw(rows->against, &scheduled.opening);
    return scheduled.swapped ? against_swapped(rows->against, armies) : armies;
}

static bool make_row(const void *context, const GameRecord *record, const Position *start, int *row,
                     Error *err)
{
    (void)err;
    const Rows *rows = context;
    const Variant *variant = rows->variant;
    const Armies armies = armies_of(rows, record->index);
    for (uint8_t army = 0; army < 2; army++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
            if (variant->types[type].royal)
                continue;
            *row = 0;
            for (Colour side = WHITE; side <= BLACK; side++)
                if (armies.of[colour_other(side)] == army)
                    *row += (side == WHITE ? 1 : -1)
                            * (start->count[side][type]
                               - against_count(rows->against, variant, armies, side, type));
            row++;
        }
    *row = armies.of[BLACK] - armies.of[WHITE];
    return true;
}

bool against_data_read(Store *store, const Variant *variant, const Against *against,
                       uint64_t run_key, uint64_t end, Dataset *data, GameDataCounts *counts,
                       Error *err)
{
    const Rows rows = {.variant = variant, .against = against, .run_key = run_key};
    *counts = (GameDataCounts){.games = 0};
    return add_columns(&rows, data, err)
           && game_rows_read(store, variant, end, make_row, &rows, data, counts, err);
}

void against_data_values(const Variant *variant, const Against *against, const Weights *weights,
                         int values[DATASET_MAX_COLUMNS])
{
    const Armies unequal = {{0, 1}};
    int columns = 0, armies = 0;
    for (int army = 0; army < 2; army++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
            if (!variant->types[type].royal)
                values[columns++] = weights_value(weights, type);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (!variant->types[type].royal)
            armies += weights_value(weights, type)
                      * (against_count(against, variant, unequal, WHITE, type)
                         - against_count(against, variant, unequal, BLACK, type));
    values[columns] = armies;
}
