/* Who attacks a square: the step programs run backwards. */
#pragma once

#include "engine/rules/position.h"

/* Whether a piece of colour `by` could capture something of the other side on `square`, its own
 * king's safety left aside. The square itself may be empty. */
bool square_attacked(const Position *position, Square square, Colour by);

/* The same after a piece of the other side has gone from `from` to `to` and taken what stood there.
 */
bool square_attacked_after(const Position *position, Square square, Colour by, Square from,
                           Square to);

/* The pieces of colour `by` that could capture on `square` if only the squares of `occupied` were
 * occupied (a subset of the real ones: pieces that an exchange has used up are left out). */
Set square_attackers(const Position *position, Square square, Colour by, const Set *occupied);

/* The pieces of a colour that attack a square or might if some others were gone: those to be used
 * first come first. */
typedef struct Attackers {
    Square square; /* that they attack */
    Colour by;
    int count;
    Square from[MAX_SQUARES];
    uint8_t rank[MAX_SQUARES]; /* of their types, while they are looked for */
} Attackers;

/* Finds those among the occupied squares but for the square itself: by the ranks of their types,
 * and of a type the lowest square first. */
void attackers_find(Attackers *attackers, const Position *position, Square square, Colour by,
                    const Set *occupied, const uint8_t *rank);

/* Takes out the first that attacks while no other squares than `occupied` are occupied; NO_SQUARE
 * if none does. What is no longer occupied at one call is not at later ones. */
unsigned attackers_take(Attackers *attackers, const Position *position, const Set *occupied);

/* The pieces of a colour that extinctionPseudoRoyal makes royal now. */
Set position_pseudo_royals(const Position *position, Colour colour);

/* Whether the side to move's king, or a piece that is as good as one, is attacked. */
bool position_in_check(const Position *position);
