/* A C face for pcg32 of Debian's libpcg-cpp-dev, which is C++ only.
 *
 * The generator lives in the two words of Random and is copied out and in by memcpy around each
 * draw: well defined where a cast of the pointer is not, and compiled to the same two moves. */
#include <cassert>
#include <cstring>
#include <type_traits>

#include <pcg_random.hpp>

extern "C" {
#include "engine/base/hash.h"
#include "engine/base/random.h"
}

static_assert(sizeof(pcg32) == sizeof(Random), "a pcg32 is two words");
static_assert(alignof(pcg32) <= alignof(Random), "a pcg32 fits where a Random lies");
static_assert(std::is_trivially_copyable<pcg32>::value, "a pcg32 is plain data");

/* Salts that keep the state and the stream number of a keyed stream apart: digits of pi. */
static const uint64_t state_salt = 0x243f6a8885a308d3u;
static const uint64_t stream_salt = 0x13198a2e03707344u;

static pcg32 random_load(const Random *random)
{
    pcg32 generator;
    std::memcpy(static_cast<void *>(&generator), random->words, sizeof generator);
    return generator;
}

static void random_store(Random *random, const pcg32 &generator)
{
    std::memcpy(random->words, static_cast<const void *>(&generator), sizeof generator);
}

static uint64_t random_key(uint64_t salt, uint64_t run_key, RandomPurpose purpose, uint64_t index)
{
    uint64_t hash = hash_add(salt, run_key);
    hash = hash_add(hash, static_cast<uint64_t>(purpose));
    return hash_add(hash, index);
}

extern "C" void random_init(Random *random, uint64_t state, uint64_t stream)
{
    random_store(random, pcg32(state, stream));
}

extern "C" void random_init_keyed(Random *random, uint64_t run_key, RandomPurpose purpose,
                                  uint64_t index)
{
    random_init(random, random_key(state_salt, run_key, purpose, index),
                random_key(stream_salt, run_key, purpose, index));
}

extern "C" uint32_t random_next(Random *random)
{
    pcg32 generator = random_load(random);
    uint32_t bits = generator();
    random_store(random, generator);
    return bits;
}

extern "C" uint32_t random_below(Random *random, uint32_t bound)
{
    assert(bound > 0);
    pcg32 generator = random_load(random);
    uint32_t number = generator(bound);
    random_store(random, generator);
    return number;
}

extern "C" double random_uniform(Random *random)
{
    /* The upper 27 bits of the first draw and the upper 26 of the second. */
    const uint64_t high = random_next(random) >> 5;
    const uint64_t low = random_next(random) >> 6;
    return static_cast<double>(high << 26 | low) * 0x1p-53;
}
