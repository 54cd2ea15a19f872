#include "engine/search/ways.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/words.h"

static unsigned most(unsigned a, unsigned b) { return a > b ? a : b; }

/* Whether all rising slides of a square lead up from its word, and all falling ones down: those
 * that begin with a step the other way need not. */
static bool slides_lead_away(const Variant *variant, const Targets *targets, int square)
{
    if (targets->modes == 0)
        return true;
    const int words = variant->words, origin = square / 64;
    const unsigned rising = targets->rising[TARGET_BOTH], falling = targets->falling[TARGET_BOTH];
    const uint64_t *slide = variant->target_words + targets->first + words;
    for (unsigned i = 0; i < rising + falling; i++, slide += words)
        for (int word = 0; word < words; word++)
            if (slide[word] != 0 && (i < rising ? word < origin : word > origin))
                return false;
    return true;
}

/* Makes room in the rows for a square's slides; false if it has other moves. */
static bool measure(Ways *ways, const Variant *variant, const Targets *targets, int square)
{
    if ((targets->modes & ~(1u << TARGET_BOTH)) != 0 || targets->rest.length > 0
        || !slides_lead_away(variant, targets, square))
        return false;
    ways->rising = most(ways->rising, targets->rising[TARGET_BOTH]);
    ways->falling = most(ways->falling, targets->falling[TARGET_BOTH]);
    return true;
}

static bool measure_all(Ways *ways, const Variant *variant, unsigned type)
{
    for (Colour colour = WHITE; colour <= BLACK; colour++)
        for (int square = 0; square < variant->squares; square++)
            if (!measure(ways, variant, &variant->targets[colour][type][square], square))
                return false;
    return true;
}

static WaysShape shape_of(const Ways *ways)
{
    if (ways->rising != ways->falling)
        return WAYS_OTHER;
    switch (ways->rising) {
    case 0: return WAYS_LEAPS;
    case 2: return WAYS_TWO;
    case 4: return WAYS_FOUR;
    default: return WAYS_OTHER;
    }
}

/* Puts slides in an order that the set of them alone decides: both colours' programs have the same
 * slides in different orders. */
static void sort_slides(uint64_t *slides, unsigned count, size_t words)
{
    Set moved;
    const size_t size = words * sizeof *slides;
    for (size_t i = 1; i < count; i++)
        for (size_t at = i; at > 0; at--) {
            uint64_t *slide = slides + at * words;
            if (memcmp(slide - words, slide, size) <= 0)
                break;
            memcpy(&moved, slide, size);
            memcpy(slide, slide - words, size);
            memcpy(slide - words, &moved, size);
        }
}

/* Writes a zeroed row, in which nothing is known yet. */
static void write_row(uint64_t *row, const Ways *ways, const Variant *variant,
                      const Targets *targets)
{
    const size_t words = (size_t)variant->words;
    row[words] = row[4 * words] = UINT64_MAX;
    if (targets->modes == 0)
        return;
    const uint64_t *leaps = variant->target_words + targets->first, *slides = leaps + words;
    const size_t risen = words * targets->rising[TARGET_BOTH];
    const size_t fallen = words * targets->falling[TARGET_BOTH];
    uint64_t *rising = row + 5 * words, *falling = rising + words * ways->rising;
    memcpy(row + 2 * words, leaps, words * sizeof *row);
    memcpy(rising, slides, risen * sizeof *row);
    memcpy(falling, slides + risen, fallen * sizeof *row);
    sort_slides(rising, ways->rising, words);
    sort_slides(falling, ways->falling, words);
}

/* The slides, by a copy of the loops for each shape and size of a board. */

/* Takes what is known of the time before; says whether it is still so. */
WORDS_INLINE bool recall(uint64_t *row, const Set *occupied, int words)
{
    uint64_t *before = row + (ptrdiff_t)3 * words;
    uint64_t changed = 0;
    for (int word = 0; word < words; word++)
        changed |= (before[word] & occupied->word[word]) ^ before[words + word];
    for (int word = 0; word < 2 * words; word++) {
        uint64_t last = row[word];
        row[word] = before[word];
        before[word] = last;
    }
    return changed == 0;
}

WORDS_INLINE void follow_from(uint64_t *row, const Set *occupied, unsigned rising, unsigned falling,
                              int origin, int words)
{
    const uint64_t *slide = row + (ptrdiff_t)5 * words;
    Set slid = set_empty();
    if (recall(row, occupied, words))
        return;
    for (; rising > 0; rising--, slide += words)
        slide_rising(&slid, slide, occupied, origin, words);
    for (; falling > 0; falling--, slide += words)
        slide_falling(&slid, slide, occupied, origin);
    for (int word = 0; word < words; word++) {
        row[word] = slid.word[word];
        row[words + word] = slid.word[word] & occupied->word[word];
    }
}

/* In each copy the slides look at the words that they may reach from the square's own. */
WORDS_INLINE void follow(uint64_t *row, const Ways *ways, unsigned square, const Set *occupied,
                         WaysShape shape, int words)
{
    const unsigned rising = shape == WAYS_TWO ? 2 : shape == WAYS_FOUR ? 4 : ways->rising;
    const unsigned falling = shape == WAYS_OTHER ? ways->falling : rising;
    if (words == 1 || square < 64)
        follow_from(row, occupied, rising, falling, 0, words);
    else if (words == 2 || square < 128)
        follow_from(row, occupied, rising, falling, 1, words);
    else if (words == 3 || square < 192)
        follow_from(row, occupied, rising, falling, 2, words);
    else
        follow_from(row, occupied, rising, falling, 3, words);
}

#define FOLLOWER(shape, words)                                                             \
    static void follow_##shape##_##words(uint64_t *row, const Ways *ways, unsigned square, \
                                         const Set *occupied)                              \
    {                                                                                      \
        follow(row, ways, square, occupied, shape, words);                                 \
    }
#define EACH_WORDS(X, shape) X(shape, 1) X(shape, 2) X(shape, 3) X(shape, 4)
#define EACH_FOLLOWER(X)     EACH_WORDS(X, WAYS_TWO) EACH_WORDS(X, WAYS_FOUR) EACH_WORDS(X, WAYS_OTHER)

EACH_FOLLOWER(FOLLOWER)

#define ENTRY(shape, words) [shape][(words)-1] = follow_##shape##_##words,
static WaysFollow *const followers[WAYS_SHAPES][4] = {EACH_FOLLOWER(ENTRY)};

void ways_init(Ways *ways, const Variant *variant, unsigned type)
{
    *ways = (Ways){.shape = WAYS_NONE};
    if (!measure_all(ways, variant, type))
        return;
    ways->shape = shape_of(ways);
    ways->follow = followers[ways->shape][variant->words - 1];
    ways->row = (size_t)variant->words * (5u + ways->rising + ways->falling);
    const size_t count = (size_t)variant->squares * ways->row;
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        ways->rows[colour] = memory_new(count, sizeof(uint64_t));
        for (size_t square = 0; square < (size_t)variant->squares; square++)
            write_row(ways->rows[colour] + square * ways->row, ways, variant,
                      &variant->targets[colour][type][square]);
    }
    if (memcmp(ways->rows[WHITE], ways->rows[BLACK], count * sizeof(uint64_t)) == 0) {
        free(ways->rows[BLACK]);
        ways->rows[BLACK] = ways->rows[WHITE];
    }
}

void ways_release(Ways *ways)
{
    if (ways->rows[BLACK] != ways->rows[WHITE])
        free(ways->rows[BLACK]);
    free(ways->rows[WHITE]);
    ways->rows[WHITE] = ways->rows[BLACK] = NULL;
}
