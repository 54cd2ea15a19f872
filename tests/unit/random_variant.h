/* A variant of random rules, written twice from the same draws: as an INI text for the engine, and
 * as plain data for the generic reference.
 *
 * Boards of up to 16 x 16, strings with every letter of XBetza, zones, lines that may not be
 * crossed, morphs, drags and pushes, promotions of all kinds, castlings, kingless sides and the
 * endings. What the engine must refuse by its documentation is left out as far as it is easy to
 * see. */
#pragma once

#include "engine/base/random.h"
#include "engine/base/text.h"
#include "tests/reference/reference_generic.h"

typedef struct RandomVariant {
    RefGeneric rules;
    Text ini;
    RefState start; /* a game that is not over */
    /* While it is made. */
    Random random;
    bool promoting[REF_SIDE][REF_SIDE]; /* squares where somebody may promote */
} RandomVariant;

void random_variant_init(RandomVariant *variant);
void random_variant_release(RandomVariant *variant);

/* Makes the variant of that number. False if its random arrays were all games that are over. */
bool random_variant_make(RandomVariant *variant, uint64_t seed);
