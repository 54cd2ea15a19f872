/* Which run it is: the key that its chance comes from, and what a store says of it. */
#pragma once

#include <stdint.h>

#include "engine/base/error.h"
#include "engine/rules/variant.h"
#include "engine/search/weights.h"
#include "selfplay/run_config.h"

/* Strings are owned. The names of the variant, host and revision are for people: runs may be the
 * same where they differ. */
typedef struct RunIdentity {
    uint64_t key;
    char *config; /* "key = value" lines of the keys that games depend on */
    char *variant;
    uint64_t rules_hash;
    char *rules; /* effective rules, "key = value" lines */
    uint64_t weights_hash;
    char *weights; /* as an INI file */
    char *version;
    char *revision;
    char *host;
} RunIdentity;

/* The same run has the same key, on any machine: a hash of the rules, the weights, the program's
 * version and of every key that a game depends on. The number of games is not one of them, so that
 * a longer run is a shorter one gone on with. */
void run_identity_init(RunIdentity *identity, const RunConfig *config, const Variant *variant,
                       const Weights *weights);

/* Frees the strings; a zeroed identity is fine. */
void run_identity_release(RunIdentity *identity);

/* Whether the runs have the same key. If not, `err` says by what `stored`, which stands in `file`,
 * differs from what is wanted. */
bool run_identity_same(const RunIdentity *stored, const RunIdentity *wanted, const char *file,
                       Error *err);
