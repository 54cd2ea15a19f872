/* One lean copy of the inner loops for each size of a board. */
#pragma once

/* Runs a statement in which `words` is a constant: the number of words, from 1 to 4, of a set that
 * has the board's squares (variant->words). What the statement calls is always_inline:
 *     WORDS_DISPATCH(variant->words, end = add_pieces(position, moves, words));
 * Small boards then look at no more than one word of each set. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a statement */
#define WORDS_DISPATCH(count, statement)     \
    switch (count) {                         \
    case 1: WORDS_CASE(1, statement) break;  \
    case 2: WORDS_CASE(2, statement) break;  \
    case 3: WORDS_CASE(3, statement) break;  \
    default: WORDS_CASE(4, statement) break; \
    }
#define WORDS_CASE(constant, statement) \
    {                                   \
        enum { words = constant };      \
        statement;                      \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

/* For functions with a parameter `words` that such a statement calls. */
#define WORDS_INLINE static inline __attribute__((always_inline))
