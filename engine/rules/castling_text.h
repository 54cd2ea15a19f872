/* The castling field of a FEN, in and out.
 *
 * Each way to castle has its letter. With castlingAnyFile both notations of Chess960 are read: the
 * letter of a side (K, Q) for its outermost partner, as X-FEN has it, and the letter of the
 * partner's file, as Shredder-FEN has it. Written is the first where it names the right partner,
 * else the second. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Reads the field for a board that is known to have its kings. A right without king and partner at
 * home is an error, and so are two on one side of a king that castles from any file. */
bool castling_parse(const Variant *variant, const char *field, const Piece *board,
                    CastlingRights *rights, Error *err);

/* Appends the field, "-" for no rights. */
void castling_add_text(const Variant *variant, const Piece *board, CastlingRights rights,
                       Text *text);
