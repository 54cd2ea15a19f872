/* The games of a store as rows for a fit: what all kinds of rows have in common. The cluster is the
 * pair of games; a game without a result has no row. */
#pragma once

#include "selfplay/game_record.h"
#include "selfplay/store.h"
#include "tuner/dataset.h"

/* What was left out, and why. */
typedef struct GameDataCounts {
    int term_columns; /* behind those of the pieces */
    uint64_t games;   /* in the store, below the end */
    uint64_t capped;  /* without a result: no row */
} GameDataCounts;

/* Calls `visit` for each game with an index below `end` and a result. Counts games and capped ones.
 */
bool game_rows_each(Store *store, uint64_t end, StoreVisit *visit, void *context,
                    GameDataCounts *counts, Error *err);

/* Adds a row of a game. */
bool game_rows_add(Dataset *data, const GameRecord *record, const int *row, Error *err);

/* Fills `row`, a number a column, from a game that began at `start`. */
typedef bool GameRowMaker(const void *context, const GameRecord *record, const Position *start,
                          int *row, Error *err);

/* Adds a row for each game with an index below `end` to a Dataset that has its columns but no row
 * yet; it is grouped from now on. Counts as game_rows_each() does. */
bool game_rows_read(Store *store, const Variant *variant, uint64_t end, GameRowMaker *make,
                    const void *context, Dataset *data, GameDataCounts *counts, Error *err);
