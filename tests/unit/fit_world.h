/* Synthetic games with known piece values, for the tests of the fits.
 *
 * A pair of games starts from one opening with a random material imbalance, roughly balanced, and
 * its colours swapped. The opening favours the side that has the imbalance by a random amount that
 * both games share, so that the two games of a pair are not independent. */
#pragma once

#include <math.h>

#include "engine/base/random.h"
#include "tuner/dataset.h"

enum { WORLD_PIECES = 5 };

static const char *const world_names[WORLD_PIECES] = {"pawn", "knight", "bishop", "rook", "queen"};

/* What statistics.md gives for chess. */
static const double world_values[WORLD_PIECES] = {1, 3.05, 3.33, 5.63, 9.5};

typedef struct World {
    double pawn;       /* log odds of a pawn */
    double first_move; /* b0 */
    double band;       /* t; 0: no draws */
    double opening;    /* standard deviation of what an opening is worth, in log odds */
    int pairs;
    double queens;  /* share of the imbalances of queens that are kept, the rest being drawn again
                       without; 0: all */
    double further; /* what a pawn after the first is worth, in first ones; 0: as much */
    int unit;       /* the piece that pure odds are of: 0, the pawn, or another */
    int positions;  /* 0: a row a game, as it begins. Otherwise games begin level, and a row is one
                       of so many moments of each */
} World;

/* How many first pawns `pawns` are worth. */
static inline double world_pawns(const World *world, int pawns)
{
    const int first = (pawns > 0) - (pawns < 0);
    return first + (world->further > 0 ? world->further : 1) * (pawns - first);
}

static inline double world_normal(Random *random)
{
    const double radius = sqrt(-2 * log(1 - random_uniform(random)));
    return radius * cos(2 * 3.14159265358979323846 * random_uniform(random));
}

static inline int world_outcome(double eta, double band, Random *random)
{
    const double u = random_uniform(random);
    const double loss = 1 / (1 + exp(eta + band)), win = 1 / (1 + exp(band - eta));
    return u < loss ? DATASET_LOSS : u < loss + win ? DATASET_WIN : DATASET_DRAW;
}

/* One opening in five is pure odds of 1, 2 or 3 pawns, or 1 or 2 of another unit; else pieces are
 * exchanged so that the rough values 1 3 3 5 9 differ by at most two pawns. */
static inline void world_imbalance(int unit, Random *random, int x[WORLD_PIECES])
{
    static const int rough[WORLD_PIECES] = {1, 3, 3, 5, 9};
    for (int i = 0; i < WORLD_PIECES; i++)
        x[i] = 0;
    if (random_below(random, 5) == 0) {
        x[unit] = 1 + (int)random_below(random, unit == 0 ? 3 : 2);
        x[unit] *= random_below(random, 2) == 0 ? 1 : -1;
        return;
    }
    int difference;
    do {
        x[0] = (int)random_below(random, 7) - 3;
        difference = x[0];
        for (int i = 1; i < WORLD_PIECES; i++) {
            x[i] = (int)random_below(random, 3) - 1;
            difference += x[i] * rough[i];
        }
    } while (difference < -2 || difference > 2);
}

/* What the pieces White has more are worth, in log odds. */
static inline double world_worth(const World *world, const int x[WORLD_PIECES])
{
    double worth = world->pawn * world_pawns(world, x[0]);
    for (int i = 1; i < WORLD_PIECES; i++)
        worth += world->pawn * world_values[i] * x[i];
    return worth;
}

/* A game from its level beginning: in each of eight parts of it the sides trade, as an imbalance
 * has it, and how it ends goes by what there is at last. Its moments are drawn from all parts
 * alike. */
static inline void world_play(const World *world, double opening, uint64_t pair, Random *random,
                              Dataset *data)
{
    enum { PARTS = 8 };
    Error err = {""};
    int x[PARTS][WORLD_PIECES] = {{0}}, trade[WORLD_PIECES];
    for (int part = 1; part < PARTS; part++) {
        world_imbalance(world->unit, random, trade);
        for (int i = 0; i < WORLD_PIECES; i++)
            x[part][i] = x[part - 1][i] + trade[i];
    }
    const int outcome = world_outcome(
        world->first_move + opening + world_worth(world, x[PARTS - 1]), world->band, random);
    for (int i = 0; i < world->positions; i++)
        dataset_add_row(data, x[random_below(random, PARTS)], outcome, pair, &err);
}

/* Fills `data`, initialised here, with the games of a world; `seed` gives another sample. */
static inline void world_fill(const World *world, uint64_t seed, Dataset *data)
{
    Error err = {""};
    Random random;
    random_init_keyed(&random, 20260101, RANDOM_TEST, seed);
    dataset_init(data);
    for (int i = 0; i < WORLD_PIECES; i++)
        dataset_add_column(data, world_names[i], &err);
    for (int pair = 0; pair < world->pairs; pair++) {
        int x[WORLD_PIECES];
        if (world->positions > 0) {
            const double opening = world->opening * world_normal(&random);
            for (int game = 0; game < 2; game++)
                world_play(world, opening, (uint64_t)pair, &random, data);
            continue;
        }
        world_imbalance(world->unit, &random, x);
        if (world->queens > 0 && x[WORLD_PIECES - 1] != 0
            && random_uniform(&random) >= world->queens)
            do
                world_imbalance(world->unit, &random, x);
            while (x[WORLD_PIECES - 1] != 0);
        const double side = world->opening * world_normal(&random) + world_worth(world, x);
        for (int colour = 1; colour >= -1; colour -= 2) {
            int mine[WORLD_PIECES];
            for (int i = 0; i < WORLD_PIECES; i++)
                mine[i] = colour * x[i];
            dataset_add_row(data, mine,
                            world_outcome(world->first_move + colour * side, world->band, &random),
                            (uint64_t)pair, &err);
        }
    }
}

static inline bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance; /* false for a NaN */
}

/* Adds `count` games alike, each a pair of its own, with the next free ids. */
static inline void add_games(Dataset *data, const int *x, int outcome, int count)
{
    Error err = {""};
    for (int i = 0; i < count; i++)
        dataset_add_row(data, x, outcome, dataset_clusters(data), &err);
}
