/* Each piece against two armies.
 *
 * Values do not add up: what a piece is worth depends on what the enemy has (seven knights beat
 * three queens, which have to run from what is worth less). So games are played in which the enemy
 * has another army, and each piece gets two values.
 *
 *     Q=N          the second army is that of the array with an N in place of each Q. In a
 *                  quarter of the pairs both sides have the first army, in the others one side has
 *                  each: of these only half of the imbalances face the second.
 *     white=black  where armies differ: the first army is White's, the second Black's. In half of
 *                  the pairs the sides have the array's armies, in a quarter both have White's, in
 *                  a quarter both have Black's.
 *
 * Of "Q=N" the player that has the first army as White in one game of a pair has it as Black in the
 * other. An army that is worth more by the weights gives up pieces at random until the sides are
 * even within the bound of imbalances: decided games tell nothing. Its values are then those of a
 * thinner army, too: armies of the same worth are compared best. Pawns become what the variant
 * lets them become, and kings castle with what stands in the corner, if the variant lets them. */
#pragma once

#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/rules/variant.h"

typedef struct Against {
    bool given;
    bool colours;               /* "white=black" */
    uint8_t becomes[MAX_TYPES]; /* the type in its place in the second army; 0: nothing */
    char text[64];              /* as it was given */
} Against;

/* Which army each side has: 0 for the first and 1 for the second, 0 where nothing is given. */
typedef struct Armies {
    uint8_t of[2]; /* by colour */
} Armies;

/* Reads "Q=N,R=B", letters of types ("Q=-": nothing in its place), or "white=black"; "" is not
 * given. Kings, pawns and the unit are alike in both armies of "Q=N". */
bool against_read(const char *text, const Variant *variant, unsigned unit, Against *against,
                  Error *err);

/* The armies of a pair's first game, by the first number of the pair's stream; where nothing is
 * given none is drawn. */
Armies against_draw(const Against *against, Random *random);

/* The armies of the second game. */
Armies against_swapped(const Against *against, Armies armies);

/* How many of a type a side has with its army before anything else is done to it. */
int against_count(const Against *against, const Variant *variant, Armies armies, Colour side,
                  unsigned type);

/* What an army is called: "" for the first of "Q=N", which is that of the array. */
const char *against_army_name(const Against *against, int army);
