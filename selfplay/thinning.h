/* Boards of a random stage: the same random pieces taken off both sides.
 *
 * Values of full boards are those of the opening only: rooks wait behind their own men, and a pawn
 * that is gone leaves room for the others. Each pair draws how many pieces both sides lose besides
 * its imbalance, from none to a share of the array (`thinning`, per cent), so that values are means
 * over the stages of a game. What one side has more than the other is left as it is. */
#pragma once

#include "selfplay/imbalance.h"

/* Takes the pieces off `board` and notes the edits. Of each type the sides lose what both have,
 * equally likely piece by piece, the first type of pawn but for a quarter of the array's, be it the
 * unit or not; kings and what an ending counts stay. Where what is taken comes in again both sides
 * then hold one more of the type. Stops early where nothing is left to take.
 * Draws nothing if `thinning` is 0. */
void thinning_draw(const OpeningBook *book, Random *random, Imbalance *imbalance,
                   Piece board[MAX_SQUARES]);
