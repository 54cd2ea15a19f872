/* What the files of the generic reference share: squares, pieces and who attacks whom. */
#pragma once

#include <ctype.h>

#include "tests/reference/reference_generic.h"

enum { REF_PIECE_MOVES = 2048 }; /* of one piece, more than any has */

static inline bool ref_same(RefSquare a, RefSquare b) { return a.x == b.x && a.y == b.y; }

static inline bool ref_on_board(const RefGeneric *rules, RefSquare square)
{
    return square.x >= 0 && square.x < rules->files && square.y >= 0 && square.y < rules->ranks;
}

/* Whether a square is in a region that is White's, mirrored for Black. */
static inline bool ref_in_region(const RefGeneric *rules, const RefRegion *region, RefSquare square,
                                 int colour)
{
    return region->has[colour == REF_WHITE ? square.y : rules->ranks - 1 - square.y][square.x];
}

static inline int ref_piece_colour(char piece)
{
    return isupper((unsigned char)piece) ? REF_WHITE : REF_BLACK;
}

static inline char ref_coloured(char letter, int colour)
{
    return colour == REF_WHITE ? letter : (char)tolower((unsigned char)letter);
}

/* The kind of a piece, -1 for an empty square. */
int ref_kind_of(const RefGeneric *rules, char piece);

/* How many pieces of that colour and kind there are on a board. */
int ref_count_kind(const RefGeneric *rules, const char board[REF_SIDE][REF_SIDE], int kind,
                   int colour);

/* The king's square, x = -1 if there is none. */
RefSquare ref_king_square(const RefGeneric *rules, const RefState *state, int colour);

/* The moves of the piece on a square that the limits of its kind allow, each once; with or without
 * those en passant. */
int ref_piece_moves(const RefGeneric *rules, const RefState *state, RefSquare from, bool en_passant,
                    RefBetzaMove out[REF_PIECE_MOVES]);

/* Whether a piece of colour `by` has a move that captures on a square. That it could not promote
 * there, or only en passant, does not count. */
bool ref_is_attacked(const RefGeneric *rules, const RefState *state, RefSquare square, int by);

/* Whether the king of a colour is attacked; false without a king. */
bool ref_king_is_attacked(const RefGeneric *rules, const RefState *state, int colour);

/* The moves that leave the own king safe, whether or not the game has ended otherwise. */
int ref_safe_moves(const RefGeneric *rules, const RefState *state, RefState *successors,
                   int capacity);
