/* Matches: the same result on any number of threads, and every fault of an engine counted. The
 * faults are made by a real program, FAKE_ENGINE (tests/fake_engine.c). */
#include "tests/unit/throwaway.h"

#include <errno.h>
#include <math.h>
#include <sys/wait.h>

#include "engine/base/clock.h"
#include "selfplay/match_report.h"
#include "selfplay/xboard_features.h"

/* A match of chess with short limits. */
typedef struct Fixture {
    Variant *variant;
    Weights weights;
    MatchConfig config;
    MatchOutcome outcome;
    Text games; /* a line for each game that was told of */
} Fixture;

static int set_up(void **state)
{
    Fixture *fixture = memory_new(1, sizeof *fixture);
    fixture->variant = load_variant("chess");
    weights_init_automatic(&fixture->weights, fixture->variant);
    text_init(&fixture->games);
    MatchConfig *config = &fixture->config;
    config->variant = fixture->variant;
    config->weights = &fixture->weights;
    config->threads = 1;
    config->sprt =
        (Sprt){.model = ELO_LOGISTIC, .elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    match_openings_init(&config->openings);
    config->openings.games = 8;
    config->openings.opening_nodes = 50;
    for (int i = 0; i < 2; i++) {
        Error err;
        config->players[i] =
            (PlayerSpec){.nodes = 50, .hash_mb = 1, .margin_ms = 20000, .start_ms = 20000};
        assert_true(player_spec_read(&config->players[i], "own", &err));
    }
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    Fixture *fixture = *state;
    match_outcome_release(&fixture->outcome);
    variant_free(fixture->variant);
    text_release(&fixture->games);
    free(fixture);
    return 0;
}

static void note_game(void *context, uint64_t index, const MatchGame *game,
                      const char *const players[2])
{
    Fixture *fixture = context;
    (void)players;
    text_add(&fixture->games, "%d %d %s: %s\n", (int)index, (int)game->result,
             match_game_end_name(game), game->moves.data);
}

static bool try_match(Fixture *fixture, Error *err)
{
    const MatchHooks hooks = {
        .game = note_game, .context = fixture, .stop = fixture->config.players[0].stop};
    match_outcome_release(&fixture->outcome);
    text_clear(&fixture->games);
    return match_play(&fixture->config, &hooks, &fixture->outcome, err);
}

static const MatchScore *play(Fixture *fixture)
{
    Error err = {""};
    if (!try_match(fixture, &err))
        fail_msg("%s", err.text);
    return &fixture->outcome.score;
}

/* Makes the second player a fake engine. The command is owned by the caller. */
static char *use_fake(Fixture *fixture, const char *protocol, const char *fault)
{
    Text text;
    Error err = {""};
    text_init(&text);
    text_add(&text, "%s:'%s' %s %s", protocol, FAKE_ENGINE, protocol, fault);
    PlayerSpec *spec = &fixture->config.players[1];
    assert_true(player_spec_read(spec, text.data, &err));
    if (strcmp(protocol, "xboard") == 0) {
        spec->nodes = 0;
        spec->movetime_ms = 20;
    }
    return text.data;
}

static uint64_t lost_by(const MatchScore *score, PlayerFault fault)
{
    return score->ends[END_REASON_COUNT + (int)fault][MATCH_WON];
}

/* --- Matches of our own -------------------------------------------------------------------------
 */

static char *result_on(Fixture *fixture, int threads)
{
    fixture->config.threads = threads;
    play(fixture);
    const MatchReport report = {.config = &fixture->config, .outcome = &fixture->outcome};
    Text text;
    text_init(&text);
    text_add_bytes(&text, fixture->games.data, fixture->games.length);
    match_report_add_text(&report, &text);
    json_t *json = match_report_json(&report);
    char *data = json_dumps(json, JSON_PRESERVE_ORDER);
    text_add(&text, "%s", data);
    free(data);
    json_decref(json);
    return text.data;
}

static void threads_do_not_change_results(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.games = 24;
    fixture->config.openings.max_plies = 120;
    fixture->config.players[0].nodes = 80;
    fixture->config.test = true;
    char *one = result_on(fixture, 1);
    for (int threads = 2; threads <= 4; threads += 2) {
        char *many = result_on(fixture, threads);
        assert_string_equal(one, many);
        free(many);
    }
    free(one);
}

/* More nodes win; and the test ends at the same pair on any number of threads. */
static void a_test_ends_when_it_is_decided(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.games = 400;
    fixture->config.players[0].nodes = 400;
    fixture->config.test = true;
    uint64_t games[2];
    for (int i = 0; i < 2; i++) {
        fixture->config.threads = i == 0 ? 1 : 4;
        games[i] = play(fixture)->games;
        assert_int_equal(fixture->outcome.verdict, SPRT_ACCEPT_H1);
        assert_true(fixture->outcome.llr >= sprt_upper(&fixture->config.sprt));
        assert_false(fixture->outcome.status.stopped);
    }
    assert_int_equal(games[0], games[1]);
    assert_in_range(games[0], 2, 200);
}

static uint64_t sum(const uint64_t *counts, int count)
{
    uint64_t total = 0;
    for (int i = 0; i < count; i++)
        total += counts[i];
    return total;
}

static void the_counts_agree(const MatchScore *score)
{
    uint64_t ends = 0;
    for (int end = 0; end < MATCH_ENDS; end++)
        ends += sum(score->ends[end], MATCH_RESULTS);
    assert_int_equal(ends, score->games);
    assert_int_equal(sum(score->results, MATCH_RESULTS), score->games);
    assert_int_equal(score->games, 2 * score->pairs);
    assert_int_equal(sum(score->counted, PENTANOMIAL) + score->open_pairs + score->duplicate_pairs,
                     score->pairs);
}

/* A player against itself by nodes: what one wins in the first game it loses in the second. */
static void equal_players_are_equal(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.games = 20;
    const MatchScore *score = play(fixture);
    the_counts_agree(score);
    assert_int_equal(score->counted[2], score->pairs - score->open_pairs);
    const Rating rating = match_score_rating(score);
    assert_int_equal(rating.kind, RATING_BOTH);
    assert_true(rating.elo_range.low < 0 && rating.elo_range.high > 0);
    assert_true(fabs(rating.elo) < 1e-6);
}

/* Half as many nodes again for one: the games differ, and 20 are few. */
static void swapping_the_players_swaps_the_result(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.games = 12;
    fixture->config.openings.max_plies = 200;
    fixture->config.players[0].nodes = 75;
    MatchScore first = *play(fixture);
    fixture->config.players[0].nodes = 50;
    fixture->config.players[1].nodes = 75;
    const MatchScore *second = play(fixture);
    for (int i = 0; i < PENTANOMIAL; i++)
        assert_int_equal(first.counted[i], second->counted[PENTANOMIAL - 1 - i]);
    assert_int_equal(first.results[MATCH_WON], second->results[MATCH_LOST]);
    assert_int_equal(first.totals[0].nodes, second->totals[1].nodes);
}

/* Openings of no plies: all pairs are one. */
static void the_same_pair_again_is_no_evidence(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.opening_plies = 0;
    fixture->config.openings.games = 20;
    fixture->config.players[0].nodes = 75;
    const MatchScore *score = play(fixture);
    the_counts_agree(score);
    assert_int_equal(score->duplicate_pairs, 9);
    assert_int_equal(match_score_rating(score).kind, RATING_NONE);
    const MatchReport report = {.config = &fixture->config, .outcome = &fixture->outcome};
    Text text;
    text_init(&text);
    match_report_add_text(&report, &text);
    assert_non_null(strstr(text.data, "effective sample size 1\n"));
    assert_non_null(strstr(text.data, "no estimate"));
    text_release(&text);
}

static void games_without_a_result_are_left_out(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.max_plies = 10;
    const MatchScore *score = play(fixture);
    the_counts_agree(score);
    assert_int_equal(score->results[MATCH_OPEN], 8);
    assert_int_equal(score->open_pairs, 4);
    assert_int_equal(score->ends[END_PLY_CAP][MATCH_OPEN], 8);
    assert_int_equal(match_score_rating(score).kind, RATING_NONE);
}

static void a_match_can_be_stopped(void **state)
{
    Fixture *fixture = *state;
    atomic_bool stop = true;
    fixture->config.openings.games = 1000000000;
    fixture->config.players[0].stop = fixture->config.players[1].stop = &stop;
    const MatchScore *score = play(fixture);
    assert_int_equal(score->games, 0);
    assert_true(fixture->outcome.status.stopped);
}

static void time_is_kept_by_our_own_engine(void **state)
{
    Fixture *fixture = *state;
    fixture->config.openings.games = 2;
    fixture->config.openings.max_plies = 30;
    for (int i = 0; i < 2; i++) {
        fixture->config.players[i].nodes = 0;
        fixture->config.players[i].movetime_ms = 10;
    }
    const MatchScore *score = play(fixture);
    for (int i = 0; i < 2; i++) {
        const PlayerTotals *totals = &score->totals[i];
        assert_true(totals->moves > 0 && totals->seconds >= 0.01 * (double)totals->moves);
    }
    assert_int_equal(lost_by(score, FAULT_TIME), 0);
}

/* --- Outside engines ----------------------------------------------------------------------------
 */

static void outside_engines_play_whole_games(void **state)
{
    Fixture *fixture = *state;
    static const char *const protocols[] = {"uci", "xboard"};
    for (size_t i = 0; i < 2; i++) {
        char *command = use_fake(fixture, protocols[i], "");
        fixture->config.threads = 2;
        const MatchScore *score = play(fixture);
        the_counts_agree(score);
        assert_int_equal(score->games, 8);
        for (int fault = 0; fault < FAULT_COUNT; fault++)
            assert_int_equal(sum(score->ends[END_REASON_COUNT + fault], MATCH_RESULTS), 0);
        assert_true(score->totals[1].moves > 0);
        assert_int_equal(score->totals[1].nodes, 20 * score->totals[1].moves);
        assert_int_equal(score->totals[1].depth, score->totals[1].moves);
        assert_string_equal(fixture->outcome.names[1], i == 0 ? "Fake" : "Fake of XBoard");
        free(command);
    }
}

/* The same moves by another road give the same games. */
static void both_protocols_tell_of_the_same_games(void **state)
{
    Fixture *fixture = *state;
    char *command = use_fake(fixture, "uci", "");
    play(fixture);
    char *games = memory_copy_string(fixture->games.data);
    free(command);
    command = use_fake(fixture, "xboard", "");
    play(fixture);
    assert_string_equal(fixture->games.data, games);
    free(games);
    free(command);
}

/* A fault at its third move of each game: all games are lost, all are played. */
static void faults_lose_the_game_and_are_counted(void **state)
{
    Fixture *fixture = *state;
    static const struct {
        const char *protocol, *fault;
        PlayerFault counted;
    } rows[] = {
        {"uci", "hang 3", FAULT_TIME},         {"uci", "crash 3", FAULT_CRASH},
        {"uci", "quit 3", FAULT_CRASH},        {"uci", "illegal 3", FAULT_ILLEGAL},
        {"uci", "none 3", FAULT_ILLEGAL},      {"uci", "flood 3", FAULT_TIME},
        {"uci", "long 3", FAULT_TIME},         {"uci", "crash 1", FAULT_CRASH},
        {"xboard", "hang 3", FAULT_TIME},      {"xboard", "crash 3", FAULT_CRASH},
        {"xboard", "quit 3", FAULT_CRASH},     {"xboard", "illegal 3", FAULT_ILLEGAL},
        {"xboard", "claim 3", FAULT_CLAIM},    {"xboard", "resign 3", FAULT_RESIGN},
        {"xboard", "flood 3", FAULT_TIME},     {"xboard", "refuse 3", FAULT_REFUSAL},
        {"xboard", "refuse 1", FAULT_REFUSAL},
    };
    fixture->config.openings.games = 4;
    fixture->config.threads = 2;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *command = use_fake(fixture, rows[i].protocol, rows[i].fault);
        fixture->config.players[1].margin_ms = rows[i].counted == FAULT_TIME    ? 150
                                               : rows[i].counted == FAULT_CLAIM ? 400
                                                                                : 20000;
        const MatchScore *score = play(fixture);
        the_counts_agree(score);
        if (lost_by(score, rows[i].counted) != 4)
            fail_msg("%s %s: %s", rows[i].protocol, rows[i].fault, fixture->games.data);
        assert_int_equal(score->results[MATCH_WON], 4);
        assert_int_equal(score->counted[4], 2);
        free(command);
    }
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* A claim that a move follows is no fault; nor is an engine that ends between two games. */
static void what_is_no_fault_is_none(void **state)
{
    Fixture *fixture = *state;
    static const char *const rows[][2] = {
        {"xboard", "late 2"}, {"xboard", "once"}, {"uci", "once"}};
    fixture->config.openings.games = 4;
    fixture->config.openings.max_plies = 60;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *command = use_fake(fixture, rows[i][0], rows[i][1]);
        const MatchScore *score = play(fixture);
        assert_int_equal(score->games, 4);
        for (int fault = 0; fault < FAULT_COUNT; fault++)
            assert_int_equal(lost_by(score, (PlayerFault)fault), 0);
        free(command);
    }
}

