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

/* The first piece of colour `by` that could capture on `square` if only the squares of `occupied`
 * were occupied: by the order of the types given, which ends with 0, and of a type the lowest
 * square; NO_SQUARE if there is none. */
unsigned square_first_attacker(const Position *position, Square square, Colour by,
                               const Set *occupied, const uint8_t *order);

/* The pieces of a colour that extinctionPseudoRoyal makes royal now. */
Set position_pseudo_royals(const Position *position, Colour colour);

/* Whether the side to move's king, or a piece that is as good as one, is attacked. */
bool position_in_check(const Position *position);
