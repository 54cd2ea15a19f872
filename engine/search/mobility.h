/* How many moves a type of piece has on a half full board, on the average. */
#pragma once

#include "engine/rules/variant.h"

/* The shares of a square's three states in a typical middle game. Each square is taken to be in one
 * of them independently of all others. */
#define MOBILITY_EMPTY  0.68
#define MOBILITY_FRIEND 0.17
#define MOBILITY_ENEMY  0.15

/* Expected numbers of targets of one piece: a sum of probabilities, averaged over the squares on
 * which the type can move at all. */
typedef struct Mobility {
    double quiet;
    double captures;
} Mobility;

/* Exact, by carrying probabilities through the step programs. Castling and en passant do not count.
 */
Mobility mobility_expected(const Variant *variant, unsigned type);

/* Whether pieces of the type take without moving. */
bool mobility_shoots(const Variant *variant, unsigned type);

/* The part of the board's squares that one piece of the type can come to from a square on an empty
 * board, 0 to 1: about one half for a piece bound to a colour. */
double mobility_reach(const Variant *variant, unsigned type);
