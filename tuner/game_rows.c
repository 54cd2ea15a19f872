#include "tuner/game_rows.h"

#include "selfplay/schedule.h"

typedef struct Reader {
    GameRowMaker *make;
    const void *context;
    Position position; /* scratch */
    Dataset *data;
    GameDataCounts *counts;
} Reader;

static bool add_game(void *context, const GameRecord *record, Error *err)
{
    Reader *reader = context;
    int difference[MAX_TYPES], row[DATASET_MAX_COLUMNS];
    reader->counts->games++;
    if (record->result == RESULT_NONE) {
        reader->counts->capped++;
        return true;
    }
    return game_record_material(record, &reader->position, difference, err)
           && reader->make(reader->context, record, &reader->position, difference, row, err)
           && dataset_add_row(reader->data, row, record->result,
                              schedule_game(0, record->index).pair, err);
}

bool game_rows_read(Store *store, const Variant *variant, uint64_t end, GameRowMaker *make,
                    const void *context, Dataset *data, GameDataCounts *counts, Error *err)
{
    Reader reader = {.make = make, .context = context, .data = data, .counts = counts};
    counts->games = counts->capped = 0;
    dataset_group(data);
    position_init(&reader.position, variant);
    bool good = store_each(store, end, add_game, &reader, err);
    position_release(&reader.position);
    return good;
}
