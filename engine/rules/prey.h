/* Where a piece may find something to take: what tells the generator of noisy moves which pieces it
 * need not look at.
 *
 * A piece's prey are the squares on which an enemy could give it a noisy move if nothing were in
 * the way; all squares, where it may have one without (a promotion, a capture on the way to an
 * empty square). Most pieces of most positions have no enemy among their prey; and from most
 * squares the enemies among a piece's prey are what it may take, if nothing stands between
 * (between.h). Captures en passant that stand apart (targets.h) are left out.
 *
 * Pawns are many, and capture by the same few leaps from wherever they stand: these are the strides
 * of a herd, found for all of them at once by shifts of their set. */
#pragma once

#include "engine/rules/position.h"

/* Works out variant->prey, walks_for_prey and herds from the programs, the targets and what lies
 * between squares. */
void prey_compile(Variant *variant);

/* Whether what a step gives where something of the class stands takes an enemy, or promotes. */
static inline bool emit_is_noisy(unsigned emit, unsigned class, unsigned enemy)
{
    return emit == EMIT_MOVE ? class == enemy : emit != EMIT_QUIET;
}

/* The words of a piece's prey, given where its type's begin. `words` is a constant at each call,
 * here and below. */
static inline __attribute__((always_inline)) const uint64_t *
prey_row(const Variant *variant, size_t first, size_t square, int words)
{
    return variant->prey + first + square * (size_t)words;
}

/* Whether some of the hunted are among a piece's prey. */
static inline __attribute__((always_inline)) bool prey_meets(const uint64_t *prey,
                                                             const Set *hunted, int words)
{
    uint64_t both = 0;
    for (int word = 0; word < words; word++)
        both |= prey[word] & hunted->word[word];
    return both != 0;
}
