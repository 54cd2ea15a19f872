/* From what people and other programs write to a legal move, or to what is wrong with it. */
#pragma once

#include "engine/rules/notation.h"

/* The move of `moves`, all the legal ones, that a text means: the tolerant part of
 * move_from_text(), for texts that are not long algebraic to the letter. */
Move move_read(Position *position, const Move *moves, int count, const char *text, Error *err);
