/* Sets of up to 256 squares, by value. Everything is inline: this is the inner loop of attack
 * tests. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Square s is bit s % 64 of word s / 64. */
typedef struct Set {
    uint64_t word[4];
} Set;

static inline Set set_empty(void) { return (Set){{0, 0, 0, 0}}; }

static inline Set set_full(void) { return (Set){{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}}; }

static inline bool set_has(const Set *set, unsigned square)
{
    return (set->word[square >> 6] >> (square & 63)) & 1;
}

/* Whether the set has the lowest square of `bits`, some bits of its word `word`: cheaper than
 * set_has() in a loop over them. */
static inline bool set_has_lowest(const Set *set, int word, uint64_t bits)
{
    return (set->word[word] & bits & -bits) != 0;
}

static inline void set_add(Set *set, unsigned square)
{
    set->word[square >> 6] |= (uint64_t)1 << (square & 63);
}

static inline void set_remove(Set *set, unsigned square)
{
    set->word[square >> 6] &= ~((uint64_t)1 << (square & 63));
}

static inline Set set_and(Set a, Set b)
{
    return (Set){{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2],
                  a.word[3] & b.word[3]}};
}

static inline Set set_or(Set a, Set b)
{
    return (Set){{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2],
                  a.word[3] | b.word[3]}};
}

/* The squares of `a` that are not in `b`. */
static inline Set set_minus(Set a, Set b)
{
    return (Set){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1], a.word[2] & ~b.word[2],
                  a.word[3] & ~b.word[3]}};
}

static inline bool set_is_empty(const Set *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

static inline bool set_equal(const Set *a, const Set *b)
{
    return ((a->word[0] ^ b->word[0]) | (a->word[1] ^ b->word[1]) | (a->word[2] ^ b->word[2])
            | (a->word[3] ^ b->word[3]))
           == 0;
}

/* Whether the sets share a square in the first `words` of their words. */
static inline bool set_meets_in(const Set *a, const Set *b, int words)
{
    uint64_t both = 0;
    for (int word = 0; word < words; word++)
        both |= a->word[word] & b->word[word];
    return both != 0;
}

/* Whether the sets share a square. */
static inline bool set_meets(const Set *a, const Set *b) { return set_meets_in(a, b, 4); }

/* Whether every square of `a` is in `b`. */
static inline bool set_within(const Set *a, const Set *b)
{
    return ((a->word[0] & ~b->word[0]) | (a->word[1] & ~b->word[1]) | (a->word[2] & ~b->word[2])
            | (a->word[3] & ~b->word[3]))
           == 0;
}

/* How many squares there are in the first `words` words of a set. */
static inline int set_count_in(const Set *set, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(set->word[word]);
    return count;
}

static inline int set_count(const Set *set) { return set_count_in(set, 4); }

/* How many squares two sets share in those words. */
static inline int set_count_common(const Set *a, const Set *b, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(a->word[word] & b->word[word]);
    return count;
}

/* The lowest square; the set is not empty. */
static inline unsigned set_first(const Set *set)
{
    unsigned word = 0;
    while (set->word[word] == 0)
        word++;
    return word * 64 + (unsigned)__builtin_ctzll(set->word[word]);
}

/* How many squares of the set are lower than `square`. */
static inline int set_rank(const Set *set, unsigned square)
{
    int rank = 0;
    for (unsigned word = 0; word < square >> 6; word++)
        rank += __builtin_popcountll(set->word[word]);
    uint64_t below = ((uint64_t)1 << (square & 63)) - 1;
    return rank + __builtin_popcountll(set->word[square >> 6] & below);
}

/* The squares of `set`, `delta` further on, which is not 0 and less than 64 either way. What leaves
 * the first `words` words at either end is lost; `words` is a constant at each call. */
static inline __attribute__((always_inline)) void set_shift(Set *shifted, const Set *set, int delta,
                                                            int words)
{
    if (delta > 0) {
        for (int i = words - 1; i >= 0; i--)
            shifted->word[i] =
                set->word[i] << delta | (i > 0 ? set->word[i - 1] >> (64 - delta) : 0);
    } else {
        for (int i = 0; i < words; i++)
            shifted->word[i] =
                set->word[i] >> -delta | (i + 1 < words ? set->word[i + 1] << (64 + delta) : 0);
    }
}

/* Runs the statement for each square of a Set in rising order:
 *     SET_EACH(square, &set) { ... }
 * The set is read a word at a time: what is added or removed meanwhile may or may not be seen.
 * `break` leaves the word only: use a function and `return`. */
/* NOLINTBEGIN(bugprone-macro-parentheses): `square` is a name */
#define SET_EACH(square, set)                                                             \
    for (unsigned set_word_ = 0; set_word_ < 4; set_word_++)                              \
        for (uint64_t set_bits_ = (set)->word[set_word_]; set_bits_ != 0;                 \
             set_bits_ &= set_bits_ - 1)                                                  \
            for (unsigned square = set_word_ * 64 + (unsigned)__builtin_ctzll(set_bits_), \
                          set_once_ = 1;                                                  \
                 set_once_ != 0; set_once_ = 0)
/* NOLINTEND(bugprone-macro-parentheses) */
