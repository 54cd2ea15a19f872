#include "tuner/position_data.h"

#include "tuner/piece_columns.h"
#include "tuner/position_sample.h"

const char position_data_on_move[] = "on move";

typedef struct Reader {
    const PositionDataOptions *options;
    PositionSampler *sampler;
    Dataset *data;
} Reader;

static bool add_position(void *context, const GameRecord *record, const Position *position,
                         Error *err)
{
    const Reader *reader = context;
    int row[DATASET_MAX_COLUMNS];
    int *next = piece_columns_fill(position, row);
    *next++ = position->side == WHITE ? 1 : -1;
    if (reader->options->pair_terms)
        pair_columns_fill(position, next);
    return game_rows_add(reader->data, record, row, err);
}

static bool add_positions(void *context, const GameRecord *record, Error *err)
{
    Reader *reader = context;
    return position_sampler_each(reader->sampler, record, add_position, reader, err);
}

bool position_data_read(Store *store, const Variant *variant, uint64_t end,
                        const PositionDataOptions *options, Dataset *data, GameDataCounts *counts,
                        Error *err)
{
    *counts = (GameDataCounts){.games = 0};
    if (!piece_columns_add(variant, data, err)
        || !dataset_add_column(data, position_data_on_move, err)
        || (options->pair_terms && !pair_columns_add(variant, data, &counts->term_columns, err)))
        return false;
    Reader reader = {.options = options, .data = data};
    reader.sampler =
        position_sampler_new(variant, options->weights, options->run_key, options->positions);
    const bool good = game_rows_each(store, end, add_positions, &reader, counts, err);
    position_sampler_free(reader.sampler);
    return good;
}
