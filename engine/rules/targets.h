/* Plain moves as sets of squares.
 *
 * Most of what pieces do is one of two things: a leap that nothing can block, and a slide up to the
 * first piece. These are taken out of the step programs and kept as words of sets, so that a rook's
 * four rays cost a few instructions each and a knight's leaps one, with no branch that depends on
 * the board. What is left of a program (hops, bent and lame moves, shots, promotions, double steps)
 * is walked as before; captures en passant stand apart, since most positions have none.
 *
 * A plain move's word is its square of origin and variant->arrivals[colour][type][to]: the rules
 * say what a piece becomes on a square, not how it came there. */
#pragma once

#include "engine/rules/position.h"

/* Works out targets, arrivals and the steps that are left, from the programs. */
void targets_compile(Variant *variant);

/* A slide's squares in one word with the first piece in it, if any: `met` are the occupied ones. */
static inline uint64_t slide_rising(uint64_t squares, uint64_t met)
{
    return squares & (met ^ (met - 1));
}

static inline uint64_t slide_falling(uint64_t squares, uint64_t met)
{
    /* The sign bit, smeared down to the highest piece; bit 0 stands in where there is none. */
    return squares & (uint64_t)(INT64_MIN >> __builtin_clzll(met | 1));
}

/* Adds the leaps and slides that begin at `at`; returns what is behind them. `words` is a constant
 * at each call. */
static inline const uint64_t *targets_add(Set *reach, const uint64_t *at, const Set *occupied,
                                          unsigned rising, unsigned falling, int words)
{
    for (int word = 0; word < words; word++)
        reach->word[word] = at[word];
    at += words;
    for (; rising > 0; rising--, at += words)
        for (int word = 0; word < words; word++) {
            uint64_t met = at[word] & occupied->word[word];
            reach->word[word] |= slide_rising(at[word], met);
            if (met != 0)
                break;
        }
    for (; falling > 0; falling--, at += words)
        for (int word = words - 1; word >= 0; word--) {
            uint64_t met = at[word] & occupied->word[word];
            reach->word[word] |= slide_falling(at[word], met);
            if (met != 0)
                break;
        }
    return at;
}

/* The targets of a mode that few pieces have. */
static inline void targets_add_mode(Set *found, const uint64_t **at, const Targets *targets,
                                    TargetMode mode, const Position *position, Colour colour,
                                    int words)
{
    if ((targets->modes >> mode & 1) == 0)
        return;
    const Set *enemy = &position->of_colour[colour_other(colour)];
    Set reach;
    *at = targets_add(&reach, *at, &position->occupied, targets->rising[mode],
                      targets->falling[mode], words);
    for (int word = 0; word < words; word++)
        found->word[word] |= mode == TARGET_QUIET
                                 ? reach.word[word] & ~position->occupied.word[word]
                             : mode == TARGET_CAPTURE ? reach.word[word] & enemy->word[word]
                                                      : reach.word[word];
}

/* Where a piece that stands on a square can go by plain moves. Only the first `words` words of the
 * set are written. */
static inline __attribute__((always_inline)) void
targets_find(Set *found, const Position *position, const Targets *targets, Colour colour, int words)
{
    const uint64_t *at = position->variant->target_words + targets->first;
    const Set *own = &position->of_colour[colour];
    if ((targets->modes & 1u << TARGET_BOTH) != 0) {
        at = targets_add(found, at, &position->occupied, targets->rising[TARGET_BOTH],
                         targets->falling[TARGET_BOTH], words);
        for (int word = 0; word < words; word++)
            found->word[word] &= ~own->word[word];
    } else {
        for (int word = 0; word < words; word++)
            found->word[word] = 0;
    }
    if ((targets->modes & ~(1u << TARGET_BOTH)) == 0)
        return;
    targets_add_mode(found, &at, targets, TARGET_QUIET, position, colour, words);
    targets_add_mode(found, &at, targets, TARGET_CAPTURE, position, colour, words);
    targets_add_mode(found, &at, targets, TARGET_ANY, position, colour, words);
}
