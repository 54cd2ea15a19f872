/* Columns of a fit that say what stands on the board and is in hand: White's pieces less Black's,
 * less what that difference is in the array. Where both sides have the same army that is 0. Where
 * armies differ the rows say what was done to them, and the constant term is what White's army and
 * the first move are worth together: no game tells these apart. */
#pragma once

#include "engine/rules/position.h"
#include "engine/search/weights.h"
#include "tuner/dataset.h"

/* What White has more of a type than Black, less what that is in the array. */
int piece_difference(const Position *position, unsigned type);

/* Adds a column for each type that is not royal, named by the type's name and in the variant's
 * order. */
bool piece_columns_add(const Variant *variant, Dataset *data, Error *err);

/* Fills in these columns of a row, and returns the place behind them. */
int *piece_columns_fill(const Position *position, int *row);

/* What one of each of these columns is worth by the weights, in centipawns. */
void piece_columns_values(const Variant *variant, const Weights *weights, int *values);

/* The same for pairs of pieces: a column for each type of which a side has two or more in the array
 * and that is no pawn, "bishop pair": 1 if White alone has two or more of it, -1 if Black alone
 * has, less what it is in the array. `*count` is raised by how many columns there are. */
bool pair_columns_add(const Variant *variant, Dataset *data, int *count, Error *err);
int *pair_columns_fill(const Position *position, int *row);
