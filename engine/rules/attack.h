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
 * first come first. They are looked for type by type as they are asked for, since most exchanges
 * end with the first or the second. */
typedef struct Attackers {
    Square square; /* that they attack */
    Colour by;
    Set near;                 /* the colour's pieces where some type could attack it from */
    const uint8_t *order;     /* the types that have not been looked for, and 0 */
    int count;                /* of the others' pieces: */
    Square from[MAX_SQUARES]; /* those that are left, most of them shut in */
} Attackers;

/* Begins with all but what stands on the square itself: by the place of their types in `order`,
 * which ends with 0 and stays the caller's, and of a type the lowest square first. */
void attackers_begin(Attackers *attackers, const Position *position, Square square, Colour by,
                     const uint8_t *order);

/* Takes out the first that attacks while no other squares than `occupied` are occupied; NO_SQUARE
 * if none does. What is no longer occupied at one call is not at later ones. */
unsigned attackers_take(Attackers *attackers, const Position *position, const Set *occupied);

/* The pieces of a colour that extinctionPseudoRoyal makes royal now. */
Set position_pseudo_royals(const Position *position, Colour colour);

/* Whether the side to move's king, or a piece that is as good as one, is attacked. */
bool position_in_check(const Position *position);
