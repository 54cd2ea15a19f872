/* Values against two armies: known ones are found, equal ones are not told apart, and what a run
 * does not tell has no number. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/memory.h"
#include "selfplay/schedule.h"
#include "tests/unit/against_world.h"
#include "tests/unit/opening_world.h"
#include "tuner/against_data.h"
#include "tuner/against_values.h"

static const PieceValuesOptions options = {.threads = 2};

typedef struct Fitted {
    Dataset data;
    PieceValues values;
    AgainstValues against;
} Fitted;

static Fitted *fit(const AgainstWorld *world, uint64_t seed)
{
    Error err = {""};
    Fitted *fitted = memory_new(1, sizeof *fitted);
    against_world_fill(world, seed, &fitted->data);
    if (!against_values_fit(&fitted->data, WORLD_PIECES, 0, &options, &fitted->values,
                            &fitted->against, &err))
        fail_msg("%s", err.text);
    return fitted;
}

static void fitted_free(Fitted *fitted)
{
    dataset_release(&fitted->data);
    free(fitted);
}

static const AgainstWorld other_values = {.pawn = {0.5, 0.7},
                                          .values = {1, 2.2, 4.5, 5, 7},
                                          .armies = 0.8,
                                          .first_move = 0.1,
                                          .band = 0.4,
                                          .opening = 0.3,
                                          .pairs = 6000};

static bool contains(const Interval *interval, double truth)
{
    return interval->low <= truth && truth <= interval->high;
}

static void values_against_either_army_are_found(void **state)
{
    (void)state;
    const AgainstWorld *world = &other_values;
    Fitted *fitted = fit(world, 1);
    const AgainstValues *against = &fitted->against;
    assert_int_equal(fitted->values.values[0].status, VALUE_UNIT);
    assert_int_equal(fitted->values.values[WORLD_PIECES].status, VALUE_UNIT);
    assert_false(against->differences[0].known);
    for (int i = 1; i < WORLD_PIECES; i++) {
        const PieceValue *first = &fitted->values.values[i], *second = first + WORLD_PIECES;
        assert_true(contains(&first->estimate.units_interval, world_values[i]));
        assert_true(contains(&second->estimate.units_interval, world->values[i]));
        assert_true(against->differences[i].known);
        assert_true(
            contains(&against->differences[i].interval, world->values[i] - world_values[i]));
        assert_true(against->differences[i].error < 0.6);
    }
    const PieceValue *armies = &fitted->values.values[ARMIES_COLUMN];
    assert_true(contains(&armies->estimate.log_odds_interval, world->armies));
    assert_true(against->tested);
    assert_int_equal(against->test.terms, WORLD_PIECES - 1);
    assert_true(against->test.p < 1e-6);
    assert_int_equal(against->games[0] + against->games[1], 2 * world->pairs);
    assert_int_equal(2 * against->pairs[1], against->games[1]);
    fitted_free(fitted);
}

/* d of one piece by hand: its variance from the derivatives of c/p - b/q. */
static void a_difference_has_the_error_of_both_values_and_of_what_they_share(void **state)
{
    (void)state;
    Fitted *fitted = fit(&other_values, 2);
    const LogitFit *joint = &fitted->values.fit;
    const int *parameters = fitted->values.parameters;
    const int rook = 3;
    const int at[4] = {parameters[rook], parameters[0], parameters[WORLD_PIECES + rook],
                       parameters[WORLD_PIECES]};
    const double *e = joint->estimate;
    const double step = 1e-5;
    double slope[4], variance = 0;
    for (int i = 0; i < 4; i++) {
        double up[4], down[4];
        for (int j = 0; j < 4; j++)
            up[j] = down[j] = e[at[j]];
        up[i] += step;
        down[i] -= step;
        slope[i] =
            (up[2] / up[3] - up[0] / up[1] - down[2] / down[3] + down[0] / down[1]) / (2 * step);
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            variance += slope[i] * slope[j] * logit_covariance(joint, at[i], at[j]);
    assert_true(is_near(fitted->against.differences[rook].error, sqrt(variance), 1e-6));
    assert_true(is_near(fitted->against.differences[rook].units,
                        e[at[2]] / e[at[3]] - e[at[0]] / e[at[1]], 1e-6));
    fitted_free(fitted);
}

/* A pawn that counts for more against the second army moves all log odds, and no value. */
static void another_scale_is_no_difference(void **state)
{
    (void)state;
    AgainstWorld world = other_values;
    memcpy(world.values, world_values, sizeof world.values);
    world.pairs = 1500;
    int rejected = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        Fitted *fitted = fit(&world, 100 + seed);
        rejected += fitted->against.tested && fitted->against.test.p < 0.05;
        fitted_free(fitted);
    }
    assert_in_range(rejected, 0, 6); /* 2 are expected; 7 or more happen once in 150 times */
}

