/* Squares and sets of squares as text. */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/base/set.h"
#include "engine/rules/move.h"

/* The square of a name such as "a1" or "o14" at the start of `text`, and in `*length` how many
 * characters it takes; NO_SQUARE if there is none on a board of that size. */
unsigned square_parse(int files, int ranks, const char *text, size_t *length);

/* The file (from 0) that a key such as maxFile gives by its letter or number: h or 8; -1 if it is
 * none of the largest board. */
int file_parse(const char *text);

/* A region: squares (a1), ranks (*3), files (d*) or everything (*), separated by spaces; "-" is
 * none. `err` says which word is wrong. */
bool region_parse(int files, int ranks, const char *text, Set *region, Error *err);

/* The same, where words of a larger board may lie beyond the edge of this one: those are left out.
 */
bool region_parse_clipped(int files, int ranks, const char *text, Set *region, Error *err);

/* The square and set on the other side of the board: rank r of n becomes n + 1 - r. */
unsigned square_mirror(int files, int ranks, unsigned square);
Set set_mirror(int files, int ranks, Set set);
