/* The one parallel loop.
 *
 * Threads take pairs in the order of the index and finish them in any order. A finished pair is
 * laid into a ring, and whoever finishes the lowest one that is missing stores it and all that lie
 * behind it without a gap: so games reach the store in the order of the index, in one transaction.
 * A thread that would run ahead of the ring waits for the slow pair; the lowest one in play never
 * waits. */
#include "selfplay/run.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <omp.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "selfplay/game.h"
#include "selfplay/opening.h"
#include "selfplay/run_player.h"
#include "selfplay/schedule.h"

enum { RUN_RING = 1024, RUN_BLOCK = 65536, RUN_WAIT_NS = 1000000 };

/* What one thread plays with. Made before the loop, cleared between games. */
typedef struct Worker {
    Searcher *searcher; /* owned */
    Position position;
    Opening opening;
    Player *player; /* owned: the outside engine that plays, NULL: the searcher does */
    GameLine line;  /* of its games, if there is one */
} Worker;

/* A pair that is finished: its one or two games that were wanted. */
typedef struct FinishedPair {
    int count;
    GameRecord games[2];
} FinishedPair;

/* A run of consecutive missing pairs. `before` counts the missing pairs of all earlier gaps. */
typedef struct Gap {
    uint64_t first, count, before;
} Gap;

typedef struct Run {
    const RunConfig *config;
    RunPlayer player; /* where an outside engine plays */
    const RunHooks *hooks;
    OpeningBook book;
    uint64_t key;
    Store *store;    /* owned */
    GameRange *done; /* owned; what was stored before */
    size_t done_count;
    Gap *gaps; /* owned */
    size_t gap_count;
    uint64_t missing; /* pairs to be played, numbered from 0 in the order of the index */
    Worker *workers;  /* owned */
    int threads;
    double started;
    atomic_bool failed; /* a game or the store: no new games are begun */
    _Atomic uint64_t
        next; /* number of the missing pair to be stored next; written in the section */

    /* Only to be touched in the critical section run_release. */
    FinishedPair *ring[RUN_RING]; /* number % RUN_RING; NULL where it is not finished */
    bool store_broken;            /* it takes no more games */
    RunStatus status;
    Error error; /* the first one */
} Run;

int run_default_threads(void) { return omp_get_num_procs(); }

void run_store_path(const char *folder, Text *path) { text_add(path, "%s/games.db", folder); }

/* --- What is missing ---------------------------------------------------------------------------
 */

/* Whether game `index` was stored before. */
static bool run_has_game(const Run *run, uint64_t index)
{
    size_t low = 0;
    size_t high = run->done_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->done[middle].end <= index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < run->done_count && run->done[low].first <= index;
}

static void run_add_gap(Run *run, size_t *capacity, uint64_t from, uint64_t end)
{
    if (from >= end) {
        return;
    }
    run->gaps = memory_grow(run->gaps, run->gap_count, capacity, sizeof *run->gaps);
    run->gaps[run->gap_count++] = (Gap){from, end - from, run->missing};
    run->missing += end - from;
}

/* Finds the pairs of the first `games` games that are not stored whole. */
static void run_find_gaps(Run *run, uint64_t games)
{
    size_t capacity = 0;
    uint64_t whole = 0; /* all pairs below are known to be */
    for (size_t i = 0; i < run->done_count && 2 * whole < games; i++) {
        uint64_t first_whole = schedule_pairs(run->done[i].first);
        /* The last pair may be wanted half only, and then half is whole. */
        uint64_t whole_end =
            run->done[i].end >= games ? schedule_pairs(games) : run->done[i].end / 2;
        if (first_whole >= whole_end) {
            continue;
        }
        run_add_gap(run, &capacity, whole, first_whole);
        whole = whole_end;
    }
    run_add_gap(run, &capacity, whole, schedule_pairs(games));
}

