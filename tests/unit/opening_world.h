/* A variant with all that openings need, for the tests of what games begin from. */
#pragma once

#include "tests/unit/unit.h"

#include <string.h>

#include "selfplay/opening.h"

typedef struct OpeningWorld {
    Variant *variant; /* owned */
    Weights weights;
    RunConfig config;
    Position position;
    Searcher *searcher;
    OpeningBook book;
} OpeningWorld;

/* The variant of that name; the test fails where there is none. */
static inline Variant *opening_world_variant(const char *name)
{
    Error err = {""};
    Variant *variant = variant_load(name, &err);
    if (variant == NULL)
        fail_msg("%s", err.text);
    return variant;
}

/* The first variant of an INI text, likewise. */
static inline Variant *opening_world_read(const char *text)
{
    Error err = {""};
    Variant *variant = variant_read("test.ini", text, strlen(text), &err);
    if (variant == NULL)
        fail_msg("%s", err.text);
    return variant;
}

/* Takes over the variant. The config is the default one but for short searches, the number of
 * random plies and, if not NULL, the value of one key. */
static inline void opening_world_init(OpeningWorld *world, Variant *variant, uint64_t plies,
                                      const char *key, const char *value)
{
    Error err = {""};
    world->variant = variant;
    weights_init_automatic(&world->weights, variant);
    run_config_init(&world->config);
    world->config.opening_nodes = 100;
    world->config.opening_plies = plies;
    position_init(&world->position, variant);
    world->searcher = searcher_new(variant, &world->weights, 65536);
    if ((key != NULL && !run_config_set(&world->config, key, value, &err))
        || !opening_book_init(&world->book, variant, &world->weights, &world->config,
                              world->searcher, &world->position, &err))
        fail_msg("%s", err.text);
}

static inline void opening_world_release(OpeningWorld *world)
{
    searcher_free(world->searcher);
    position_release(&world->position);
    variant_free(world->variant);
}

/* The openings of a pair; opening_world_set() takes the reader to each. */
static inline void opening_world_draw(OpeningWorld *world, Random random, Opening *opening)
{
    Error err = {""};
    if (!opening_draw(&world->book, random, world->searcher, &world->position, opening, &err))
        fail_msg("%s: %s", world->variant->name, err.text);
}

static inline void opening_world_set(OpeningWorld *world, const Text *fen)
{
    Error err = {""};
    if (!position_set_fen(&world->position, fen->data, &err))
        fail_msg("%s", err.text);
}

/* The stream of a pair, another for each seed. */
static inline Random opening_world_stream(uint64_t seed, uint64_t pair)
{
    Random random;
    random_init_keyed(&random, seed, RANDOM_TEST, pair);
    return random;
}
