/* The same streams for gsl_ran_*: pcg32 as a gsl_rng_type. */
#pragma once

#include <gsl/gsl_rng.h>

#include "engine/base/random.h"

/* "pcg32": for gsl_rng_alloc(). gsl_rng_set() can give a seed only; for a keyed stream use
 * random_gsl_key(). */
extern const gsl_rng_type *const random_gsl_type;

/* Puts `rng`, made with random_gsl_type, at the start of the stream of (run_key, purpose, index).
 */
void random_gsl_key(gsl_rng *rng, uint64_t run_key, RandomPurpose purpose, uint64_t index);