/* The index of the missing pair of that number. */
static uint64_t run_missing_pair(const Run *run, uint64_t number)
{
    size_t low = 0;
    size_t high = run->gap_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (run->gaps[middle].before <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return run->gaps[low].first + (number - run->gaps[low].before);
}

static uint64_t run_count_found(const Run *run)
{
    uint64_t found = 0;
    for (size_t i = 0; i < run->done_count && run->done[i].first < run->config->games; i++) {
        uint64_t end =
            run->done[i].end < run->config->games ? run->done[i].end : run->config->games;
        found += end - run->done[i].first;
    }
    return found;
}

/* --- Finished pairs ----------------------------------------------------------------------------
 */

static FinishedPair *finished_new(void)
{
    FinishedPair *pair = memory_new(1, sizeof *pair);
    game_record_init(&pair->games[0]);
    game_record_init(&pair->games[1]);
    return pair;
}

static void finished_free(FinishedPair *pair)
{
    if (pair != NULL) {
        game_record_release(&pair->games[0]);
        game_record_release(&pair->games[1]);
        free(pair);
    }
}

static void run_fail(Run *run, const Error *err)
{
    if (!atomic_load(&run->failed)) {
        run->error = *err;
        atomic_store(&run->failed, true);
    }
}

static void run_break_store(Run *run, const Error *err)
{
    run->store_broken = true;
    run_fail(run, err);
}

/* Stores a pair, if the store still works, and frees it. In the critical section. */
static void run_store_pair(Run *run, FinishedPair *pair)
{
    Error err;
    for (int i = 0; i < pair->count && !run->store_broken; i++) {
        if (store_add(run->store, &pair->games[i], &err)) {
            run->status.played++;
        } else {
            run_break_store(run, &err);
        }
    }
    finished_free(pair);
}

static void run_commit(Run *run)
{
    Error err;
    if (!run->store_broken && !store_commit(run->store, &err)) {
        run_break_store(run, &err);
    }
}

static void run_report(Run *run)
{
    run->status.seconds = clock_now() - run->started;
    if (run->hooks->progress != NULL && !atomic_load(&run->failed)) {
        run->hooks->progress(run->hooks->context, &run->status);
    }
}

/* Takes in a finished pair and stores all that are next. In the critical section. */
static void run_take(Run *run, uint64_t number, FinishedPair *pair)
{
    uint64_t next = atomic_load(&run->next);
    assert(number >= next && number - next < RUN_RING);
    run->ring[number % RUN_RING] = pair;
    if (number != next) {
        return;
    }
    for (FinishedPair *ready; (ready = run->ring[next % RUN_RING]) != NULL; next++) {
        run->ring[next % RUN_RING] = NULL;
        run_store_pair(run, ready);
    }
    run_commit(run);
    atomic_store(&run->next, next);
    run_report(run);
}

/* Stores what lies behind a pair that will not come: its games are finished all the same. */
static void run_take_rest(Run *run)
{
    for (int i = 0; i < RUN_RING; i++) {
        if (run->ring[i] != NULL) {
            run_store_pair(run, run->ring[i]);
            run->ring[i] = NULL;
        }
    }
    run_commit(run);
}

/* --- Playing -----------------------------------------------------------------------------------
 */

static bool run_is_asked_to_stop(const Run *run)
{
    return run->hooks->stop != NULL && *run->hooks->stop;
}

static bool run_is_late(const Run *run)
{
    return run->hooks->deadline > 0 && clock_now() >= run->hooks->deadline;
}

static bool run_is_over(const Run *run)
{
    return atomic_load(&run->failed) || run_is_asked_to_stop(run) || run_is_late(run);
}

/* Plays one game of a pair whose opening is drawn. */
static GameEnd run_play_game(const Run *run, Worker *worker, uint64_t index, FinishedPair *pair,
                             Error *err)
{
    GameRecord *record = &pair->games[pair->count];
    const Text *fen = &worker->opening.fen[index % 2];
    record->index = index;
    record->rejected = worker->opening.rejected;
    text_add_bytes(&record->start_fen, fen->data, fen->length);
    const GameLimits limits = {
        .nodes = run->config->nodes,
        .max_plies = (int)run->config->max_plies,
        .stop = run->hooks->stop,
    };
    GameEnd end = worker->player != NULL
                      ? game_play_by(worker->player, &worker->line, &limits, record, err)
                      : game_play(worker->searcher, &worker->position, &limits, record, err);
    if (end == GAME_FINISHED) {
        pair->count++;
    } else if (end == GAME_FAILED) {
        error_prefix(err, "game %" PRIu64, index);
    }
    return end;
}

/* Plays the games of a pair that are wanted and not stored yet. A pair that is stopped in its
 * second game keeps the first, which the caller stores: the next run plays the other. */
static GameEnd run_play_pair(const Run *run, Worker *worker, uint64_t index, FinishedPair *pair,
                             Error *err)
{
    Scheduled scheduled = schedule_game(run->key, 2 * index);
    if (!opening_draw(&run->book, scheduled.opening, worker->searcher, &worker->position,
                      &worker->opening, err)) {
        error_prefix(err, "pair %" PRIu64, index);
        return GAME_FAILED;
    }
    for (uint64_t game = 2 * index; game < 2 * index + 2; game++) {
        if (game >= run->config->games || run_has_game(run, game)) {
            continue;
        }
        GameEnd end = run_play_game(run, worker, game, pair, err);
        if (end != GAME_FINISHED) {
            return end;
        }
    }
    return GAME_FINISHED;
}

/* Waits until the ring has a place for the pair. */
static void run_wait_for_place(const Run *run, uint64_t number)
{
    const struct timespec pause = {.tv_nsec = RUN_WAIT_NS};
    while (number - atomic_load(&run->next) >= RUN_RING && !run_is_over(run)) {
        nanosleep(&pause, NULL);
    }
}

/* Plays the missing pair of that number, unless the run is over. */
static void run_do(Run *run, uint64_t number)
{
    run_wait_for_place(run, number);
    if (run_is_over(run)) {
        return;
    }
    Worker *worker = &run->workers[omp_get_thread_num()];
    FinishedPair *pair = finished_new();
    Error err;
    GameEnd end = run_play_pair(run, worker, run_missing_pair(run, number), pair, &err);
#pragma omp critical(run_release)
    {
        if (end == GAME_FAILED) {
            run_fail(run, &err);
            finished_free(pair);
        } else if (end == GAME_STOPPED) {
            run_store_pair(run, pair);
        } else {
            run_take(run, number, pair);
        }
    }
}

/* All missing pairs, a block at a time: a loop over a thousand million pairs could not be left in a
 * moment. */
static void run_loop(Run *run)
{
    for (uint64_t first = 0; first < run->missing && !run_is_over(run); first += RUN_BLOCK) {
        uint64_t left = run->missing - first;
        uint64_t end = first + (left < RUN_BLOCK ? left : RUN_BLOCK);
#pragma omp parallel for default(none) shared(run, first, end) schedule(dynamic, 1) \
    num_threads(run->threads)
        for (uint64_t number = first; number < end; number++) {
            run_do(run, number);
        }
    }
    run_take_rest(run);
}

static void run_make_workers(Run *run, const Variant *variant, const Weights *weights)
{
    run->workers = memory_new((size_t)run->threads, sizeof *run->workers);
    for (int i = 0; i < run->threads; i++) {
        Worker *worker = &run->workers[i];
        worker->searcher = searcher_new(variant, weights, (size_t)run->config->table_kb * 1024);
        position_init(&worker->position, variant);
        opening_init(&worker->opening);
    }
}

/* Starts the outside engines, if such play. */
static bool run_start_players(Run *run, const Variant *variant, Error *err)
{
    if (!run_player_given(run->config)) {
        return true;
    }
    bool good = run_player_init(&run->player, run->config, run->hooks->stop, err);
    for (int i = 0; good && i < run->threads; i++) {
        Worker *worker = &run->workers[i];
        worker->player = player_new(&run->player.spec, variant, err);
        good = worker->player != NULL;
        if (good) {
            game_line_init(&worker->line, variant);
        }
    }
    return good;
}

static void run_free_workers(Run *run)
{
    for (int i = 0; run->workers != NULL && i < run->threads; i++) {
        searcher_free(run->workers[i].searcher);
        position_release(&run->workers[i].position);
        opening_release(&run->workers[i].opening);
        if (run->workers[i].player != NULL) {
            game_line_release(&run->workers[i].line);
        }
        player_free(run->workers[i].player);
    }
    free(run->workers);
    run_player_release(&run->player);
}

/* --- The whole -------------------------------------------------------------------------------- */

/* Makes a folder and those above it. */
static bool make_folders(const char *folder, Error *err)
{
    char *path = memory_copy_string(folder);
    bool good = true;
    for (char *end = path; good && *end != '\0';) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        char after = *end;
        *end = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            good = error_set(err, "%s: cannot make the folder: %s", path, strerror(errno));
        }
        *end = after;
    }
    free(path);
    return good;
}

