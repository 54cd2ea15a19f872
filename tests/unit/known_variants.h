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

/* Small changes to them that the slow reference knows, too. */
static const char *const tweaked_variants[] = {
    "crazyhouse",
    "loop",
    "chessgi",
    "pocket-knight",
    "chess960",
    "no-castling",
    "no-castling-ten",
    "pawn-one-square",
    "stalemate-win",
    "torpedo",
    "semi-torpedo",
    "pawn-back",
    "pawn-sideways",
    "self-capture",
    "large-nahbi-free-alfil",
    "large-nahbi-free-queen",
    "naiads-for-knights",
    "naiad-no-castling",
    "naiad-pushed-pawns",
    "noble-wing-free-promotion",
};

enum { TWEAKED_VARIANTS = sizeof tweaked_variants / sizeof tweaked_variants[0] };
