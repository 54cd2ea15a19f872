/* Random streams: PCG (pcg32, O'Neill 2014) through Debian's C++ headers.
 *
 * Everything random in game g of a run comes from a stream keyed by (run key, purpose, g). The key
 * is hashed into PCG's state and stream number; no stream is ever split by jumps, whose parts are
 * correlated (statistics.md, section 5). So results do not depend on threads or shards. */
#pragma once

#include <stdint.h>

/* A pcg32 in place; plain data, may be copied. */
typedef struct Random {
    uint64_t words[2];
} Random;

/* What a stream is for. The numbers are part of every result: never renumber, only add. */
typedef enum RandomPurpose {
    RANDOM_OPENING = 1,   /* index: pair */
    RANDOM_GAME = 2,      /* index: game */
    RANDOM_SAMPLE = 3,    /* index: game */
    RANDOM_BOOTSTRAP = 4, /* index: replicate and pair, mixed by the caller */
    RANDOM_TEST = 5,
} RandomPurpose;

/* The stream of pcg32 that starts at (state, stream), as published: (42, 54) gives a15c02b7 ... */
void random_init(Random *random, uint64_t state, uint64_t stream);

/* The stream of (run_key, purpose, index). */
void random_init_keyed(Random *random, uint64_t run_key, RandomPurpose purpose, uint64_t index);

/* 32 random bits. */
uint32_t random_next(Random *random);

/* Uniform in 0 .. bound-1, without bias; bound > 0. */
uint32_t random_below(Random *random, uint32_t bound);

/* Uniform in [0, 1), 53 bits of two draws. */
double random_uniform(Random *random);
