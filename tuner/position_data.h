/* The rows of a fit from positions in play: what pieces foretell, not what they are worth.
 *
 * A row is a quiet position of a game (position_sample.h) and that game's result; the cluster is
 * the pair of games, as positions of one game tell nothing apart from each other.
 *
 * In play pieces are won and lost for reasons, which count here, too: a side that wins a pawn
 * mostly stood better, one that is short of a piece often has something for it, and a queen more
 * can do no more than win. So such a fit gives other numbers than games that begin with a random
 * imbalance do: the predictive value in play (statistics.md, sections 1 and 2). */
#pragma once

#include "engine/search/weights.h"
#include "tuner/game_rows.h"

/* The column behind those of the pieces: 1 where White is to move, -1 where Black is. */
extern const char position_data_on_move[];

typedef struct PositionDataOptions {
    uint64_t run_key;
    const Weights *weights; /* that the games were played with */
    int positions;          /* of a game at most */
    bool pair_terms;        /* columns for pairs of pieces, the last ones */
} PositionDataOptions;

/* Fills an empty Dataset from the games with an index below `end`. Memory grows with the games:
 * two bytes a column and position. */
bool position_data_read(Store *store, const Variant *variant, uint64_t end,
                        const PositionDataOptions *options, Dataset *data, GameDataCounts *counts,
                        Error *err);
