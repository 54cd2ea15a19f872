/* The leaps of a type as shifts of whole sets: of all its pieces at once, which pays for pawns.
 *
 * A type has few different leaps if it always goes by the same few differences of square numbers;
 * where the board's edge cuts one off, the square is not in the leap's `from`. */
#pragma once

#include "engine/rules/position.h"

enum { MAX_LEAPS = 4 };

typedef struct Leap {
    int delta; /* less than the bits of a word, either sign */
    TargetMode mode;
    Set from; /* squares that it can start on */
} Leap;

/* How the pieces of a type and colour go. */
typedef struct Leaps {
    Leap leap[MAX_LEAPS];
    int count;  /* 0: by these shifts not at all */
    Set walked; /* squares from which there are other moves, too: promotions, for one */
} Leaps;

/* Empty for a type that slides or has more leaps than MAX_LEAPS. Steps that only pass over a square
 * behind a leap (a pawn's double step) are left out. */
void leaps_find(Leaps *leaps, const Variant *variant, Colour colour, unsigned type);
