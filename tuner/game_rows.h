/* The games of a store as rows for a fit: what all kinds of rows have in common. A game is a row,
 * its pair the cluster; a game without a result is none. */
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

/* Fills `row`, a number a column, from a game that began at `start`, where White has `difference`
 * more pieces of each type than Black. */
typedef bool GameRowMaker(const void *context, const GameRecord *record, const Position *start,
                          const int difference[MAX_TYPES], int *row, Error *err);

/* Adds a row for each game with an index below `end` to a Dataset that has its columns but no row
 * yet; it is grouped from now on. Counts games and capped ones. */
bool game_rows_read(Store *store, const Variant *variant, uint64_t end, GameRowMaker *make,
                    const void *context, Dataset *data, GameDataCounts *counts, Error *err);