static void expect_error(Fixture *fixture, const char *wanted)
{
    Error err = {""};
    assert_false(try_match(fixture, &err));
    if (strstr(err.text, wanted) == NULL)
        fail_msg("no \"%s\" in \"%s\"", wanted, err.text);
    assert_int_equal(fixture->outcome.score.games, 0);
}

static void an_engine_that_is_none_is_named(void **state)
{
    Fixture *fixture = *state;
    static const char *const rows[][3] = {
        {"uci", "silent", "to say uciok (is it a UCI engine?"},
        {"uci", "deaf", "to say uciok"},
        {"uci", "strange", "to say uciok"},
        {"xboard", "silent", "to say feature done=1 (is it an XBoard engine?"},
        {"xboard", "strange", "to say feature done=1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *command = use_fake(fixture, rows[i][0], rows[i][1]);
        fixture->config.players[1].start_ms = 300;
        expect_error(fixture, rows[i][2]);
        free(command);
    }
    Error err;
    fixture->config.players[1].start_ms = 20000;
    assert_true(player_spec_read(&fixture->config.players[1], "uci:true", &err));
    expect_error(fixture, "engine 2: 'true' ended (exit status 0) before it said uciok");
    assert_true(player_spec_read(&fixture->config.players[1], "uci:no-such-engine", &err));
    expect_error(fixture, "engine 2: cannot start 'no-such-engine'");
}

static void what_an_engine_cannot_do_is_told(void **state)
{
    Fixture *fixture = *state;
    static const char *const unknown[] = {"Skil Level=3"};
    static const char *const known[] = {"skill level=3", "Hash=2"};
    PlayerSpec *spec = &fixture->config.players[1];
    char *command = use_fake(fixture, "uci", "");
    spec->options = unknown;
    spec->option_count = 1;
    expect_error(fixture, "has no option 'Skil Level': 'Skill Level' is the nearest");
    spec->options = known;
    spec->option_count = 2;
    play(fixture);
    spec->variant_name = "naiad";
    expect_error(fixture, "does not play 'naiad': --variant-name1 or 2");
    spec->variant_name = "horde";
    spec->option_count = 0;
    spec->variant_name = NULL;
    free(command);

    command = use_fake(fixture, "xboard", "");
    spec->nodes = 10;
    expect_error(fixture, "xboard engines cannot be limited by nodes: use --movetime");
    spec->nodes = 0;
    spec->variant_name = "naiad";
    expect_error(fixture, "does not play 'naiad': --variant-name1 or 2");
    spec->variant_name = NULL;
    spec->options = unknown;
    spec->option_count = 1;
    expect_error(fixture, "no option 'Skil Level'");
    spec->option_count = 0;
    free(command);
}

static void kinds_of_players_are_read(void **state)
{
    (void)state;
    static const char *const bad[] = {"",     "own:",    "own:x", "uci",
                                      "uci:", "xboard:", "Uci:x", "stockfish"};
    PlayerSpec spec = {0};
    Error err;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(player_spec_read(&spec, bad[i], &err));
        assert_non_null(strstr(err.text, "own, uci:COMMAND or xboard:COMMAND is meant"));
    }
    assert_true(player_spec_read(&spec, "xboard:a b:c", &err));
    assert_string_equal(spec.command, "a b:c");
}

