/* Moves of a position: plain ones by sets, all others by a walk over the variant's step programs.
 */
#pragma once

#include "engine/rules/position.h"

/* All pseudo-legal moves of the side to move, each once; returns how many. Room for MAX_MOVES. */
int generate_moves(const Position *position, Move *moves);

/* Those of them that are noisy (see move_is_noisy()), and those that are not. */
int generate_noisy(const Position *position, Move *moves);
int generate_quiet(const Position *position, Move *moves);

/* How many legal moves there are; cheaper than to list them. */
int count_legal(Position *position);

/* All legal moves. In a position that a rule other than mate has ended (bare king, cut off) there
 * are none. The position is the same afterwards. */
int generate_legal(Position *position, Move *moves);

/* Whether a move from elsewhere (a hash table, a file) is pseudo-legal here. */
bool move_is_pseudo_legal(const Position *position, Move move);

/* Whether the move takes a piece, or is a pawn's to where it may promote. To take the place of a
 * piece of one's own is quiet: it wins nothing. */
bool move_is_noisy(const Position *position, Move move);

/* Whether the side to move has a legal capture en passant. The position is the same afterwards. */
bool en_passant_usable(Position *position);
