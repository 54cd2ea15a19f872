/* Where a piece may find something to take: what tells the generator of noisy moves which pieces it
 * need not look at.
 *
 * A piece's prey are the squares on which an enemy could give it a noisy move if nothing were in
 * the way; all squares, where it may have one without (a promotion, a capture on the way to an
 * empty square). Most pieces of most positions have no enemy among their prey. Captures en passant
 * that stand apart (targets.h) are left out. */
#pragma once

#include "engine/rules/position.h"

/* Works out variant->prey and variant->noisy_rest from the programs and the targets. */
void prey_compile(Variant *variant);

/* Whether what a step gives where something of the class stands takes an enemy, or promotes. */
static inline bool emit_is_noisy(unsigned emit, unsigned class, unsigned enemy)
{
    return emit == EMIT_MOVE ? class == enemy : emit != EMIT_QUIET;
}

static inline size_t prey_index(const Variant *variant, Colour colour, unsigned type,
                                unsigned square, int words)
{
    size_t piece = (size_t)colour * (size_t)(variant->type_count + 1) + type;
    return (piece * (size_t)variant->squares + square) * (size_t)words;
}

/* Whether a piece that stands on a square may have a noisy move. `hunted` are the enemies; all
 * squares where there are none. `words` is a constant at each call. */
static inline __attribute__((always_inline)) bool prey_meets(const Variant *variant, Colour colour,
                                                             unsigned type, unsigned square,
                                                             const Set *hunted, int words)
{
    const uint64_t *prey = variant->prey + prey_index(variant, colour, type, square, words);
    uint64_t both = 0;
    for (int word = 0; word < words; word++)
        both |= prey[word] & hunted->word[word];
    return both != 0;
}
