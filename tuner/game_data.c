#include "tuner/game_data.h"

#include "tuner/piece_columns.h"

static bool make_row(const void *context, const GameRecord *record, const Position *start, int *row,
                     Error *err)
{
    (void)record, (void)err;
    const bool *pair_terms = context;
    row = piece_columns_fill(start, row);
    if (*pair_terms)
        pair_columns_fill(start, row);
    return true;
}

bool game_data_read(Store *store, const Variant *variant, uint64_t end, bool pair_terms,
                    Dataset *data, GameDataCounts *counts, Error *err)
{
    *counts = (GameDataCounts){.games = 0};
    return piece_columns_add(variant, data, err)
           && (!pair_terms || pair_columns_add(variant, data, &counts->term_columns, err))
           && game_rows_read(store, variant, end, make_row, &pair_terms, data, counts, err);
}
