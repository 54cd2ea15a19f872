/* What commands that play a run have in common: their options, the run that these name, and playing
 * it with progress, a clean stop and the command that goes on. */
#pragma once

#include <argp.h>

#include "selfplay/run.h"

/* What the command line says of a run. Strings are borrowed from argv. */
typedef struct PlayOptions {
    const char *variant, *run, *folder;
    int threads;
    const char **values; /* owned: for each key of a run the option's text, NULL if not given */
    struct argp_option *options; /* owned, with the names */
    char **names;
    struct argp argp; /* for argp_child: its input is the PlayOptions */
} PlayOptions;

/* Makes the options: one for each key of a run ('-' for '_') but the variant, which is the
 * argument, and --run, --out and --threads. Release frees them. */
void play_options_init(PlayOptions *options);
void play_options_release(PlayOptions *options);

/* The text that the command line gives for a key of a run, to be read or replaced; NULL in it where
 * it gives none. */
const char **play_options_value(PlayOptions *options, const char *key);

/* A run that is ready to be played. Release frees what it owns. */
typedef struct Play {
    RunConfig config;
    const Variant *variant;
    Variant *owned_variant; /* the same, or NULL where it is another's */
    Weights weights;
    RunIdentity identity; /* owned */
    Text folder;
    const char *kind; /* of command, borrowed as is the next */
    const char *out;  /* the folder that --out names, NULL without it */
} Play;

/* Why a command ends, as its exit status. */
typedef enum PlayExit { PLAY_DONE = 0, PLAY_FAILED = 1, PLAY_USAGE = 2 } PlayExit;

/* Defaults, the run file over them, the options over that; then the variant and the weights.
 * Without
 * --out the folder is results/runs/VARIANT-KIND-KEY. Nothing is written. */
PlayExit play_init(Play *play, const PlayOptions *options, const char *kind, Error *err);
void play_release(Play *play);

/* A run of the same variant with another config (of the same variant) and other weights, kept in a
 * folder of its own: with --out FOLDER in FOLDER/NAME. Borrows the variant from `base`, which must
 * outlive it. */
void play_derive(Play *play, const Play *base, const RunConfig *config, const Weights *weights,
                 const char *name);

/* How a run is to be played. */
typedef struct PlayOrders {
    int threads;     /* 0: as many as there are processors */
    double deadline; /* as in RunHooks */
    int argc;        /* the command as it was typed, argv[0] "assay COMMAND" */
    char **argv;
    char note[64]; /* shown behind the progress, "" for none */
} PlayOrders;

/* Plays what is missing, with progress on standard error. Stopped by a signal, it prints how to go
 * on and fails with "stopped". `late`, if not NULL, says whether the deadline ended it early. */
bool play_games(const Play *play, const PlayOrders *orders, bool *late, Error *err);

/* Appends the line that says how strong the player is: its nodes, and which one if not our own. */
void play_add_strength(const Play *play, Text *text);

/* How many games from the first on are stored without a gap, in whole pairs. */
bool play_count_finished(const Play *play, uint64_t *games, Error *err);

/* Opens the store of the games for reading. NULL and `err` on failure. */
Store *play_open_store(const Play *play, Error *err);
