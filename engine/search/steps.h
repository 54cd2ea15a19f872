/* The named steps of the search that it can do without. Leaving one out, and playing against the
 * whole search, shows what it is worth (results/bench/search-steps.md). */
#pragma once

#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

/* X(constant, name, what it is) */
/* clang-format off */
#define SEARCH_STEPS(X)                                                                              \
    X(STEP_TABLE, "table", "scores of the transposition table")                                      \
    X(STEP_ASPIRATION, "aspiration", "narrow windows at the root")                                   \
    X(STEP_CHECK_EXTENSION, "check-extension", "answers to check searched deeper")                   \
    X(STEP_SINGULAR, "singular-extension", "moves much better than all others searched deeper")      \
    X(STEP_INTERNAL_REDUCTION, "internal-reduction", "less deep where the table has no move")        \
    X(STEP_REVERSE_FUTILITY, "reverse-futility", "nodes far above the window given up")              \
    X(STEP_RAZORING, "razoring", "nodes far below the window left to the quiescence search")         \
    X(STEP_NULL_MOVE, "null-move", "nodes given up where passing is good enough")                    \
    X(STEP_PROBCUT, "probcut", "nodes given up where a capture is good by far in a shallow search")  \
    X(STEP_LATE_PRUNING, "late-move-pruning", "late quiet moves left out")                           \
    X(STEP_FUTILITY, "futility", "quiet moves far below the window left out")                        \
    X(STEP_HISTORY_PRUNING, "history-pruning", "quiet moves that never were good left out")          \
    X(STEP_EXCHANGE_PRUNING, "exchange-pruning", "moves that lose material left out")                \
    X(STEP_REDUCTION, "late-move-reduction", "late moves searched less deep at first")               \
    X(STEP_KILLERS, "killers", "quiet moves that were good in a sister node tried early")            \
    X(STEP_COUNTER_MOVE, "counter-move", "the last good answer tried early")                         \
    X(STEP_HISTORY, "history", "quiet moves in the order of what they did elsewhere")                \
    X(STEP_CONTINUATION, "continuation-history", "... and of what they did after the moves before")  \
    X(STEP_CAPTURE_HISTORY, "capture-history", "captures ordered by what they did elsewhere, too")   \
    X(STEP_DELTA, "delta-pruning", "captures that cannot reach the window left out of quiescence")
/* clang-format on */

typedef enum SearchStep {
#define X(constant, name, what) constant,
    SEARCH_STEPS(X)
#undef X
        SEARCH_STEP_COUNT
} SearchStep;

/* A set of steps: bit 1 << step. */
typedef uint32_t SearchSteps;
_Static_assert(SEARCH_STEP_COUNT <= 32, "a set of steps has 32 bits");

const char *search_step_name(SearchStep step);

/* Reads names with spaces or commas between them; "" is the empty set. An unknown name is an error
 * that lists those there are, and leaves `steps` unchanged. */
bool search_steps_read(const char *names, SearchSteps *steps, Error *err);
