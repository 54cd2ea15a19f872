/* Drops: moves of pieces in hand onto empty squares. */
#pragma once

#include "engine/rules/legality.h"

/* Appends the pseudo-legal drops of the side to move. */
__attribute__((noinline, cold)) Move *drops_add(const Position *position, Move *end);

/* Appends the legal ones; with `count`, those beyond doubt are only counted. */
__attribute__((noinline, cold)) Move *drops_add_legal(const Legality *legality, Position *position,
                                                      Move *end, int *count);

/* Whether a move that starts on an empty square is a pseudo-legal drop. */
__attribute__((noinline, cold)) bool drop_is_pseudo_legal(const Position *position, Move move);

/* Whether dropChecks and shogiPawnDropMateIllegal allow a drop that is legal otherwise. The
 * position is the same afterwards. */
__attribute__((noinline, cold)) bool drop_is_allowed(Position *position, Move move);
