/* Boards drawn with letters: positions, and diagrams of a type's moves. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends a board with its pieces, small letters for Black's. */
void drawing_add_board(const Variant *variant, const Piece board[MAX_SQUARES], Text *text);

/* Appends the array; nothing where the FEN cannot be read. */
void drawing_add_array(const Variant *variant, Text *text);

/* Appends a board with the letter of a type on each square that has one (0: none). */
void drawing_add_types(const Variant *variant, const uint8_t types[MAX_SQUARES], Text *text);

/* Appends what the signs of the diagrams mean. */
void drawing_add_legend(Text *text);

/* Appends a type's moves, for White: from a square near the middle, and from others where the rules
 * make them different; where other pieces matter in ways that chess does not know, with some in its
 * way as well. */
void drawing_add_moves(const Variant *variant, unsigned type, Text *text);