static bool run_open_store(Run *run, const Variant *variant, const Weights *weights,
                           const char *folder, Error *err)
{
    RunIdentity identity;
    run_identity_init(&identity, run->config, variant, weights);
    run->key = identity.key;
    Text path;
    text_init(&path);
    run_store_path(folder, &path);
    if (make_folders(folder, err)) {
        run->store = store_open(path.data, &identity, err);
    }
    text_release(&path);
    run_identity_release(&identity);
    return run->store != NULL && store_done(run->store, &run->done, &run->done_count, err);
}

/* Games of one run are played by one program: another revision may search otherwise. A run that is
 * complete may be read by any. */
static bool run_check_program(const Run *run, const char *folder, Error *err)
{
    RunIdentity stored;
    if (run->status.found == 0 || run->missing == 0) {
        return true;
    }
    if (!store_read_identity(run->store, &stored, err)) {
        return false;
    }
    bool same = strcmp(stored.revision, version_revision()) == 0;
    if (!same) {
        error_set(
            err,
            "%s was begun by revision %s of this program, which is %s: go on with that one, or "
            "choose another folder (--out)",
            folder, stored.revision, version_revision());
    }
    run_identity_release(&stored);
    return same;
}

static bool run_prepare(Run *run, const Variant *variant, const Weights *weights,
                        const char *folder, Error *err)
{
    Worker *worker = &run->workers[0];
    if (!opening_book_init(&run->book, variant, weights, run->config, worker->searcher,
                           &worker->position, err)
        || !run_open_store(run, variant, weights, folder, err)) {
        return false;
    }
    run->status.found = run_count_found(run);
    run_find_gaps(run, run->config->games);
    return run_check_program(run, folder, err)
           && (run->missing == 0 || run_start_players(run, variant, err));
}

