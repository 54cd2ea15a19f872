/* Perft: how many ways there are to play on for a number of plies. */
#pragma once

#include "engine/rules/position.h"

/* Counts the legal sequences of `depth` moves; those of the last ply are counted without being
 * made. Repetition and the move count are left aside. The position is the same afterwards. */
uint64_t perft(Position *position, int depth);
