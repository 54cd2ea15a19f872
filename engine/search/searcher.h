/* One player: everything that a search changes, for one thread. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rules/position.h"
#include "engine/search/steps.h"
#include "engine/search/weights.h"

enum {
    MAX_PLY = 128,
    SCORE_MATE = 30000,
    SCORE_MATE_BOUND = SCORE_MATE - 2 * MAX_PLY, /* scores beyond it are won or lost by rule */
    SCORE_NONE = 32000,
};

/* Scores are from the side to move, in hundredths of the variant's pawn; mate in n plies is
 * SCORE_MATE - n. */
typedef struct SearchResult {
    Move best; /* NO_MOVE only where there is no legal move */
    int score;
    int depth;
    uint64_t nodes;
    int pv_length;
    Move pv[MAX_PLY];
} SearchResult;

/* 0 = no limit of that kind; at least one is given. A node limit is exact: the search stops after
 * making that many moves. `stop`, if not NULL, is looked at now and then. `report`, if not NULL, is
 * told what is known after each depth. */
typedef struct SearchLimits {
    uint64_t nodes;
    int depth;
    int64_t time_ms;
    const atomic_bool *stop;
    void (*report)(void *context, const SearchResult *result);
    void *context;
} SearchLimits;

typedef struct Searcher Searcher;

/* `variant` and `weights` are borrowed. The transposition table has at most `table_bytes`, not
 * counting a small one for quiescence. */
Searcher *searcher_new(const Variant *variant, const Weights *weights, size_t table_bytes);
void searcher_free(Searcher *searcher);

/* Forgets everything learnt: a search with a node limit from a cleared Searcher is reproducible. */
void searcher_clear(Searcher *searcher);

/* The steps that later searches do without; none at first. Forgets everything learnt. */
void searcher_leave_out(Searcher *searcher, SearchSteps steps);

/* Searches the position, which is the same afterwards (its undo stack is used meanwhile). */
SearchResult searcher_search(Searcher *searcher, Position *position, const SearchLimits *limits);

/* The static evaluation and the quiescence score of a position, from the side to move. */
int searcher_evaluate(Searcher *searcher, const Position *position);
int searcher_quiescence(Searcher *searcher, Position *position);
