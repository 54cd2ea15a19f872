/* The variants of the rules pages, for tests that go through all of them. A new one is a line here,
 * its configs/variants/NAME.ini and its tests/perft/NAME.epd. */
#pragma once

#include <stddef.h>

static const char *const known_variants[] = {
    "chess",
    "naiad",
    "weak-naiad",
    "large-nahbi",
    "nihisci",
    "noble-wing",
    "nearlydouble-wildebeest",
};

enum { KNOWN_VARIANTS = sizeof known_variants / sizeof known_variants[0] };
