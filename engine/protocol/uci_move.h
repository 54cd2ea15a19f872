/* Moves as UCI writes them.
 *
 * From and to, a promotion as a small letter behind ("e7e8q"; "+" where the piece is promoted as in
 * shogi). Castling is the king's from and to ("e1g1"), or with UCI_Chess960 the king's from and
 * the rook's ("e1h1"). What UCI has no text for is written as notation.h has it: a castling that
 * could be taken for a king's step ("e1f1oK"), a shot ("b1*b4"), captures on the way ("e5*d6*e7").
 */
#pragma once

#include "engine/rules/notation.h"

/* Whether castling is written by the rook where the option does not say so: where kings castle from
 * any file, their own squares could be those of a step. */
bool uci_variant_is_chess960(const Variant *variant);

void uci_move_to_text(const Position *position, Move move, bool chess960, char text[MAX_MOVE_TEXT]);

/* The legal move of that text. Castling is understood in the other way too, and every move as
 * notation.h writes it, where no move has that very text. NO_MOVE and `err` where there is none, or
 * more than one. The position is the same afterwards. */
Move uci_move_from_text(Position *position, const char *text, bool chess960, Error *err);
