/* The parallel loop: what is stored depends on the run, and on nothing else. */
#define _XOPEN_SOURCE 700 /* NOLINT: for nftw() */
#include "tests/unit/unit.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <sqlite3.h>

#include "engine/base/clock.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/search/searcher.h"
#include "selfplay/run.h"
#include "selfplay/summary.h"
#include "tests/dump.h"

/* A folder of its own for each test, and short games of chess. */
typedef struct Fixture {
    char folder[64];
    Variant *variant;
    Weights weights;
    RunConfig config;
} Fixture;

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    Error err;
    memcpy(fixture->folder, "/tmp/assay-run-XXXXXX", sizeof "/tmp/assay-run-XXXXXX");
    if (mkdtemp(fixture->folder) == NULL) {
        return -1;
    }
    fixture->variant = variant_load("chess", &err);
    if (fixture->variant == NULL) {
        print_error("%s\n", err.text);
        return -1;
    }
    weights_init_automatic(&fixture->weights, fixture->variant);
    run_config_init(&fixture->config);
    fixture->config.nodes = 50;
    fixture->config.opening_nodes = 50;
    fixture->config.max_plies = 60;
    fixture->config.table_kb = 64;
    fixture->config.games = 20;
    *state = fixture;
    return 0;
}

/* The same of a game with pieces in hand. */
static int set_up_hands(void **state)
{
    if (set_up(state) != 0) {
        return -1;
    }
    Fixture *fixture = *state;
    Error err;
    variant_free(fixture->variant);
    fixture->variant = variant_load("crazyhouse", &err);
    if (fixture->variant == NULL) {
        print_error("%s\n", err.text);
        return -1;
    }
    weights_init_automatic(&fixture->weights, fixture->variant);
    return 0;
}

/* For nftw(): children before their folder. */
static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    int status = nftw(fixture->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    variant_free(fixture->variant);
    free(fixture);
    return status;
}

/* A folder within the test's own. */
typedef struct Path {
    char text[128];
} Path;

static Path inside(const Fixture *fixture, const char *name)
{
    Path path;
    snprintf(path.text, sizeof path.text, "%s/%s", fixture->folder, name);
    return path;
}

static RunStatus play(const Fixture *fixture, const char *name, uint64_t games, int threads,
                      const RunHooks *hooks)
{
    RunConfig config = fixture->config;
    config.games = games;
    RunStatus status;
    Error err = {""};
    if (!run_play(&config, fixture->variant, &fixture->weights, inside(fixture, name).text, threads,
                  hooks, &status, &err)) {
        fail_msg("%s", err.text);
    }
    return status;
}

/* The dump of the store in that folder, for free(). */
static char *dump(const Fixture *fixture, const char *name)
{
    Text path;
    Text text;
    Error err = {""};
    text_init(&path);
    text_init(&text);
    run_store_path(inside(fixture, name).text, &path);
    if (!dump_store(path.data, &text, &err)) {
        fail_msg("%s", err.text);
    }
    text_release(&path);
    return text.data;
}

