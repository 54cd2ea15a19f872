/* The plain moves of a type as rows of sets, one row for each square and all of one layout.
 *
 * Most types only leap and slide, and may end where no friend stands. For these a row has the
 * square's leaps, then its rising and its falling slides, always as many as the type has at most:
 * where the board's edge leaves none, the slide is empty. Which steps find a piece's squares is
 * then known for its type, and no branch depends on where the piece stands.
 *
 * Before them a row remembers where the slides last led. From one board of a search to the next few
 * pieces come or go, so that three slides in four need not be followed anew. */
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

typedef struct Ways Ways;

/* Writes where the slides of a square's row lead. */
typedef void WaysFollow(uint64_t *row, const Ways *ways, unsigned square, const Set *occupied);

/*  A row, in sets:
 *  [ slid ][ met ][ leaps ][ slid ][ met ][ rising slides ... ][ falling slides ... ]
 *  `slid` is where the slides led last, `met` what stood there; then the same of the time before:
 *  what a move changed is often as it was after the next. */
struct Ways {
    WaysShape shape;
    unsigned rising, falling; /* slides in a row */
    size_t row;               /* words in a row */
    WaysFollow *follow;
    uint64_t *rows[2]; /* by colour; owned, one for both if they are the same */
};

void ways_init(Ways *ways, const Variant *variant, unsigned type);
void ways_release(Ways *ways);

/* The squares that a piece reaches: up to the first piece on each slide, and that one's. Slides end
 * where they did last if the pieces met there still stand and no others do: what is behind them
 * does not count. `slides` says whether the shape has any; it and `words` are constants. */
static inline __attribute__((always_inline)) void ways_reach(Set *reach, const Ways *ways,
                                                             Colour colour, unsigned square,
                                                             const Set *occupied, bool slides,
                                                             int words)
{
    uint64_t *slid = ways->rows[colour] + square * ways->row;
    const uint64_t *met = slid + words, *leaps = met + words;
    uint64_t changed = 0;
    for (int word = 0; slides && word < words; word++)
        changed |= (slid[word] & occupied->word[word]) ^ met[word];
    if (changed != 0)
        ways->follow(slid, ways, square, occupied);
    for (int word = 0; word < words; word++)
        reach->word[word] = slides ? slid[word] | leaps[word] : leaps[word];
}
