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

/* A run that is ready to be played. Release frees what it owns. */
typedef struct Play {
    RunConfig config;
    Variant *variant; /* owned */
    Weights weights;
    RunIdentity identity; /* owned */
    Text folder;
} Play;

/* Why a command ends, as its exit status. */
typedef enum PlayExit { PLAY_DONE = 0, PLAY_FAILED = 1, PLAY_USAGE = 2 } PlayExit;

/* Defaults, the run file over them, the options over that; then the variant and the weights.
 * Without
 * --out the folder is results/runs/VARIANT-KIND-KEY. Nothing is written. */
PlayExit play_init(Play *play, const PlayOptions *options, const char *kind, Error *err);
void play_release(Play *play);

/* Plays what is missing, with progress on standard error. Stopped by a signal, it prints how to go
 * on and fails with "stopped". `argv` is the command as it was typed, argv[0] "assay COMMAND". */
bool play_games(const Play *play, int threads, int argc, char **argv, Error *err);

/* Opens the store of the games for reading. NULL and `err` on failure. */
Store *play_open_store(const Play *play, Error *err);
