/* What a run is: everything that the games of a run depend on, as an INI section and as a key.
 *
 *     [run]
 *     variant = naiad
 *     nodes = 1000
 *
 * All keys, their defaults, ranges and documentation are one table; the INI reader, the
 * command-line options and the manual come from it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

enum { RUN_TEXT_SIZE = 1024 };

/* OPENINGS_PLAIN: the array and some random plies. OPENINGS_IMBALANCE: pieces are taken off both
 * sides first (opening.h). */
typedef enum OpeningKind { OPENINGS_PLAIN, OPENINGS_IMBALANCE } OpeningKind;

typedef struct RunConfig {
    char variant[RUN_TEXT_SIZE]; /* a name or a file, as variant_load() takes it */
    char weights[RUN_TEXT_SIZE]; /* as weights_load() takes it; "" = the variant's default ones */
    uint64_t games;
    uint64_t nodes; /* a move */
    uint64_t seed;
    uint64_t openings;           /* an OpeningKind */
    char versus[RUN_TEXT_SIZE];  /* as versus_read() takes it; "" = no such openings */
    char against[RUN_TEXT_SIZE]; /* as against_read() takes it; "" = the array's armies */
    char unit[RUN_TEXT_SIZE];    /* as unit_read() takes it; "" = the first type of pawn */
    uint64_t opening_plies;
    uint64_t opening_nodes;  /* of the search that looks at an opening */
    uint64_t opening_margin; /* centipawns */
    uint64_t opening_tries;
    uint64_t imbalance_max; /* centipawns */
    uint64_t trade_pawns;   /* units of a side, in a trade */
    uint64_t pawn_odds;     /* per cent of the pairs */
    uint64_t thinning;      /* per cent of the array, of both sides */
    uint64_t max_plies;
    uint64_t table_kb;                  /* of a player's transposition table */
    char player[RUN_TEXT_SIZE];         /* as player_spec_read() takes it; "" = our own engine */
    char player_variant[RUN_TEXT_SIZE]; /* what it calls the variant; "" = as we do */
    char player_options[RUN_TEXT_SIZE]; /* "NAME=VALUE;NAME=VALUE" */
    char player_name[RUN_TEXT_SIZE];    /* no key: what the outside engine calls itself, with its
                                           version (run_player.h); games depend on it */
} RunConfig;

typedef enum RunKeyType { RUN_KEY_TEXT, RUN_KEY_NUMBER, RUN_KEY_CHOICE } RunKeyType;

/* One row of the table of keys. */
typedef struct RunKey {
    const char *key;
    RunKeyType type;
    size_t offset;              /* of the field in RunConfig */
    const char *default_text;   /* as in the file */
    uint64_t min, max;          /* of a number */
    const char *const *choices; /* of a choice, up to NULL; the value is the index */
    bool part_of_key;           /* whether a game depends on it by itself */
    const char *doc;            /* for --help */
} RunKey;

/* The table, and how many rows it has. */
const RunKey *run_config_keys(size_t *count);

/* All defaults; the variant is "". */
void run_config_init(RunConfig *config);

/* Sets one key from its text. `err` says what would be right; the config is unchanged then. An
 * unknown key is an error that names the nearest one. */
bool run_config_set(RunConfig *config, const char *key, const char *text, Error *err);

/* Reads the section [run] of a file over what is in `config`: a path (with a '/' or the ending
 * ".ini"), or a name that lookup_config() finds among the runs. Strict: on failure `config` is
 * unchanged. */
bool run_config_load(RunConfig *config, const char *name, Error *err);

/* Appends "[run]" and all keys, which run_config_load() reads back. */
void run_config_add_ini(const RunConfig *config, Text *text);

/* Appends "key = value" lines of those keys that a game depends on by itself. */
void run_config_add_play_keys(const RunConfig *config, Text *text);
