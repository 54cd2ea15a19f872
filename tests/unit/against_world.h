/* Synthetic games of two armies with known values against each: fit_world.h with a second set. */
#pragma once

#include "tests/unit/fit_world.h"

#include <stdio.h>

typedef struct AgainstWorld {
    double pawn[2];              /* log odds of a pawn against the first and the second army */
    double values[WORLD_PIECES]; /* against the second; world_values against the first */
    double armies;               /* log odds of the first army against the second */
    double first_move;
    double band;
    double opening; /* standard deviation of what an opening is worth, in log odds */
    int pairs;      /* in half of which the armies differ */
    bool no_queens_against_second;
} AgainstWorld;

enum { ARMIES_COLUMN = 2 * WORLD_PIECES, AGAINST_COLUMNS };

/* The row of White with the first army where they differ: what White lacks faces the second army,
 * what Black lacks the first. */
static inline void against_world_row(const AgainstWorld *world, Random *random, int *row)
{
    int x[WORLD_PIECES];
    const int unequal = (int)random_below(random, 2);
    do
        world_imbalance(0, random, x);
    while (unequal && world->no_queens_against_second && x[WORLD_PIECES - 1] < 0);
    for (int i = 0; i < WORLD_PIECES; i++) {
        const bool faces_second = unequal && x[i] < 0;
        row[i] = faces_second ? 0 : x[i];
        row[WORLD_PIECES + i] = faces_second ? x[i] : 0;
    }
    row[ARMIES_COLUMN] = unequal;
}

static inline double against_world_odds(const AgainstWorld *world, const int *row)
{
    double odds = world->armies * row[ARMIES_COLUMN];
    for (int i = 0; i < WORLD_PIECES; i++)
        odds += world->pawn[0] * world_values[i] * row[i]
                + world->pawn[1] * world->values[i] * row[WORLD_PIECES + i];
    return odds;
}

/* Fills `data`, initialised here; `seed` gives another sample. */
static inline void against_world_fill(const AgainstWorld *world, uint64_t seed, Dataset *data)
{
    Error err = {""};
    Random random;
    char name[64];
    random_init_keyed(&random, 20260102, RANDOM_TEST, seed);
    dataset_init(data);
    for (int i = 0; i < WORLD_PIECES; i++)
        dataset_add_column(data, world_names[i], &err);
    for (int i = 0; i < WORLD_PIECES; i++) {
        snprintf(name, sizeof name, "%s against Q=N", world_names[i]);
        dataset_add_column(data, name, &err);
    }
    dataset_add_column(data, "army, not Q=N", &err);
    for (int pair = 0; pair < world->pairs; pair++) {
        int row[AGAINST_COLUMNS];
        against_world_row(world, &random, row);
        const double side = against_world_odds(world, row) + world->opening * world_normal(&random);
        for (int colour = 1; colour >= -1; colour -= 2) {
            int mine[AGAINST_COLUMNS];
            for (int i = 0; i < AGAINST_COLUMNS; i++)
                mine[i] = colour * row[i];
            dataset_add_row(data, mine,
                            world_outcome(world->first_move + colour * side, world->band, &random),
                            (uint64_t)pair, &err);
        }
    }
}
