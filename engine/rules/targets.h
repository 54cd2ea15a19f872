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

/* Adds a slide's squares up to the first piece, and that one's. It has none below the word `first`
 * if it rises and none above the word `last` if it falls, and meets its nearest squares there. No
 * branch depends on where the pieces stand: that cannot be foreseen. */
static inline __attribute__((always_inline)) void
slide_rising(Set *reach, const uint64_t *squares, const Set *occupied, int first, int words)
{
    /* The lowest piece's bit and all below it differ from what is left when 1 is taken from all of
     * the words, as from one long number. */
    uint64_t borrow = 1;
    for (int word = first; word < words; word++) {
        uint64_t met = squares[word] & occupied->word[word];
        reach->word[word] |= squares[word] & (met ^ (met - borrow));
        borrow = met < borrow;
    }
}

static inline __attribute__((always_inline)) void slide_falling(Set *reach, const uint64_t *squares,
                                                                const Set *occupied, int last)
{
    uint64_t open = UINT64_MAX;
    for (int word = last; word >= 0; word--) {
        uint64_t met = squares[word] & occupied->word[word];
        /* From the highest piece up; bit 0 stands in where there is none. */
        reach->word[word] |= squares[word] & open & (UINT64_MAX << (63 ^ __builtin_clzll(met | 1)));
        open = met == 0 ? open : 0;
    }
}

/* The leaps and slides that begin at `at`; returns what is behind them. The slides rise from the
 * word `origin` or fall from there, or have a square in any word if that is `words`. `words` is a
 * constant at each call, here and below. */
static inline __attribute__((always_inline)) const uint64_t *
targets_reach(Set *reach, const uint64_t *at, const Set *occupied, unsigned rising,
              unsigned falling, int origin, int words)
{
    const int first = origin < words ? origin : 0, last = origin < words ? origin : words - 1;
    for (int word = 0; word < words; word++)
        reach->word[word] = at[word];
    at += words;
    for (; rising > 0; rising--, at += words)
        slide_rising(reach, at, occupied, first, words);
    for (; falling > 0; falling--, at += words)
        slide_falling(reach, at, occupied, last);
    return at;
}

/* The squares where a move of a mode may end, in one word. */
static inline uint64_t targets_allowed(const Position *position, TargetMode mode, Colour colour,
                                       int word)
{
    switch (mode) {
    case TARGET_BOTH: return ~position->of_colour[colour].word[word];
    case TARGET_QUIET: return ~position->occupied.word[word];
    case TARGET_CAPTURE: return position->of_colour[colour_other(colour)].word[word];
    case TARGET_ANY:
    case TARGET_MODES: break;
    }
    return UINT64_MAX;
}

/* Where a piece that stands on a square can go by plain moves. Only the first `words` words of the
 * set are written. */
static inline __attribute__((always_inline)) void
targets_find(Set *found, const Position *position, const Targets *targets, Colour colour, int words)
{
    const uint64_t *at = position->variant->target_words + targets->first;
    for (int word = 0; word < words; word++)
        found->word[word] = 0;
    if (targets->modes == 1u << TARGET_BOTH) { /* as most pieces are: the same as below */
        targets_reach(found, at, &position->occupied, targets->rising[TARGET_BOTH],
                      targets->falling[TARGET_BOTH], words, words);
        for (int word = 0; word < words; word++)
            found->word[word] &= ~position->of_colour[colour].word[word];
        return;
    }
    for (unsigned modes = targets->modes; modes != 0; modes &= modes - 1) {
        TargetMode mode = (TargetMode)__builtin_ctz(modes);
        if (!targets->slides) {
            for (int word = 0; word < words; word++)
                found->word[word] |= at[word] & targets_allowed(position, mode, colour, word);
            at += words;
            continue;
        }
        Set reach;
        at = targets_reach(&reach, at, &position->occupied, targets->rising[mode],
                           targets->falling[mode], words, words);
        for (int word = 0; word < words; word++)
            found->word[word] |= reach.word[word] & targets_allowed(position, mode, colour, word);
    }
}

/* The squares that a piece may come to by plain moves as targets_find() has them, and those that it
 * attacks: that it could take on if an enemy stood there. Own pieces on these are defended. */
static inline __attribute__((always_inline)) void targets_find_attacks(Set *found, Set *attacked,
                                                                       const Position *position,
                                                                       const Targets *targets,
                                                                       Colour colour, int words)
{
    const uint64_t *at = position->variant->target_words + targets->first;
    const bool plain = targets->modes == 1u << TARGET_BOTH; /* as most pieces are */
    for (int word = 0; word < words; word++)
        found->word[word] = attacked->word[word] = 0;
    if (plain) {
        targets_reach(attacked, at, &position->occupied, targets->rising[TARGET_BOTH],
                      targets->falling[TARGET_BOTH], words, words);
        for (int word = 0; word < words; word++)
            found->word[word] = attacked->word[word] & ~position->of_colour[colour].word[word];
        return;
    }
    for (unsigned modes = targets->modes; modes != 0; modes &= modes - 1) {
        TargetMode mode = (TargetMode)__builtin_ctz(modes);
        Set reach;
        at = targets_reach(&reach, at, &position->occupied, targets->rising[mode],
                           targets->falling[mode], words, words);
        for (int word = 0; word < words; word++) {
            found->word[word] |= reach.word[word] & targets_allowed(position, mode, colour, word);
            attacked->word[word] |= mode == TARGET_QUIET ? 0 : reach.word[word];
        }
    }
}
