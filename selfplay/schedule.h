/* Which game of a run is what: a pure function of the game's index, with no state. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/random.h"

/* Two games in a row are a pair: one opening, played with colours swapped in the second. */
typedef struct Scheduled {
    uint64_t game;
    uint64_t pair;
    bool swapped;
    Random opening; /* the stream that the pair's opening is drawn from: the same in both games */
} Scheduled;

Scheduled schedule_game(uint64_t run_key, uint64_t game);

/* How many pairs hold the games 0 .. games-1, the last one possibly half. */
uint64_t schedule_pairs(uint64_t games);
