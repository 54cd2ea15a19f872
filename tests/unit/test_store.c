/* The ledger of a run: what is written is read, and what is wrong is refused by name. */
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "selfplay/store.h"
#include "selfplay/summary.h"

/* A folder of its own for each test. */
typedef struct Fixture {
    char folder[64];
    char path[96];
} Fixture;

static int set_up(void **state)
{
    Fixture *fixture = calloc(1, sizeof *fixture);
    memcpy(fixture->folder, "/tmp/assay-store-XXXXXX", sizeof "/tmp/assay-store-XXXXXX");
    if (mkdtemp(fixture->folder) == NULL) {
        return -1;
    }
    snprintf(fixture->path, sizeof fixture->path, "%s/games.db", fixture->folder);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    static const char *const endings[] = {"", "-wal", "-journal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", fixture->path, endings[i]);
        unlink(path);
    }
    rmdir(fixture->folder);
    free(fixture);
    return 0;
}

/* An identity of literals: not to be released. */
static char config_text[] = "nodes = 50\nseed = 1\n";
static char rules_text[] = "maxFile = 8\nmaxRank = 8\nstalemateValue = draw\n";
static char weights_text[] = "[x]\nvalue.N = 320 310\n";
static char version_text[] = "0.1.0";
static char name_text[] = "x";

static RunIdentity identity_make(void)
{
    return (RunIdentity){
        .key = UINT64_C(0xfedcba9876543210),
        .config = config_text,
        .variant = name_text,
        .rules_hash = UINT64_C(0x8000000000000001),
        .rules = rules_text,
        .weights_hash = 3,
        .weights = weights_text,
        .version = version_text,
        .revision = name_text,
        .host = name_text,
    };
}

static void record_fill(GameRecord *record, uint64_t index)
{
    game_record_clear(record);
    record->index = index;
    text_add(&record->start_fen, "4k3/8/8/8/8/8/8/4K3 w - - %d 1", (int)(index % 50));
    text_add(&record->moves, "e1e2 e8e7");
    game_record_add_score(record, 25);
    game_record_add_score(record, -29990);
    record->plies = 2;
    record->reason = index % 3 == 0 ? END_PLY_CAP : END_STALEMATE;
    record->result = index % 3 == 0 ? RESULT_NONE : RESULT_DRAW;
    record->nodes = 100 + index;
    record->rejected = (uint32_t)(index / 2 % 4);
}

static void add_games(Store *store, uint64_t first, uint64_t end)
{
    Error err;
    GameRecord record;
    game_record_init(&record);
    for (uint64_t index = first; index < end; index++) {
        record_fill(&record, index);
        assert_true(store_add(store, &record, &err));
    }
    assert_true(store_commit(store, &err));
    game_record_release(&record);
}

static Store *open_store(const Fixture *fixture)
{
    RunIdentity identity = identity_make();
    Error err = {""};
    Store *store = store_open(fixture->path, &identity, &err);
    if (store == NULL) {
        fail_msg("%s", err.text);
    }
    return store;
}

static void close_store(Store *store)
{
    Error err = {""};
    if (!store_close(store, &err)) {
        fail_msg("%s", err.text);
    }
}

/* The message ends in, or holds, what was expected. */
static void assert_says(const Error *err, const char *what)
{
    if (strstr(err->text, what) == NULL) {
        fail_msg("'%s' does not say '%s'", err->text, what);
    }
}

static bool check_visit(void *context, const GameRecord *record, Error *err)
{
    (void)err;
    uint64_t *next = context;
    GameRecord expected;
    game_record_init(&expected);
    record_fill(&expected, *next);
    assert_int_equal(record->index, expected.index);
    assert_string_equal(record->start_fen.data, expected.start_fen.data);
    assert_string_equal(record->moves.data, expected.moves.data);
    assert_int_equal(game_record_score(record, 0), 25);
    assert_int_equal(game_record_score(record, 1), -29990);
    assert_int_equal(record->plies, expected.plies);
    assert_int_equal(record->result, expected.result);
    assert_int_equal(record->reason, expected.reason);
    assert_int_equal(record->nodes, expected.nodes);
    assert_int_equal(record->rejected, expected.rejected);
    game_record_release(&expected);
    (*next)++;
    return true;
}

static void games_come_back_in_the_order_of_the_index(void **state)
{
    const Fixture *fixture = *state;
    Store *store = open_store(fixture);
    add_games(store, 5, 9);
    add_games(store, 0, 5);
    close_store(store);

    Error err;
    store = store_open_read(fixture->path, &err);
    assert_non_null(store);
    uint64_t next = 0;
    assert_true(store_each(store, UINT64_MAX, check_visit, &next, &err));
    assert_int_equal(next, 9);
    next = 0;
    assert_true(store_each(store, 4, check_visit, &next, &err));
    assert_int_equal(next, 4);
    uint64_t count;
    assert_true(store_count(store, &count, &err));
    assert_int_equal(count, 9);
    RunIdentity identity;
    assert_true(store_read_identity(store, &identity, &err));
    RunIdentity wanted = identity_make();
    assert_true(run_identity_same(&identity, &wanted, "x", &err));
    run_identity_release(&identity);
    close_store(store);
}

