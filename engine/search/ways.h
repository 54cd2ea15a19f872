/* The plain moves of a type as rows of sets, one row for each square and all of one layout.
 *
 * Most types only leap and slide, and may end where no friend stands. For these a row has the
 * square's leaps, then its rising and its falling slides, always as many as the type has at most:
 * where the board's edge leaves none, the slide is empty. Which steps find a piece's squares is
 * then known for its type, and no branch depends on where the piece stands. */
#pragma once

#include "engine/rules/targets.h"

/* Layouts that have a copy of the inner loops of their own. */
typedef enum WaysShape {
    WAYS_NONE,  /* the type does more, on some square, than leap and slide */
    WAYS_LEAPS, /* no slides */
    WAYS_TWO,   /* two rising and two falling slides: rooks, bishops */
    WAYS_FOUR,  /* four of each: queens */
    WAYS_OTHER,
    WAYS_SHAPES
} WaysShape;

typedef struct Ways {
    WaysShape shape;
    unsigned rising, falling; /* slides in a row */
    size_t row;               /* words in a row */
    uint64_t *rows[2];        /* by colour; owned, one for both if they are the same */
} Ways;

void ways_init(Ways *ways, const Variant *variant, unsigned type);
void ways_release(Ways *ways);

/* The squares that a piece reaches: up to the first piece on each slide, and that one's. `rising`
 * and `falling` are those of `ways`, constants where the shape has them; so are `origin`, the word
 * of the piece's square, and `words`. */
static inline __attribute__((always_inline)) void
ways_reach(Set *reach, const Ways *ways, Colour colour, unsigned square, const Set *occupied,
           unsigned rising, unsigned falling, int origin, int words)
{
    targets_reach(reach, ways->rows[colour] + square * ways->row, occupied, rising, falling, origin,
                  words);
}
