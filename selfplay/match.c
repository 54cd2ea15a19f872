#include "selfplay/match.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include <omp.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "selfplay/opening.h"
#include "selfplay/run_identity.h"
#include "selfplay/schedule.h"

enum { MATCH_RING = 256, MATCH_BLOCK = 65536, MATCH_WAIT_NS = 1000000, OPENER_TABLE = 1 << 18 };

/* What one thread plays with. */
typedef struct Worker {
    Player *players[2]; /* owned */
    GameLine line;
    Searcher *opener; /* owned: looks at openings */
    Opening opening;
} Worker;

/* A pair that is finished. */
typedef struct PlayedPair {
    MatchGame games[2];
    uint32_t rejected;
} PlayedPair;

typedef struct Match {
    const MatchConfig *config;
    const MatchHooks *hooks;
    MatchOutcome *outcome;
    OpeningBook book;
    uint64_t key;    /* of the openings */
    Worker *workers; /* owned: config->threads of them */
    double started;
    atomic_bool over;      /* decided or failed: no new games are begun */
    _Atomic uint64_t next; /* the pair to be added next; written in the section */

    /* Only to be touched in the critical section match_release. */
    PlayedPair *ring[MATCH_RING]; /* pair % MATCH_RING; NULL where it is not finished */
    bool failed;
    Error error; /* the first one */
} Match;

void match_openings_init(RunConfig *openings)
{
    run_config_init(openings);
    openings->openings = OPENINGS_PLAIN;
    openings->games = 100;
    openings->opening_plies = 6;
    openings->opening_nodes = 1000;
    openings->opening_margin = 80;
    openings->imbalance_max = 0;
}

/* --- Finished pairs ----------------------------------------------------------------------------
 */

static PlayedPair *pair_new(void)
{
    PlayedPair *pair = memory_new(1, sizeof *pair);
    match_game_init(&pair->games[0]);
    match_game_init(&pair->games[1]);
    return pair;
}

static void pair_free(PlayedPair *pair)
{
    if (pair == NULL)
        return;
    match_game_release(&pair->games[0]);
    match_game_release(&pair->games[1]);
    free(pair);
}

static void match_fail(Match *match, const Error *err)
{
    if (!match->failed)
        match->error = *err;
    match->failed = true;
    atomic_store(&match->over, true);
}

/* Adds up and judges a pair. In the critical section. */
static void add_pair(Match *match, uint64_t index, const PlayedPair *pair)
{
    MatchOutcome *outcome = match->outcome;
    match_score_add(&outcome->score, pair->games, pair->rejected);
    for (int i = 0; i < 2 && match->hooks->game != NULL; i++) {
        const char *const players[2] = {outcome->names[i], outcome->names[1 - i]};
        match->hooks->game(match->hooks->context, 2 * index + (uint64_t)i, &pair->games[i],
                           players);
    }
    if (!match->config->test)
        return;
    outcome->llr = sprt_llr(&match->config->sprt, outcome->score.counted, PENTANOMIAL);
    outcome->verdict = sprt_verdict(&match->config->sprt, outcome->llr);
    if (outcome->verdict != SPRT_CONTINUE)
        atomic_store(&match->over, true);
}

static void report(Match *match)
{
    RunStatus *status = &match->outcome->status;
    status->played = match->outcome->score.games;
    status->seconds = clock_now() - match->started;
    if (match->hooks->progress != NULL)
        match->hooks->progress(match->hooks->context, &match->outcome->score, status);
}

/* Takes in a finished pair, and adds all that are next. In the critical section. */
static void take_pair(Match *match, uint64_t index, PlayedPair *pair)
{
    uint64_t next = atomic_load(&match->next);
    assert(index >= next && index - next < MATCH_RING);
    match->ring[index % MATCH_RING] = pair;
    /* What lies behind the pair that decides is as if it had not been played. */
    for (PlayedPair *ready; match->outcome->verdict == SPRT_CONTINUE
                            && (ready = match->ring[next % MATCH_RING]) != NULL;
         next++) {
        match->ring[next % MATCH_RING] = NULL;
        add_pair(match, next, ready);
        pair_free(ready);
    }
    atomic_store(&match->next, next);
    report(match);
}

/* --- Playing -----------------------------------------------------------------------------------
 */

static bool is_over(const Match *match)
{
    return atomic_load(&match->over) || (match->hooks->stop != NULL && *match->hooks->stop);
}

