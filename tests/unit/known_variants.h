/* The variants of the rules pages, for tests that go through all of them. A new one is a line here, its
 * configs/variants/NAME.ini and its tests/perft/NAME.epd. */
#pragma once

#include <stdio.h>
#include <unistd.h>

typedef struct KnownVariant {
    const char *name;
    bool required; /* others are passed over, with a word, while their file is not there */
} KnownVariant;

static const KnownVariant known_variants[] = {
    {"chess", true},        {"naiad", true},        {"weak-naiad", true},
    {"large-nahbi", false}, {"nihisci", false},     {"noble-wing", false},
    {"nearlydouble-wildebeest", false},
};

enum { KNOWN_VARIANTS = sizeof known_variants / sizeof known_variants[0] };

/* Whether a variant is there to be tested. */
static inline bool known_variant_ready(const KnownVariant *variant)
{
    char path[128];
    snprintf(path, sizeof path, "configs/variants/%s.ini", variant->name);
    bool there = access(path, R_OK) == 0;
    if (!there && !variant->required)
        printf("%s is not there yet: not tested\n", path);
    return there || variant->required;
}
