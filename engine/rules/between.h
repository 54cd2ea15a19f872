/* What must be empty between a piece and what it takes.
 *
 * Most types have at most one way to take on a square from another, and it only asks for squares to
 * be empty: for these a table says which set of squares that is, so that a capture is tested by one
 * look at the occupied squares. What squares lie between two others is nearly always the same for
 * all types that can do it, so that most variants need one table for all. */
#pragma once

#include "engine/rules/position.h"

/* Works out variant->between and variant->between_first from the attack tables. */
void between_compile(Variant *variant);

/* Whether the table holds for all captures of a type; else its attack paths must be asked. */
static inline bool between_known(const Variant *variant, Colour colour, unsigned type)
{
    return variant->between_first[colour][type] != 0;
}

/* By target, the set of squares (an index of variant->sets) between `from` and that. Says nothing
 * where the type attacks nothing. */
static inline const uint16_t *between_row(const Variant *variant, Colour colour, unsigned type,
                                          unsigned from)
{
    return variant->between + variant->between_first[colour][type]
           + (size_t)from * (size_t)variant->squares;
}
