/* Squares, pieces and moves: the words that everything in the engine is written in. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    MAX_FILES = 16,
    MAX_RANKS = 16,
    MAX_SQUARES = 256,
    MAX_TYPES = 32,      /* piece types, numbered from 1 */
    MAX_MOVES = 8192,    /* pseudo-legal moves of a position: checked when a position is set up */
    MAX_GAME_PLY = 4096, /* made moves that a Position remembers */
    NO_SQUARE = 256,
};

/* Square = rank * files + file, a1 = 0, so that a board of N squares uses 0 .. N-1. */
typedef uint8_t Square;

typedef enum Colour { WHITE, BLACK } Colour;

/*  7    6     5    4 3 2 1 0
 * [0][black][white][  type  ]    0 = an empty square. So piece >> 5 is 0, 1 or 2: empty, white or
 * black, which is the index of a Step's three ways on. */
typedef uint8_t Piece;

enum { NO_PIECE = 0, PIECE_COLOUR_SHIFT = 5, PIECE_TYPE_MASK = 31 };

static inline Piece piece_make(Colour colour, unsigned type)
{
    return (Piece)(((unsigned)colour + 1) << PIECE_COLOUR_SHIFT | type);
}

static inline unsigned piece_type(Piece piece) { return piece & PIECE_TYPE_MASK; }

/* The colour of a piece that is there. */
static inline Colour piece_colour(Piece piece) { return (Colour)(piece >> 6); }

static inline Colour colour_other(Colour colour) { return (Colour)(1 - (int)colour); }

/*  31 ........ 21 20 ....... 16 15 .. 8 7 .. 0
 * [    effect    ][  becomes   ][  to  ][ from ]
 *
 * `to` is the square that the move is named by (of a shot: the victim's). `becomes` is the type
 * that the piece has afterwards where the move changes it (promotion, morph), 0 where it stays.
 * `effect` is an index into the variant's table of MoveEffect: 0 = goes to `to` and takes what
 * stands there. A drop has `from` = `to`, an empty square, and `becomes` is what comes in. The word
 * says all that is needed to make the move; 0 is no move. */
typedef uint32_t Move;

enum { NO_MOVE = 0 };

static inline Square move_from(Move move) { return (Square)(move & 255); }
static inline Square move_to(Move move) { return (Square)(move >> 8 & 255); }
static inline unsigned move_becomes(Move move) { return move >> 16 & 31; }
static inline unsigned move_effect(Move move) { return move >> 21; }

static inline Move move_pack(unsigned from, unsigned to, unsigned becomes, unsigned effect)
{
    return from | to << 8 | becomes << 16 | effect << 21;
}
