/* What the games of a store add up to, with no model behind it. */
#pragma once

#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/rules/outcome.h"
#include "selfplay/store.h"

typedef struct RunSummary {
    uint64_t games;
    uint64_t white_wins, draws, black_wins;
    uint64_t by_reason[END_REASON_COUNT]; /* [END_PLY_CAP]: games without a result */
    uint64_t pairs;                       /* of which both games are there */
    uint64_t distinct_pairs;              /* with different games: the effective sample size */
    uint64_t duplicate_games;             /* that are, move by move, an earlier one again */
    uint64_t plies;                       /* of all games together, as the next */
    uint64_t nodes;
    uint64_t openings;          /* accepted: one for each pair of which a game is there */
    uint64_t rejected_openings; /* drawn for these pairs and refused */
} RunSummary;

/* Adds up the games with an index below `end`. */
bool run_summarize(Store *store, uint64_t end, RunSummary *summary, Error *err);

/* Appends it as lines of text, with per cents; "no games" where there are none. A capped share
 * above 2 % is marked as a warning. */
void run_summary_add_text(const RunSummary *summary, Text *text);
