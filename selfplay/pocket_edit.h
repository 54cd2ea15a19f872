/* Imbalances in games with pieces in hand.
 *
 * There a side is made poorer in one of several ways, each as likely as the others: a piece of its
 * own goes off the board, or out of its hand, and out of the game; or the other side gets one more
 * in hand. And where what is taken comes in again, nothing leaves the game as it goes on: a board
 * of a later stage (thinning.h) is one from which both sides have taken the same pieces, and hold
 * them. What a piece counts for in the fit is the difference on the board and in hand. */
#pragma once

#include "selfplay/imbalance.h"

/* Whether a side may hold a type: one that captures can bring it, or that it has in hand in the
 * array, and that may come in somewhere. False in games without pieces in hand. */
bool pocket_may_hold(const OpeningBook *book, Colour side, unsigned type);

/* Notes that one `piece` more, or if not `more` one less, is in the hand of its colour. False where
 * there is no room to note it. */
bool pocket_edit(const OpeningBook *book, Imbalance *imbalance, Piece piece, bool more);

/* The ways to make a side poorer by a type. */
typedef enum PocketWay { POCKET_OFF_BOARD, POCKET_OUT_OF_HAND, POCKET_TO_OTHER } PocketWay;

/* A random one of the ways that there are, given the board and the hands as edited so far. Draws
 * nothing in games without pieces in hand: there it is always the first. */
PocketWay pocket_draw_way(const OpeningBook *book, const Piece *board, uint8_t hand[2][MAX_TYPES],
                          Piece piece, Random *random);
