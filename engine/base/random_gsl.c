/* pcg32 as a generator type of the GNU Scientific Library; the state is a Random. */
#include "engine/base/random_gsl.h"

#include <assert.h>

/* gsl_rng_set() has no room for a stream number: it is the 54 of PCG's published vectors, so that a
 * seed of 42 gives those. Streams of games come from random_gsl_key() only. */
enum { RANDOM_GSL_STREAM = 54 };

static void random_gsl_set(void *state, unsigned long seed)
{
    random_init(state, seed, RANDOM_GSL_STREAM);
}

static unsigned long random_gsl_get(void *state) { return random_next(state); }

static double random_gsl_get_double(void *state) { return random_uniform(state); }

static const gsl_rng_type random_gsl_pcg32 = {
    .name = "pcg32",
    .max = 0xffffffffu,
    .min = 0,
    .size = sizeof(Random),
    .set = random_gsl_set,
    .get = random_gsl_get,
    .get_double = random_gsl_get_double,
};

const gsl_rng_type *const random_gsl_type = &random_gsl_pcg32;

void random_gsl_key(gsl_rng *rng, uint64_t run_key, RandomPurpose purpose, uint64_t index)
{
    assert(rng->type == random_gsl_type);
    random_init_keyed(gsl_rng_state(rng), run_key, purpose, index);
}