static void run_go(Run *run)
{
    run->started = clock_now();
    if (run->hooks->deadline > 0)
        run->status.most = fmax(run->hooks->deadline - run->started, DBL_MIN);
    run_loop(run);
    run->status.seconds = clock_now() - run->started;
    run->status.stopped = run->status.found + run->status.played < run->status.target;
    run->status.late = run->status.stopped && run_is_late(run) && !run_is_asked_to_stop(run);
}

bool run_play(const RunConfig *config, const Variant *variant, const Weights *weights,
              const char *folder, int threads, const RunHooks *hooks, RunStatus *status, Error *err)
{
    static const RunHooks no_hooks;
    assert(threads > 0);
    Run *run = memory_new(1, sizeof *run);
    run->config = config;
    run->hooks = hooks != NULL ? hooks : &no_hooks;
    run->threads = schedule_pairs(config->games) < (uint64_t)threads
                       ? (int)schedule_pairs(config->games)
                       : threads;
    run->threads = run->threads > 0 ? run->threads : 1;
    run->status.target = config->games;
    run_make_workers(run, variant, weights);
    bool good = run_prepare(run, variant, weights, folder, err);
    if (good) {
        run_go(run);
        good = !atomic_load(&run->failed);
        if (!good) {
            *err = run->error;
        }
    }
    *status = run->status;
    Error close_error;
    if (!store_close(run->store, &close_error) && good) {
        *err = close_error;
        good = false;
    }
    run_free_workers(run);
    free(run->gaps);
    free(run->done);
    free(run);
    return good;
}
