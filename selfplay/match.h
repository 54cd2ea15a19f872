/* A match: two players, in pairs of games from random balanced openings with colours swapped.
 *
 * Opening and colours of a game follow from its index and the seed alone. Pairs end in any order on
 * many threads; they are added up, written down and judged in the order of the index, and a test
 * ends with the pair that decides it. So what comes out of players that search by nodes does not
 * depend on the number of threads. */
#pragma once

#include <stdio.h>

#include "selfplay/match_score.h"
#include "selfplay/run.h"
#include "selfplay/run_config.h"
#include "selfplay/sprt.h"

typedef struct MatchConfig {
    const Variant *variant; /* borrowed */
    const Weights *weights; /* borrowed; by which openings are balanced */
    RunConfig openings;     /* those of its keys that make openings; games and max_plies too */
    PlayerSpec players[2];
    bool test; /* by `sprt` */
    Sprt sprt;
    int threads; /* games at a time */
} MatchConfig;

/* Sets those keys of a config that a match takes for granted: plain openings, balanced. */
void match_openings_init(RunConfig *openings);

/* `game`, if not NULL, is told of each game in the order of the index; `players` are the names of
 * White and Black. `progress`, if not NULL, after pairs were added. Both are called by one thread
 * at a time. */
typedef struct MatchHooks {
    void (*game)(void *context, uint64_t index, const MatchGame *game,
                 const char *const players[2]);
    void (*progress)(void *context, const MatchScore *score, const RunStatus *status);
    void *context;
    const atomic_bool *stop; /* the match ends at once: games in play are dropped; NULL: never */
} MatchHooks;

/* How it went. */
typedef struct MatchOutcome {
    MatchScore score;
    char *names[2]; /* owned: what the players are called */
    RunStatus status;
    double llr; /* of a test */
    SprtVerdict verdict;
    int margin; /* centipawns that openings were balanced within */
} MatchOutcome;

/* Plays it. False, with `err`, where a player cannot be started or no opening is found: `outcome`
 * has what was played before. Release it in any case. */
bool match_play(const MatchConfig *config, const MatchHooks *hooks, MatchOutcome *outcome,
                Error *err);
void match_outcome_release(MatchOutcome *outcome);
