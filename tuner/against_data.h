/* The games of two armies (selfplay/against.h) as rows for a fit.
 *
 * A piece is counted by the army that it faces: "knight" or "knight against Q=N", White's less
 * Black's, and less what the sides' armies have of it before anything is done to them. The last
 * column is what the armies themselves differ in: 1 where White has the first and Black the second,
 * -1 the other way round, and 0 where both have the same.
 *
 *     row                                        knight   knight against Q=N   army, not Q=N
 *     White has a knight less                      -1              0                 0
 *     White has a knight less, Black Q=N            0             -1                 1
 *     Black has Q=N and, of it, a knight less       1              0                 1
 */
#pragma once

#include "engine/search/weights.h"
#include "selfplay/against.h"
#include "tuner/game_rows.h"

/* The name of a type's column against an army; the types of a variant that are not royal have such
 * columns in their order, against the first army and then against the second. */
void against_column_name(const Against *against, const char *type, int army, char *name,
                         size_t size);

/* Fills an empty Dataset from a run of that key, whose chance the armies of a game come from. */
bool against_data_read(Store *store, const Variant *variant, const Against *against,
                       uint64_t run_key, uint64_t end, Dataset *data, GameDataCounts *counts,
                       Error *err);

/* What one of each of these columns is worth by the weights, in centipawns. */
void against_data_values(const Variant *variant, const Against *against, const Weights *weights,
                         int values[DATASET_MAX_COLUMNS]);
