/* Moves as text.
 *
 * Long algebraic: from and to ("e2e4"), a promotion or another change that the player chooses as
 * "=Q" behind, castling as the king's from and to with "o" and the right's letter behind where it
 * could be taken for a king's step, a shot as "b1*b4", a double capture with the square between
 * ("e5*d6*e7"). One text for one move of a position. */
#pragma once

#include "engine/rules/position.h"

enum { MAX_MOVE_TEXT = 24 };

void move_to_text(const Position *position, Move move, char text[MAX_MOVE_TEXT]);

/* The legal move of that text; NO_MOVE with `err` where there is none. */
Move move_from_text(Position *position, const char *text, Error *err);

/* The name of a square, "a1" to "p16". */
void square_to_text(const Variant *variant, Square square, char text[4]);
