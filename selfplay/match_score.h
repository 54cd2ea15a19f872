/* What the games of a match add up to. */
#pragma once

#include "selfplay/hash_set.h"
#include "selfplay/match_game.h"
#include "selfplay/rating.h"

/* How games end, in one row: the rules' reasons, and behind them the players' faults. */
enum { MATCH_ENDS = END_REASON_COUNT + (int)FAULT_COUNT };

/* Of the first player. */
typedef enum MatchResult {
    MATCH_WON,
    MATCH_DRAWN,
    MATCH_LOST,
    MATCH_OPEN, /* at the ply cap: no result */
    MATCH_RESULTS
} MatchResult;

typedef struct MatchScore {
    uint64_t games;
    uint64_t results[MATCH_RESULTS];
    uint64_t ends[MATCH_ENDS][MATCH_RESULTS];
    uint64_t white_wins, white_losses;
    uint64_t plies;                /* of all games, openings included */
    PlayerTotals totals[2];        /* by player */
    uint64_t pairs;                /* all of them: those below and those left out */
    uint64_t counted[PENTANOMIAL]; /* by the first player's half points: what ratings are from */
    uint64_t open_pairs;           /* left out: a game of theirs has no result */
    uint64_t duplicate_pairs; /* left out: move by move an earlier one again, so they say nothing */
    uint64_t rejected_openings;
    HashSet seen; /* owned: the pairs' games */
} MatchScore;

void match_score_init(MatchScore *score);
void match_score_release(MatchScore *score);

/* Adds a pair: in games[0] the first player is White, in games[1] Black. */
void match_score_add(MatchScore *score, const MatchGame games[2], uint64_t rejected);

/* The name of a row of `ends`. */
const char *match_end_name(int end);

/* The estimate from the counted pairs. None where more than one pair was played and all were the
 * same: nothing is known of how they would vary. */
Rating match_score_rating(const MatchScore *score);
