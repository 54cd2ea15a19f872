/* The rows of a fit from the games of a store: one game a row, White's pieces less Black's at the
 * start of play, and less what that difference is in the array. Where both sides have the same army
 * that is 0. Where armies differ the rows say what was done to them, and the constant term is what
 * White's army and the first move are worth together: no game tells these apart. */
#pragma once

#include "engine/search/weights.h"
#include "tuner/game_rows.h"

/* Fills an empty Dataset, grouped, with a column for each type that is not royal, named by the
 * type's name and in the variant's order, and a row for each game with an index below `end`; the
 * cluster is the pair. With `pair_terms` there is a column more for each type of which a side has
 * two or more in the array and that is no pawn, "bishop pair": 1 if White alone has two or more of
 * it, -1 if Black alone has, less what it is in the array. */
bool game_data_read(Store *store, const Variant *variant, uint64_t end, bool pair_terms,
                    Dataset *data, GameDataCounts *counts, Error *err);

/* What one of each of these columns is worth by the weights, in centipawns. */
void game_data_values(const Variant *variant, const Weights *weights,
                      int values[DATASET_MAX_COLUMNS]);