static void done_games_are_given_as_ranges(void **state)
{
    Store *store = open_store(*state);
    Error err;
    GameRange *ranges;
    size_t count;
    assert_true(store_done(store, &ranges, &count, &err));
    assert_int_equal(count, 0);
    free(ranges);
    add_games(store, 7, 10);
    add_games(store, 0, 4);
    add_games(store, 4, 5);
    assert_true(store_done(store, &ranges, &count, &err));
    assert_int_equal(count, 2);
    assert_int_equal(ranges[0].first, 0);
    assert_int_equal(ranges[0].end, 5);
    assert_int_equal(ranges[1].first, 7);
    assert_int_equal(ranges[1].end, 10);
    free(ranges);
    close_store(store);
}

static void a_game_is_stored_once(void **state)
{
    Store *store = open_store(*state);
    add_games(store, 0, 3);
    GameRecord record;
    game_record_init(&record);
    record_fill(&record, 1);
    Error err;
    assert_false(store_add(store, &record, &err));
    assert_says(&err, "holds game 1 already");
    game_record_release(&record);
    close_store(store);
}

static void another_run_is_refused_by_what_differs(void **state)
{
    const Fixture *fixture = *state;
    close_store(open_store(fixture));
    char nodes[] = "nodes = 60\nseed = 1\n";
    char rules[] = "maxFile = 8\nmaxRank = 8\nstalemateValue = win\n";
    char shorter[] = "maxFile = 8\nmaxRank = 8\n";
    char weights[] = "[x]\nvalue.N = 330 310\n";
    char version[] = "0.2.0";
    RunIdentity good = identity_make();
    struct {
        RunIdentity identity;
        const char *says;
    } rows[6];
    for (size_t i = 0; i < 6; i++) {
        rows[i].identity = good;
    }
    rows[0].identity.config = nodes;
    rows[0].says = "settings say 'nodes = 50', this run's 'nodes = 60'";
    rows[1].identity.rules = rules;
    rows[1].says = "rules say 'stalemateValue = draw', this run's 'stalemateValue = win'";
    rows[2].identity.rules = shorter;
    rows[2].says = "rules say 'stalemateValue = draw', this run's ''";
    rows[3].identity.weights = weights;
    rows[3].says = "weights say 'value.N = 320 310', this run's 'value.N = 330 310'";
    rows[4].identity.version = version;
    rows[4].says = "version 0.1.0, this is 0.2.0";
    rows[5].identity.key = 1;
    rows[5].says = "its key is fedcba9876543210, not 0000000000000001";
    for (size_t i = 0; i < 6; i++) {
        Error err = {""};
        assert_null(store_open(fixture->path, &rows[i].identity, &err));
        assert_says(&err, rows[i].says);
        assert_says(&err, fixture->path);
    }
    /* The refusals changed nothing. */
    close_store(open_store(fixture));
}

static void a_second_process_is_refused(void **state)
{
    const Fixture *fixture = *state;
    Store *store = open_store(fixture);
    add_games(store, 0, 2);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        RunIdentity identity = identity_make();
        Error err = {""};
        bool refused = store_open(fixture->path, &identity, &err) == NULL
                       && strstr(err.text, "is in use by another process") != NULL;
        Error read_err = {""};
        bool read_refused = store_open_read(fixture->path, &read_err) == NULL
                            && strstr(read_err.text, "is in use by another process") != NULL;
        _exit((refused ? 0 : 1) + (read_refused ? 0 : 2));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close_store(store);
    close_store(open_store(fixture));
}

static void committed_games_survive_a_kill(void **state)
{
    const Fixture *fixture = *state;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        RunIdentity identity = identity_make();
        Error err;
        Store *store = store_open(fixture->path, &identity, &err);
        GameRecord record;
        game_record_init(&record);
        for (uint64_t index = 0; store != NULL && index < 10; index++) {
            record_fill(&record, index);
            store_add(store, &record, &err);
            if (index == 5) {
                store_commit(store, &err);
            }
        }
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));

    Error err = {""};
    Store *store = store_open_read(fixture->path, &err);
    if (store == NULL) {
        fail_msg("%s", err.text);
    }
    uint64_t next = 0;
    assert_true(store_each(store, UINT64_MAX, check_visit, &next, &err));
    assert_int_equal(next, 6);
    close_store(store);

    store = open_store(fixture);
    add_games(store, 6, 10);
    close_store(store);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void what_is_no_store_is_refused_and_left_alone(void **state)
{
    const Fixture *fixture = *state;
    RunIdentity identity = identity_make();
    Error err = {""};

    assert_null(store_open(fixture->folder, &identity, &err));
    assert_says(&err, "is a folder, not a store of games");
    assert_null(store_open_read(fixture->folder, &err));
    assert_says(&err, "is a folder, not a store of games");
    assert_null(store_open_read(fixture->path, &err));
    assert_says(&err, "No such file");

    const char *text = "This is a text, and it is longer than the head of a database: a hundred "
                       "bytes of it are looked at before anything is said.\n";
    write_file(fixture->path, text);
    assert_null(store_open(fixture->path, &identity, &err));
    assert_says(&err, "is not a store of games");
    FILE *file = fopen(fixture->path, "rb");
    assert_non_null(file);
    char read[512] = "";
    assert_int_equal(fread(read, 1, sizeof read - 1, file), strlen(text));
    fclose(file);
    assert_string_equal(read, text);
    unlink(fixture->path);

    sqlite3 *db;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE other (a)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(store_open(fixture->path, &identity, &err));
    assert_says(&err, "is not a store of games");
    assert_null(store_open_read(fixture->path, &err));
    assert_says(&err, "is not a store of games");
}

