/* XBetza read a second time: the moves of one piece by direct walking over a plain board.
 *
 * The reading is that of the Interactive Diagram, with classic Betza's doubled letters:
 *
 *     string = group...     group = leg ["a" leg]... atom [range]     leg = modifier...
 *
 * atoms W F D N A H L C J Z G K R B Q; a doubled atom or the range 0 is a rider; modifiers
 * m c d p g y j n i e and the directions f b l r s v h. What else is written, and what has no
 * settled meaning (a lame C or Z, turns by 45 degrees of an oblique leap), is refused. For Black
 * the board is turned upside down as in a mirror: left stays left.
 *
 * Nothing is known here of kings, check or promotion. */
#pragma once

#include <stdbool.h>

#include "tests/reference/reference.h"

enum { REF_BETZA_CAPTURES = 8, REF_BETZA_TRAIL = 16 };

/* What a piece's moves depend on. */
typedef struct RefBetzaBoard {
    const char (*squares)[REF_SIDE]; /* [y][x], '.' is empty, capitals are White */
    int files;
    int ranks;
    bool first_move;  /* the piece has not moved yet */
    RefSquare passed; /* an en passant square, or x = -1 */
    RefSquare pawn;   /* whom it captures */
} RefBetzaBoard;

/* A move as its effect. */
typedef struct RefBetzaMove {
    RefSquare to; /* where the piece ends, its own square perhaps */
    int capture_count;
    RefSquare captures[REF_BETZA_CAPTURES]; /* by rank, then by file */
    int trail_count;
    RefSquare trail[REF_BETZA_TRAIL]; /* squares on which it may be taken en passant, each once:
                                         the mover's nearest rank first, then the a-file */
} RefBetzaMove;

/* Whether two moves of one piece do the same. */
bool ref_betza_same(const RefBetzaMove *a, const RefBetzaMove *b);

/* A string that has been read. */
typedef struct RefBetzaPiece RefBetzaPiece;

/* NULL if the string is not understood. */
RefBetzaPiece *ref_betza_new(const char *string);
void ref_betza_free(RefBetzaPiece *piece);

/* As ref_betza_moves(), of a string that has been read. */
int ref_betza_walk(const RefBetzaBoard *board, RefSquare from, int colour,
                   const RefBetzaPiece *piece, RefBetzaMove *out, int capacity);

/* Writes the moves of the piece of `colour` on `from`, two paths to the same effect as one, and
 * returns how many there are; -1 if the string is not understood. Ends the program if `capacity` is
 * too small. */
int ref_betza_moves(const RefBetzaBoard *board, RefSquare from, int colour, const char *string,
                    RefBetzaMove *out, int capacity);