/* --- XBoard's features --------------------------------------------------------------------------
 */

static bool note_answer(void *context, const char *name, bool accepted)
{
    text_add(context, "%c%s ", accepted ? '+' : '-', name);
    return true;
}

static void features_are_read(void **state)
{
    (void)state;
    XboardFeatures features;
    Text answers;
    text_init(&answers);
    xboard_features_init(&features, "command");
    xboard_features_read(&features, "tellics say hello", note_answer, &answers);
    xboard_features_read(&features, "feature done=0 myname=\"A = B 1.0\" san=1 ping=1  usermove=0",
                         note_answer, &answers);
    xboard_features_read(&features, "feature variants=\"normal,losers, suicide\" reuse=0 done=1",
                         note_answer, &answers);
    assert_string_equal(answers.data, "+done +myname -san +ping +usermove +variants +reuse +done ");
    assert_string_equal(features.name, "A = B 1.0");
    assert_true(features.ping && features.done && features.time);
    assert_false(features.usermove || features.reuse || features.memory);
    assert_true(xboard_features_has_variant(&features, "suicide"));
    assert_false(xboard_features_has_variant(&features, "suicid"));
    assert_false(xboard_features_has_variant(&features, "norma"));
    xboard_features_release(&features);
    text_release(&answers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(threads_do_not_change_results, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_test_ends_when_it_is_decided, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_players_are_equal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(swapping_the_players_swaps_the_result, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_pair_again_is_no_evidence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(games_without_a_result_are_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_match_can_be_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(time_is_kept_by_our_own_engine, set_up, tear_down),
        cmocka_unit_test_setup_teardown(outside_engines_play_whole_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(both_protocols_tell_of_the_same_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faults_lose_the_game_and_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_fault_is_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_engine_that_is_none_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_an_engine_cannot_do_is_told, set_up, tear_down),
        cmocka_unit_test(kinds_of_players_are_read),
        cmocka_unit_test(features_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
