/* The rows of a fit from the games of a store: one game a row, by what is there at the start of
 * play (piece_columns.h). */
#pragma once

#include "tuner/game_rows.h"

/* Fills an empty Dataset, grouped, with a column for each type and, with `pair_terms`, one for each
 * pair of pieces, and a row for each game with an index below `end`; the cluster is the pair. */
bool game_data_read(Store *store, const Variant *variant, uint64_t end, bool pair_terms,
                    Dataset *data, GameDataCounts *counts, Error *err);
