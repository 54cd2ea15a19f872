/* The unit: the piece that values are measured in.
 *
 * "A rook is worth 5" says how many of the unit change the odds of a game as much as a rook. Pure
 * odds are of units, trades are paid for in units, and the report names it. It is the first type of
 * pawn unless a run names another piece by its letter: a game may have no pawns, or a pawn may be
 * worth so little that no number of games tells what (43 pieces a side). */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/rules/variant.h"

/* The first type that is a pawn; 0 where there is none. */
unsigned unit_pawn(const Variant *variant);

/* Whether an ending counts the pieces of a type: to take one off is then a step towards that
 * ending, and no matter of what the piece does. Where it counts all pieces together none is more so
 * than another. */
bool unit_counted(const Variant *variant, unsigned type);

/* Whether a type can be named as the unit: both sides have it in the array, it is not royal and no
 * ending counts it. The first type of pawn may be counted. */
bool unit_possible(const Variant *variant, unsigned type);

/* The type of a letter; of "" the first type of pawn. What cannot be the unit is refused, and `err`
 * says what to type instead; returns 0 then. */
unsigned unit_read(const char *text, const Variant *variant, Error *err);

/* How a run key that names pieces says why a letter will not do. */
typedef struct PieceWords {
    const char *key;
    const char *fixed; /* why not a king or a pawn */
    const char *unit;  /* what the unit is there, "which ..." */
} PieceWords;

/* The type of a letter that is neither royal nor a pawn nor the unit; 0 with the reason in `err`.
 */
unsigned unit_read_other(char letter, const Variant *variant, unsigned unit,
                         const PieceWords *words, Error *err);

/* The plural of a piece's name: pawns, foxes, ladies. */
void unit_plural(const char *name, char *plural, size_t size);