static MatchGameStatus play_pair(const Match *match, Worker *worker, uint64_t index,
                                 PlayedPair *pair, Error *err)
{
    const RunConfig *openings = &match->config->openings;
    const Scheduled scheduled = schedule_game(match->key, 2 * index);
    if (!opening_draw(&match->book, scheduled.opening, worker->opener, &worker->line.position,
                      &worker->opening, err)) {
        error_prefix(err, "pair %" PRIu64, index);
        return MATCH_GAME_FAILED;
    }
    pair->rejected = worker->opening.rejected;
    MatchGameStatus status = MATCH_GAME_FINISHED;
    for (int i = 0; i < 2 && status == MATCH_GAME_FINISHED; i++) {
        Player *const players[2] = {worker->players[i], worker->players[1 - i]};
        status = is_over(match) ? MATCH_GAME_STOPPED
                                : match_game_play(players, &worker->line, worker->opening.lines[0],
                                                  (int)openings->opening_plies,
                                                  (int)openings->max_plies, &pair->games[i], err);
        if (status == MATCH_GAME_FAILED)
            error_prefix(err, "game %" PRIu64, 2 * index + (uint64_t)i);
    }
    return status;
}

/* Waits until the ring has a place for the pair. */
static void wait_for_place(const Match *match, uint64_t index)
{
    const struct timespec pause = {.tv_nsec = MATCH_WAIT_NS};
    while (index - atomic_load(&match->next) >= MATCH_RING && !is_over(match))
        nanosleep(&pause, NULL);
}

static void do_pair(Match *match, uint64_t index)
{
    wait_for_place(match, index);
    if (is_over(match))
        return;
    PlayedPair *pair = pair_new();
    Error err = {""};
    const MatchGameStatus status =
        play_pair(match, &match->workers[omp_get_thread_num()], index, pair, &err);
#pragma omp critical(match_release)
    {
        if (status == MATCH_GAME_FAILED && !is_over(match))
            match_fail(match, &err);
        if (status == MATCH_GAME_FINISHED)
            take_pair(match, index, pair);
        else
            pair_free(pair);
    }
}

/* A block at a time: a loop over a thousand million pairs could not be left in a moment. */
static void play_all(Match *match)
{
    const uint64_t pairs = match->config->openings.games / 2;
    for (uint64_t first = 0; first < pairs && !is_over(match); first += MATCH_BLOCK) {
        const uint64_t end = pairs - first < MATCH_BLOCK ? pairs : first + MATCH_BLOCK;
#pragma omp parallel for default(none) shared(match, first, end) schedule(dynamic, 1) \
    num_threads(match->config->threads)
        for (uint64_t index = first; index < end; index++)
            do_pair(match, index);
    }
    for (int i = 0; i < MATCH_RING; i++)
        pair_free(match->ring[i]);
}

/* --- The whole ---------------------------------------------------------------------------------
 */

static bool make_workers(Match *match, Error *err)
{
    const MatchConfig *config = match->config;
    match->workers = memory_new((size_t)config->threads, sizeof *match->workers);
    bool good = true;
    for (int i = 0; i < config->threads; i++) {
        Worker *worker = &match->workers[i];
        game_line_init(&worker->line, config->variant);
        opening_init(&worker->opening);
        worker->opener = searcher_new(config->variant, config->weights, OPENER_TABLE);
        for (int j = 0; j < 2 && good; j++) {
            worker->players[j] = player_new(&config->players[j], config->variant, err);
            good = worker->players[j] != NULL || error_prefix(err, "engine %d", j + 1);
        }
    }
    for (int j = 0; j < 2 && good; j++)
        match->outcome->names[j] = memory_copy_string(player_name(match->workers[0].players[j]));
    return good;
}

static void free_workers(Match *match)
{
    for (int i = 0; i < match->config->threads; i++) {
        Worker *worker = &match->workers[i];
        player_free(worker->players[0]);
        player_free(worker->players[1]);
        game_line_release(&worker->line);
        opening_release(&worker->opening);
        searcher_free(worker->opener);
    }
    free(match->workers);
}

static bool make_book(Match *match, Error *err)
{
    const MatchConfig *config = match->config;
    RunIdentity identity;
    run_identity_init(&identity, &config->openings, config->variant, config->weights);
    match->key = identity.key;
    run_identity_release(&identity);
    Worker *worker = &match->workers[0];
    if (!opening_book_init(&match->book, config->variant, config->weights, &config->openings,
                           worker->opener, &worker->line.position, err))
        return false;
    match->outcome->margin = match->book.margin;
    return true;
}

bool match_play(const MatchConfig *config, const MatchHooks *hooks, MatchOutcome *outcome,
                Error *err)
{
    *outcome = (MatchOutcome){.status = {.target = config->openings.games}};
    match_score_init(&outcome->score);
    Match *match = memory_new(1, sizeof *match);
    match->config = config;
    match->hooks = hooks;
    match->outcome = outcome;
    bool good = make_workers(match, err) && make_book(match, err);
    if (good) {
        match->started = clock_now();
        play_all(match);
        outcome->status.seconds = clock_now() - match->started;
        outcome->status.stopped =
            outcome->score.games < outcome->status.target && outcome->verdict == SPRT_CONTINUE;
        good = !match->failed;
        if (!good)
            *err = match->error;
    }
    free_workers(match);
    free(match);
    return good;
}

void match_outcome_release(MatchOutcome *outcome)
{
    match_score_release(&outcome->score);
    free(outcome->names[0]);
    free(outcome->names[1]);
    *outcome = (MatchOutcome){0};
}