static void alter(const Fixture *fixture, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static bool ignore_visit(void *context, const GameRecord *record, Error *err)
{
    (void)context;
    (void)record;
    (void)err;
    return true;
}

static void an_altered_row_is_named(void **state)
{
    const Fixture *fixture = *state;
    static const char *const rows[] = {
        "UPDATE game SET result = 2 WHERE id = 4",
        "UPDATE game SET result = NULL WHERE id = 4",
        "UPDATE game SET nodes = nodes + 1 WHERE id = 4",
        "UPDATE game SET moves = 'e1e2 e8d7' WHERE id = 4",
        "UPDATE game SET scores = x'00000000' WHERE id = 4",
        "UPDATE game SET id = 40 WHERE id = 4",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Store *store = open_store(fixture);
        add_games(store, 0, 6);
        close_store(store);
        alter(fixture, rows[i]);
        Error err = {""};
        store = store_open_read(fixture->path, &err);
        assert_non_null(store);
        assert_false(store_each(store, UINT64_MAX, ignore_visit, NULL, &err));
        assert_says(&err, i < 5 ? "game 4 does not match its checksum"
                                : "game 40 does not match its checksum");
        close_store(store);
        unlink(fixture->path);
    }
}

static void a_full_disk_is_an_error_and_earlier_games_stay(void **state)
{
    const Fixture *fixture = *state;
    Store *store = open_store(fixture);
    add_games(store, 0, 10);
    close_store(store);
    /* A limit on the size of files stands for a disk that is full. */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        RunIdentity identity = identity_make();
        Error err = {""};
        store = store_open(fixture->path, &identity, &err);
        if (store == NULL) {
            _exit(2);
        }
        GameRecord record;
        game_record_init(&record);
        bool refused = false;
        const struct rlimit limit = {.rlim_cur = 40000, .rlim_max = 40000};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
            _exit(3);
        }
        for (uint64_t index = 10; index < 100000 && !refused; index++) {
            record_fill(&record, index);
            refused = !store_add(store, &record, &err) || !store_commit(store, &err);
        }
        _exit(!refused ? 4 : err.text[0] == '\0' ? 5 : 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    Error err = {""};
    store = store_open_read(fixture->path, &err);
    assert_non_null(store);
    uint64_t next = 0;
    assert_true(store_each(store, UINT64_MAX, check_visit, &next, &err));
    assert_true(next >= 10);
    close_store(store);
}

static void a_summary_counts_pairs_results_and_repeats(void **state)
{
    const Fixture *fixture = *state;
    Store *store = open_store(fixture);
    RunSummary summary;
    Error err;
    assert_true(run_summarize(store, UINT64_MAX, &summary, &err));
    assert_int_equal(summary.games, 0);
    Text text;
    text_init(&text);
    run_summary_add_text(&summary, &text);
    assert_string_equal(text.data, "no games\n");
    text_release(&text);

    /* FENs come again after 50 games: of the 111 games 61 are repeats, of the 55 pairs 30. */
    add_games(store, 0, 111);
    assert_true(run_summarize(store, UINT64_MAX, &summary, &err));
    assert_int_equal(summary.games, 111);
    assert_int_equal(summary.pairs, 55);
    assert_int_equal(summary.distinct_pairs, 25);
    assert_int_equal(summary.duplicate_games, 61);
    assert_int_equal(summary.by_reason[END_PLY_CAP], 37);
    assert_int_equal(summary.by_reason[END_STALEMATE], 74);
    assert_int_equal(summary.draws, 74);
    assert_int_equal(summary.white_wins + summary.black_wins, 0);
    assert_int_equal(summary.plies, 222);
    assert_int_equal(summary.nodes, 111 * 100 + 111 * 110 / 2);
    assert_int_equal(summary.openings, 56);
    assert_int_equal(summary.rejected_openings, 14 * (0 + 1 + 2 + 3));
    close_store(store);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(games_come_back_in_the_order_of_the_index),
        STORE_TEST(done_games_are_given_as_ranges),
        STORE_TEST(a_game_is_stored_once),
        STORE_TEST(another_run_is_refused_by_what_differs),
        STORE_TEST(a_second_process_is_refused),
        STORE_TEST(committed_games_survive_a_kill),
        STORE_TEST(what_is_no_store_is_refused_and_left_alone),
        STORE_TEST(an_altered_row_is_named),
        STORE_TEST(a_full_disk_is_an_error_and_earlier_games_stay),
        STORE_TEST(a_summary_counts_pairs_results_and_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
