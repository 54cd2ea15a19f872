#include "tuner/game_rows.h"

#include "selfplay/schedule.h"

/* --- Games with a result --------------------------------------------------------------------- */

typedef struct Finished {
    StoreVisit *visit;
    void *context;
    GameDataCounts *counts;
} Finished;

static bool visit_finished(void *context, const GameRecord *record, Error *err)
{
    const Finished *finished = context;
    finished->counts->games++;
    if (record->result != RESULT_NONE)
        return finished->visit(finished->context, record, err);
    finished->counts->capped++;
    return true;
}

bool game_rows_each(Store *store, uint64_t end, StoreVisit *visit, void *context,
                    GameDataCounts *counts, Error *err)
{
    Finished finished = {.visit = visit, .context = context, .counts = counts};
    counts->games = counts->capped = 0;
    return store_each(store, end, visit_finished, &finished, err);
}

bool game_rows_add(Dataset *data, const GameRecord *record, const int *row, Error *err)
{
    return dataset_add_row(data, row, record->result, schedule_game(0, record->index).pair, err);
}

/* --- A row a game ---------------------------------------------------------------------------- */

typedef struct Reader {
    GameRowMaker *make;
    const void *context;
    Position position; /* scratch */
    Dataset *data;
} Reader;

static bool add_game(void *context, const GameRecord *record, Error *err)
{
    Reader *reader = context;
    int row[DATASET_MAX_COLUMNS];
    return game_record_start(record, &reader->position, err)
           && reader->make(reader->context, record, &reader->position, row, err)
           && game_rows_add(reader->data, record, row, err);
}

bool game_rows_read(Store *store, const Variant *variant, uint64_t end, GameRowMaker *make,
                    const void *context, Dataset *data, GameDataCounts *counts, Error *err)
{
    Reader reader = {.make = make, .context = context, .data = data};
    dataset_group(data);
    position_init(&reader.position, variant);
    bool good = game_rows_each(store, end, add_game, &reader, counts, err);
    position_release(&reader.position);
    return good;
}