static void assert_same_dump(const Fixture *fixture, const char *a, const char *b)
{
    char *first = dump(fixture, a);
    char *second = dump(fixture, b);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void threads_do_not_change_results(void **state)
{
    const Fixture *fixture = *state;
    RunStatus status = play(fixture, "one", 40, 1, NULL);
    assert_int_equal(status.played, 40);
    assert_false(status.stopped);
    play(fixture, "two", 40, 2, NULL);
    play(fixture, "four", 40, 4, NULL);
    assert_same_dump(fixture, "one", "two");
    assert_same_dump(fixture, "one", "four");
}

static void a_longer_run_is_a_shorter_one_gone_on_with(void **state)
{
    const Fixture *fixture = *state;
    play(fixture, "whole", 20, 2, NULL);
    play(fixture, "parts", 7, 2, NULL);
    RunStatus status = play(fixture, "parts", 10, 1, NULL);
    assert_int_equal(status.found, 7);
    assert_int_equal(status.played, 3);
    status = play(fixture, "parts", 20, 2, NULL);
    assert_int_equal(status.found, 10);
    assert_int_equal(status.played, 10);
    assert_same_dump(fixture, "whole", "parts");
    /* Nothing is missing: nothing is played. Fewer games than there are: neither. */
    assert_int_equal(play(fixture, "parts", 20, 2, NULL).played, 0);
    status = play(fixture, "parts", 5, 2, NULL);
    assert_int_equal(status.found, 5);
    assert_int_equal(status.played, 0);
    assert_false(status.stopped);
}

static void execute(const Fixture *fixture, const char *name, const char *sql)
{
    Text path;
    sqlite3 *db;
    text_init(&path);
    run_store_path(inside(fixture, name).text, &path);
    assert_int_equal(sqlite3_open(path.data, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    text_release(&path);
}

static void another_revision_does_not_go_on_but_may_read(void **state)
{
    const Fixture *fixture = *state;
    play(fixture, "old", 4, 2, NULL);
    execute(fixture, "old", "UPDATE run SET revision = 'elder'");
    assert_int_equal(play(fixture, "old", 4, 2, NULL).played, 0);
    RunConfig config = fixture->config;
    RunStatus status;
    Error err = {""};
    config.games = 6;
    assert_false(run_play(&config, fixture->variant, &fixture->weights, inside(fixture, "old").text,
                          2, NULL, &status, &err));
    assert_non_null(strstr(err.text, "begun by revision elder"));
}

/* Raises the flag when so many games are stored. */
typedef struct Stopper {
    atomic_bool stop;
    uint64_t after;
    uint64_t last; /* games stored when it was told last */
} Stopper;

static void stop_later(void *context, const RunStatus *status)
{
    Stopper *stopper = context;
    assert_true(status->found + status->played >= stopper->last);
    stopper->last = status->found + status->played;
    if (status->played >= stopper->after) {
        stopper->stop = true;
    }
}

static void a_run_stopped_often_is_the_same_run(void **state)
{
    const Fixture *fixture = *state;
    play(fixture, "whole", 60, 2, NULL);
    int rounds = 0;
    for (bool stopped = true; stopped && rounds < 100; rounds++) {
        Stopper stopper = {.after = 1 + (uint64_t)rounds % 5};
        RunHooks hooks = {.progress = stop_later, .context = &stopper, .stop = &stopper.stop};
        stopped = play(fixture, "parts", 60, 1 + rounds % 3, &hooks).stopped;
    }
    assert_in_range(rounds, 5, 60);
    assert_same_dump(fixture, "whole", "parts");
}

static void a_deadline_leaves_whole_pairs(void **state)
{
    const Fixture *fixture = *state;
    RunHooks hooks = {.deadline = 0};
    RunStatus status = {.played = 0};
    double seconds = 0.3;
    while (status.played == 0 && seconds < 100) {
        hooks.deadline = clock_now() + seconds;
        status = play(fixture, "late", 1000000, 1, &hooks);
        seconds *= 4; /* a slow machine may need longer for a game */
    }
    assert_true(status.stopped);
    assert_true(status.late);
    assert_true(status.played > 0);
    assert_int_equal(status.played % 2, 0);
    assert_true(status.seconds < 600);
    play(fixture, "counted", status.played, 2, NULL);
    assert_same_dump(fixture, "counted", "late");
    /* One that has passed already. */
    hooks.deadline = clock_now();
    status = play(fixture, "none", 2, 1, &hooks);
    assert_true(status.late);
    assert_int_equal(status.played, 0);
    /* One that is not needed. */
    hooks.deadline = clock_now() + 3600;
    status = play(fixture, "none", 2, 1, &hooks);
    assert_false(status.late);
    assert_false(status.stopped);
}

static void games_that_were_lost_are_played_again(void **state)
{
    const Fixture *fixture = *state;
    play(fixture, "whole", 24, 2, NULL);
    play(fixture, "holes", 24, 2, NULL);
    execute(fixture, "holes", "DELETE FROM game WHERE id IN (0, 7, 8, 9, 13, 23)");
    RunStatus status = play(fixture, "holes", 24, 2, NULL);
    assert_int_equal(status.found, 18);
    assert_int_equal(status.played, 6);
    assert_same_dump(fixture, "whole", "holes");
}

static void another_seed_gives_other_games(void **state)
{
    Fixture *fixture = *state;
    play(fixture, "one", 4, 1, NULL);
    fixture->config.seed = 2;
    play(fixture, "two", 4, 1, NULL);
    char *first = dump(fixture, "one");
    char *second = dump(fixture, "two");
    assert_string_not_equal(strstr(first, "\n0|"), strstr(second, "\n0|"));
    free(first);
    free(second);
}

static void another_run_in_the_same_folder_is_refused(void **state)
{
    Fixture *fixture = *state;
    play(fixture, "one", 2, 1, NULL);
    fixture->config.nodes = 60;
    RunStatus status;
    Error err = {""};
    assert_false(run_play(&fixture->config, fixture->variant, &fixture->weights,
                          inside(fixture, "one").text, 1, NULL, &status, &err));
    assert_non_null(strstr(err.text, "'nodes = 50', this run's 'nodes = 60'"));
}

/* Follows each game by the rules and looks whether the record says what happened. */
typedef struct Replay {
    const Fixture *fixture;
    Position position;
    uint64_t games, decided, drawn, capped;
} Replay;

static void check_scores(const GameRecord *record, const Position *position)
{
    if (record->reason != END_CHECKMATE) {
        return;
    }
    /* Who is to move is mated, and the mating move's score was a mate for the other side. */
    assert_int_equal(record->result, position->side == WHITE ? RESULT_BLACK : RESULT_WHITE);
    int score = game_record_score(record, record->plies - 1);
    assert_int_equal(abs(score), SCORE_MATE - 1);
    assert_true((score > 0) == (record->result == RESULT_WHITE));
}

static bool replay_game(void *context, const GameRecord *record, Error *err)
{
    Replay *replay = context;
    assert_true(game_record_start(record, &replay->position, err));
    char *moves = strdup(record->moves.data);
    char *rest = moves;
    int plies = 0;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL; plies++) {
        assert_int_equal(position_outcome(&replay->position).reason, END_NONE);
        Move move = move_from_text(&replay->position, word, err);
        if (move == NO_MOVE) {
            fail_msg("%s", err->text);
        }
        position_make(&replay->position, move);
    }
    free(moves);
    assert_int_equal(plies, record->plies);
    Outcome outcome = position_outcome(&replay->position);
    if (record->reason == END_PLY_CAP) {
        assert_int_equal(outcome.reason, END_NONE);
        assert_int_equal(record->result, RESULT_NONE);
        assert_int_equal(plies, replay->fixture->config.max_plies);
        replay->capped++;
    } else {
        assert_int_equal(outcome.reason, record->reason);
        assert_int_equal(outcome.result, record->result);
        replay->drawn += record->result == RESULT_DRAW;
        replay->decided += record->result != RESULT_DRAW;
        check_scores(record, &replay->position);
    }
    replay->games++;
    return true;
}

static void records_replay_to_their_result(void **state)
{
    Fixture *fixture = *state;
    fixture->config.opening_plies = 3; /* Black begins */
    fixture->config.max_plies = 300;
    play(fixture, "games", 60, 2, NULL);
    Text path;
    text_init(&path);
    run_store_path(inside(fixture, "games").text, &path);
    Error err;
    Store *store = store_open_read(path.data, &err);
    assert_non_null(store);
    Replay replay = {.fixture = fixture};
    position_init(&replay.position, fixture->variant);
    assert_true(store_each(store, UINT64_MAX, replay_game, &replay, &err));
    assert_int_equal(replay.games, 60);
    assert_true(replay.decided > 10);
    position_release(&replay.position);
    store_close(store, &err);
    text_release(&path);
}

/* Compares each second game's material with the first game's. */
typedef struct PairCheck {
    Position position;
    int first[MAX_TYPES];
    uint64_t games, uneven;
} PairCheck;

static bool check_pair(void *context, const GameRecord *record, Error *err)
{
    PairCheck *check = context;
    assert_true(game_record_start(record, &check->position, err));
    for (unsigned type = 1; type < MAX_TYPES; type++) {
        const int difference = position_held(&check->position, WHITE, type)
                               - position_held(&check->position, BLACK, type);
        if (record->index % 2 == 0) {
            check->first[type] = difference;
            check->uneven += difference != 0;
        } else {
            assert_int_equal(difference, -check->first[type]);
        }
    }
    check->games++;
    return true;
}

static void the_games_of_a_pair_have_the_material_swapped(void **state)
{
    Fixture *fixture = *state;
    fixture->config.opening_plies = 0;
    play(fixture, "games", 20, 2, NULL);
    Text path;
    text_init(&path);
    run_store_path(inside(fixture, "games").text, &path);
    Error err;
    Store *store = store_open_read(path.data, &err);
    assert_non_null(store);
    PairCheck check = {.games = 0};
    position_init(&check.position, fixture->variant);
    assert_true(store_each(store, UINT64_MAX, check_pair, &check, &err));
    assert_int_equal(check.games, 20);
    assert_true(check.uneven >= 10);
    position_release(&check.position);
    store_close(store, &err);
    text_release(&path);
}

static void the_ply_cap_is_an_outcome_of_its_own(void **state)
{
    Fixture *fixture = *state;
    fixture->config.max_plies = 2;
    play(fixture, "games", 10, 2, NULL);
    Text path;
    text_init(&path);
    run_store_path(inside(fixture, "games").text, &path);
    Error err;
    Store *store = store_open_read(path.data, &err);
    assert_non_null(store);
    RunSummary summary;
    assert_true(run_summarize(store, UINT64_MAX, &summary, &err));
    assert_int_equal(summary.by_reason[END_PLY_CAP], 10);
    assert_int_equal(summary.draws, 0);
    Text text;
    text_init(&text);
    run_summary_add_text(&summary, &text);
    assert_non_null(strstr(text.data, "WARNING: 100.0 % of the games were stopped"));
    text_release(&text);
    store_close(store, &err);
    text_release(&path);
}

#if defined(__SANITIZE_ADDRESS__)
static const bool address_sanitized = true;
#elif defined(__has_feature)
static const bool address_sanitized = __has_feature(address_sanitizer) != 0;
#else
static const bool address_sanitized = false;
#endif

static void a_thousand_million_games_need_no_memory_before_they_are_played(void **state)
{
    Fixture *fixture = *state;
    struct rusage before;
    struct rusage after;
    getrusage(RUSAGE_SELF, &before);
    Stopper stopper = {.after = 2};
    RunHooks hooks = {.progress = stop_later, .context = &stopper, .stop = &stopper.stop};
    RunStatus status = play(fixture, "games", 1000000000, 2, &hooks);
    getrusage(RUSAGE_SELF, &after);
    assert_true(status.stopped);
    assert_in_range(status.played, 2, 200);
    /* An address sanitizer keeps what was freed: its memory says nothing. */
    if (!address_sanitized)
        assert_true(after.ru_maxrss - before.ru_maxrss < 65536);
}

static void threads_need_not_have_a_game_each(void **state)
{
    const Fixture *fixture = *state;
    assert_int_equal(play(fixture, "one", 1, 16, NULL).played, 1);
    assert_int_equal(play(fixture, "none", 0, 16, NULL).played, 0);
}

static void an_unusable_folder_is_an_error(void **state)
{
    Fixture *fixture = *state;
    Path file = inside(fixture, "file");
    FILE *made = fopen(file.text, "wb");
    assert_non_null(made);
    fclose(made);
    RunStatus status;
    Error err = {""};
    assert_false(run_play(&fixture->config, fixture->variant, &fixture->weights, file.text, 1, NULL,
                          &status, &err));
    assert_non_null(strstr(err.text, file.text));
    Path below = inside(fixture, "file/below");
    assert_false(run_play(&fixture->config, fixture->variant, &fixture->weights, below.text, 1,
                          NULL, &status, &err));
    assert_non_null(strstr(err.text, "cannot make the folder"));
}

#define HANDS_TEST(name)                                         \
    {                                                            \
#name "_with_hands", name, set_up_hands, tear_down, NULL \
    }
#define RUN_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUN_TEST(threads_do_not_change_results),
        RUN_TEST(a_longer_run_is_a_shorter_one_gone_on_with),
        RUN_TEST(another_revision_does_not_go_on_but_may_read),
        RUN_TEST(a_run_stopped_often_is_the_same_run),
        RUN_TEST(a_deadline_leaves_whole_pairs),
        RUN_TEST(games_that_were_lost_are_played_again),
        RUN_TEST(another_seed_gives_other_games),
        RUN_TEST(another_run_in_the_same_folder_is_refused),
        RUN_TEST(records_replay_to_their_result),
        RUN_TEST(the_games_of_a_pair_have_the_material_swapped),
        RUN_TEST(the_ply_cap_is_an_outcome_of_its_own),
        RUN_TEST(a_thousand_million_games_need_no_memory_before_they_are_played),
        RUN_TEST(threads_need_not_have_a_game_each),
        HANDS_TEST(threads_do_not_change_results),
        HANDS_TEST(records_replay_to_their_result),
        HANDS_TEST(the_games_of_a_pair_have_the_material_swapped),
        RUN_TEST(an_unusable_folder_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
