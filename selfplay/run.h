/* Plays the games of a run into its store, on all cores. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/rules/variant.h"
#include "engine/search/weights.h"
#include "selfplay/run_config.h"
#include "selfplay/run_identity.h"
#include "selfplay/store.h"

/* How far a run is. */
typedef struct RunStatus {
    uint64_t target; /* games to have in the end */
    uint64_t found;  /* that were stored before */
    uint64_t played; /* and stored since */
    bool stopped;    /* ended early, as asked */
    bool late;       /* ... because the deadline came, and for no other reason */
    double seconds;  /* since it began to play */
    double most;     /* seconds that it may take by its deadline, 0: as many as it needs */
} RunStatus;

/* `progress`, if not NULL, is called after games have been stored, by one thread at a time. `stop`,
 * if not NULL, ends the run when it becomes true: games in flight are dropped, finished ones kept.
 * After `deadline`, if it is not 0, no pair is begun; those in flight are finished. */
typedef struct RunHooks {
    void (*progress)(void *context, const RunStatus *status);
    void *context;
    const atomic_bool *stop;
    double deadline; /* by clock_now() */
} RunHooks;

/* Processors that the process may use. */
int run_default_threads(void);

/* Adds FOLDER/games.db to `path`: where run_play() keeps the games. */
void run_store_path(const char *folder, Text *path);

/* Plays what the store in `folder` lacks of the first config->games games, a pair to a thread at a
 * time. Folder and store are made where there are none. What is stored does not depend on
 * `threads`, nor on how often the run was interrupted. A run that another revision of the program
 * began is not gone on with. Memory does not depend on the number of games. True also when stopped,
 * as `status` says. On failure the games that were finished are stored. */
bool run_play(const RunConfig *config, const Variant *variant, const Weights *weights,
              const char *folder, int threads, const RunHooks *hooks, RunStatus *status,
              Error *err);
