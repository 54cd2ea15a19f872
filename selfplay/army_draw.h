/* The armies of an opening: those of against.h put in place of the array's. */
#pragma once

#include "selfplay/imbalance.h"

/* Finds the square of each piece's counterpart in the other side's army, for "white=black". False
 * where the arrays do not face each other, pawn to pawn, king to king and piece to piece. */
bool army_find_facing(OpeningBook *book, Error *err);

/* Puts the armies on the board and notes the edits. False where there is no room to note them. */
bool army_draw(const OpeningBook *book, Armies armies, Imbalance *imbalance,
               Piece board[MAX_SQUARES]);
