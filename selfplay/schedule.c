/* Chance comes from the index alone (design.md), so nothing here depends on threads, shards or on
 * how many games are planned. */
#include "selfplay/schedule.h"

Scheduled schedule_game(uint64_t run_key, uint64_t game)
{
    Scheduled scheduled = {.game = game, .pair = game / 2, .swapped = game % 2 != 0};
    random_init_keyed(&scheduled.opening, run_key, RANDOM_OPENING, scheduled.pair);
    return scheduled;
}

uint64_t schedule_pairs(uint64_t games) { return games / 2 + games % 2; }
