/* The outside engine that plays a run in place of our own, where the run names one.
 *
 * What it plays depends on its version, so its own name, which mostly has that, is part of what the
 * run is: games of another version are those of another run. */
#pragma once

#include "selfplay/player.h"
#include "selfplay/run_config.h"

/* Whether the run names one. */
bool run_player_given(const RunConfig *config);

/* Starts the engine, makes sure that it plays the variant, and notes its name in the config. True
 * without one, and nothing is done. */
bool run_player_find_name(RunConfig *config, const Variant *variant, Error *err);

enum { RUN_PLAYER_OPTIONS = 64 };

/* What players of a run are made by. Release frees what it owns. */
typedef struct RunPlayer {
    PlayerSpec spec;
    char *text; /* owned: that the options point into */
    const char *options[RUN_PLAYER_OPTIONS];
} RunPlayer;

/* Of a run that names one: borrows its strings. `stop` ends the wait for a move, NULL for none. */
bool run_player_init(RunPlayer *player, const RunConfig *config, const atomic_bool *stop,
                     Error *err);
void run_player_release(RunPlayer *player);