static void a_piece_that_never_faces_an_army_has_no_value_against_it(void **state)
{
    (void)state;
    AgainstWorld world = other_values;
    world.no_queens_against_second = true;
    Fitted *fitted = fit(&world, 3);
    const int queen = WORLD_PIECES - 1;
    const PieceValue *second = &fitted->values.values[WORLD_PIECES + queen];
    assert_int_equal(fitted->values.values[queen].status, VALUE_MEASURED);
    assert_int_equal(second->status, VALUE_NOT_IDENTIFIABLE);
    assert_int_equal(second->column_status, COLUMN_CONSTANT);
    assert_false(fitted->against.differences[queen].known);
    assert_true(isnan(fitted->against.differences[queen].units));
    assert_int_equal(fitted->against.test.terms, WORLD_PIECES - 2);
    fitted_free(fitted);
}

static void without_a_pawn_against_an_army_nothing_is_compared(void **state)
{
    (void)state;
    AgainstWorld world = other_values;
    world.pawn[1] = 0.001;
    world.pairs = 600;
    Fitted *fitted = fit(&world, 4);
    assert_true(fitted->against.unit_measured[0]);
    assert_false(fitted->against.unit_measured[1]);
    assert_non_null(strstr(fitted->against.unit_reason[1], "pawn against Q=N"));
    assert_false(fitted->against.tested);
    assert_string_equal(fitted->against.reason, "no piece has both values");
    fitted_free(fitted);
}

/* ------------------------------------------------------------------------------------------------
 * Rows
 */

enum { RUN_KEY = 77, GAMES = 80 };

/* A store with openings of a run of that key, every game of which White wins. */
static Store *store_openings(OpeningWorld *world, RunIdentity *identity, const char *path)
{
    Error err = {""};
    GameRecord record;
    Opening opening;
    run_identity_init(identity, &world->config, world->variant, &world->weights);
    Store *store = store_open(path, identity, &err);
    if (store == NULL)
        fail_msg("%s", err.text);
    game_record_init(&record);
    opening_init(&opening);
    for (uint64_t game = 0; game < GAMES; game++) {
        const Scheduled scheduled = schedule_game(RUN_KEY, game);
        opening_world_draw(world, scheduled.opening, &opening);
        game_record_clear(&record);
        record.index = game;
        record.result = RESULT_WHITE;
        record.reason = END_CHECKMATE;
        record.plies = 1; /* of moves, which no row depends on */
        text_add(&record.moves, "e2e4");
        game_record_add_score(&record, 0);
        text_add(&record.start_fen, "%s", opening.fen[scheduled.swapped].data);
        if (!store_add(store, &record, &err))
            fail_msg("%s", err.text);
    }
    opening_release(&opening);
    game_record_release(&record);
    return store;
}

static int column(const Dataset *data, const char *name, size_t row)
{
    const int c = dataset_column(data, name);
    assert_true(c >= 0);
    return data->columns[c][row];
}

/* Of the array's army a queen can only be missing; that army faces either, the other only faces
 * it. */
static void rows_say_which_army_a_piece_faces(void **state)
{
    (void)state;
    Error err = {""};
    OpeningWorld world;
    RunIdentity identity;
    Dataset data;
    GameDataCounts counts;
    char folder[] = "/tmp/assay-against-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games.db", folder);
    opening_world_init(&world, opening_world_variant("chess"), 0, "against", "Q=N");
    Store *store = store_openings(&world, &identity, path);
    dataset_init(&data);
    if (!against_data_read(store, world.variant, &world.book.against, RUN_KEY, GAMES, &data,
                           &counts, &err))
        fail_msg("%s", err.text);
    assert_int_equal(counts.games, GAMES);
    assert_int_equal(dataset_games(&data), GAMES);
    int queens_against_second = 0;
    for (size_t row = 0; row < data.row_count; row++) {
        const int armies = column(&data, "army, not Q=N", row);
        const int queens = column(&data, "queen against Q=N", row);
        if (armies == 0) {
            assert_int_equal(queens, 0);
            continue;
        }
        /* The side with the array's army is White where `armies` is 1. */
        assert_in_range(-armies * queens, 0, 1);
        assert_int_equal(column(&data, "queen", row), 0);
        assert_true(-armies * column(&data, "pawn against Q=N", row) >= 0);
        assert_true(armies * column(&data, "pawn", row) >= 0);
        queens_against_second += queens != 0;
    }
    assert_true(queens_against_second > 0);
    int values[DATASET_MAX_COLUMNS];
    against_data_values(world.variant, &world.book.against, &world.weights, values);
    assert_int_equal(values[dataset_column(&data, "army, not Q=N")],
                     values[dataset_column(&data, "queen")]
                         - values[dataset_column(&data, "knight against Q=N")]);
    dataset_release(&data);
    assert_true(store_close(store, &err));
    run_identity_release(&identity);
    opening_world_release(&world);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_against_either_army_are_found),
        cmocka_unit_test(a_difference_has_the_error_of_both_values_and_of_what_they_share),
        cmocka_unit_test(another_scale_is_no_difference),
        cmocka_unit_test(a_piece_that_never_faces_an_army_has_no_value_against_it),
        cmocka_unit_test(without_a_pawn_against_an_army_nothing_is_compared),
        cmocka_unit_test(rows_say_which_army_a_piece_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
