/* A middle game and an end game score in one word, so that both are added at once. */
#pragma once

#include <stdint.h>

#include "engine/search/weights.h"

/*  63 ........... 32 31 ............ 0
 * [     ending      ][    opening     ]   each signed; a negative opening borrows from the ending,
 * and reading pays it back. */
typedef int64_t Score;

static inline Score score_make(int opening, int ending)
{
    return (Score)opening + (Score)ending * ((Score)1 << 32);
}

static inline Score score_of(Weight weight) { return score_make(weight.opening, weight.ending); }

static inline int score_opening(Score score) { return (int32_t)(uint32_t)(uint64_t)score; }

static inline int score_ending(Score score)
{
    return (int32_t)(uint32_t)((uint64_t)(score + ((Score)1 << 31)) >> 32);
}
