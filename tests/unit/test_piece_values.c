/* Piece values from end to end: numbers where the data have them, words where not. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/piece_values.h"

static const World usual_world = {
    .pawn = 0.4, .first_move = 0.15, .band = 0.6, .opening = 0.5, .pairs = 6000};

/* The test's values on the heap: they are large. */
static int set_up(void **state)
{
    *state = calloc(2, sizeof(PieceValues));
    return *state == NULL;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

static void fit(const Dataset *data, const PieceValuesOptions *options, PieceValues *values)
{
    Error err = {""};
    memset(values, 0, sizeof *values);
    if (!piece_values_fit(data, data->names[0], options, values, &err))
        fail_msg("%s", err.text);
}

static void columns(Dataset *data, int count, const char *const *names)
{
    Error err = {""};
    dataset_init(data);
    for (int c = 0; c < count; c++)
        assert_true(dataset_add_column(data, names[c], &err));
}

static void known_values_are_recovered(void **state)
{
    PieceValues *values = *state;
    Dataset data;
    world_fill(&usual_world, 1, &data);
    fit(&data, &(PieceValuesOptions){.threads = 2}, values);
    assert_true(values->unit_measured);
    assert_string_equal(values->model, "ordered logit");
    assert_int_equal(values->value_count, WORLD_PIECES);
    assert_int_equal(values->method, INTERVAL_DELTA);
    for (int i = 1; i < WORLD_PIECES; i++) {
        const PieceValue *value = &values->values[i];
        assert_string_equal(value->name, world_names[i]);
        assert_int_equal(value->status, VALUE_MEASURED);
        assert_true(
            is_near(value->estimate.units, world_values[i], 4 * value->estimate.units_error));
        assert_true(value->estimate.units_error < 0.05 * world_values[i]);
        assert_true(value->cross_check_agrees);
        assert_true(is_near(value->estimate.units,
                            value->estimate.log_odds / values->values[0].estimate.log_odds, 1e-12));
    }
    assert_int_equal(values->values[0].status, VALUE_UNIT);
    assert_true(is_near(values->values[0].estimate.units, 1, 0));
    assert_true(is_near(values->first_move.estimate.units, 0.15 / 0.4,
                        4 * values->first_move.estimate.units_error));
    assert_true(values->has_draw_band);
    assert_true(values->draw_band_interval.low < values->draw_band
                && values->draw_band < values->draw_band_interval.high);
    assert_true(values->cross_check_agrees);
    assert_int_equal(values->games, 12000);
    assert_int_equal(values->pairs, 6000);
    assert_int_equal(values->games_used, 12000);
    assert_int_equal(values->wins + values->draws + values->losses, 12000);
    dataset_release(&data);
}

static void threads_do_not_change_results(void **state)
{
    PieceValues *one = *state, *many = one + 1;
    Dataset data;
    world_fill(&usual_world, 2, &data);
    PieceValuesOptions options = {.threads = 1, .bootstrap_replicates = 40, .run_key = 3};
    fit(&data, &options, one);
    assert_int_equal(one->method, INTERVAL_BOOTSTRAP);
    assert_int_equal(one->bootstrap_replicates, 40);
    for (options.threads = 2; options.threads <= 4; options.threads += 2) {
        fit(&data, &options, many);
        assert_memory_equal(one, many, sizeof *one);
    }
    dataset_release(&data);
}

/* The same games, each pair held once: as precise to the last digits that adding in another order
 * leaves, with a bootstrap too. */
static void grouping_changes_no_value(void **state)
{
    PieceValues *values = *state;
    World world = usual_world;
    world.opening = 0; /* so that many pairs are alike */
    Dataset data, grouped;
    Error err = {""};
    world_fill(&world, 3, &data);
    columns(&grouped, WORLD_PIECES, world_names);
    dataset_group(&grouped);
    for (size_t row = 0; row < data.row_count; row++) {
        int x[WORLD_PIECES];
        for (int c = 0; c < WORLD_PIECES; c++)
            x[c] = data.columns[c][row];
        assert_true(dataset_add_row(&grouped, x, data.outcomes[row], row / 2, &err));
    }
    assert_true(grouped.cluster_count < data.cluster_count / 4);
    fit(&data, &(PieceValuesOptions){.threads = 1}, &values[0]);
    fit(&grouped, &(PieceValuesOptions){.threads = 2}, &values[1]);
    assert_int_equal(values[0].games, values[1].games);
    assert_int_equal(values[0].pairs, values[1].pairs);
    assert_int_equal(values[0].draws, values[1].draws);
    assert_int_equal(values[0].games_used, values[1].games_used);
    assert_int_equal(values[0].pairs_used, values[1].pairs_used);
    assert_true(is_near(values[0].log_likelihood, values[1].log_likelihood, 1e-7));
    for (int i = 0; i < values[0].value_count; i++) {
        const PieceValue *apart = &values[0].values[i], *alike = &values[1].values[i];
        assert_int_equal(apart->games, alike->games);
        assert_int_equal(apart->pairs, alike->pairs);
        assert_true(is_near(apart->effective, alike->effective, 1e-7 * apart->effective));
        assert_true(is_near(apart->estimate.log_odds, alike->estimate.log_odds, 1e-9));
        assert_true(is_near(apart->estimate.log_odds_error, alike->estimate.log_odds_error, 1e-9));
    }
    const PieceValuesOptions bootstrap = {.threads = 2, .bootstrap_replicates = 200, .run_key = 4};
    fit(&data, &bootstrap, &values[0]);
    fit(&grouped, &bootstrap, &values[1]);
    for (int i = 1; i < WORLD_PIECES; i++) {
        const Interval *apart = &values[0].values[i].estimate.units_interval;
        const Interval *alike = &values[1].values[i].estimate.units_interval;
        /* Other draws of the same distribution: an end has some tenth of the interval as its error.
         */
        assert_true(is_near(apart->low, alike->low, 0.2 * (apart->high - apart->low)));
        assert_true(is_near(apart->high, alike->high, 0.2 * (apart->high - apart->low)));
    }
    dataset_release(&data);
    dataset_release(&grouped);
}

static void flipping_colours_negates_the_first_move_only(void **state)
{
    PieceValues *one = *state, *two = one + 1;
    Dataset data, flipped;
    Error err = {""};
    world_fill(&usual_world, 3, &data);
    columns(&flipped, WORLD_PIECES, world_names);
    for (size_t row = 0; row < data.row_count; row++) {
        int x[WORLD_PIECES];
        for (int c = 0; c < WORLD_PIECES; c++)
            x[c] = -data.columns[c][row];
        assert_true(dataset_add_row(&flipped, x, 2 - data.outcomes[row], row / 2, &err));
    }
    fit(&data, &(PieceValuesOptions){.threads = 1}, one);
    fit(&flipped, &(PieceValuesOptions){.threads = 1}, two);
    for (int i = 0; i < WORLD_PIECES; i++) {
        const Estimate *a = &one->values[i].estimate, *b = &two->values[i].estimate;
        assert_true(is_near(a->units, b->units, 1e-8));
        assert_true(is_near(a->units_interval.low, b->units_interval.low, 1e-8));
    }
    assert_true(is_near(one->first_move.estimate.units, -two->first_move.estimate.units, 1e-8));
    assert_true(is_near(one->first_move.estimate.units_interval.low,
                        -two->first_move.estimate.units_interval.high, 1e-8));
    dataset_release(&flipped);
    dataset_release(&data);
}

/* T3 as games with colours swapped: Q and A are never apart, so only Q - A is measured. */
static void t3_measures_a_difference(void **state)
{
    PieceValues *values = *state;
    Dataset data;
    columns(&data, 3, (const char *const[]){"pawn", "Q", "A"});
    for (int colour = -1; colour <= 1; colour += 2) {
        const int even[] = {0, colour, -colour}, odds[] = {-colour, colour, -colour};
        add_games(&data, even, 1 + colour, 620);
        add_games(&data, even, 1 - colour, 380);
        add_games(&data, odds, 1 + colour, 460);
        add_games(&data, odds, 1 - colour, 540);
    }
    fit(&data, &(PieceValuesOptions){.threads = 1}, values);
    assert_int_equal(values->value_count, 4);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(values->values[i].status, VALUE_NOT_IDENTIFIABLE);
        assert_int_equal(values->values[i].column_status, COLUMN_COLLINEAR);
        assert_true(isnan(values->values[i].estimate.units));
        assert_true(isnan(values->values[i].estimate.log_odds));
        assert_non_null(strstr(values->values[i].reason, "only Q - A is identifiable"));
    }
    assert_string_equal(values->values[3].name, "Q - A");
    assert_int_equal(values->values[3].status, VALUE_MEASURED);
    assert_true(is_near(values->values[3].estimate.units, 0.753, 5e-4));
    assert_false(values->has_draw_band);
    assert_true(is_near(values->first_move.estimate.log_odds, 0, 1e-9));
    dataset_release(&data);
}

/* T4 in a world: the queen always wins, the rest has its values, the queen a bound and the word. */
static void t4_gives_a_lower_bound(void **state)
{
    PieceValues *values = *state;
    Dataset data;
    world_fill(&usual_world, 4, &data);
    int sign = 0;
    for (size_t row = 0; row < data.row_count; row++) {
        sign = data.columns[4][row];
        if (sign != 0)
            data.outcomes[row] = sign > 0 ? DATASET_WIN : DATASET_LOSS;
    }
    fit(&data, &(PieceValuesOptions){.threads = 1}, values);
    const PieceValue *queen = &values->values[4];
    assert_int_equal(queen->status, VALUE_AT_LEAST);
    assert_non_null(strstr(queen->reason, "separable"));
    assert_true(isnan(queen->estimate.units) && isnan(queen->estimate.units_interval.high));
    assert_true(isfinite(queen->bound) && queen->bound > 10);
    assert_true(is_near(queen->bound, queen->bound_log_odds / 0.4, 0.25 * queen->bound));
    for (int i = 1; i < 4; i++) {
        assert_int_equal(values->values[i].status, VALUE_MEASURED);
        assert_true(is_near(values->values[i].estimate.units, world_values[i],
                            4 * values->values[i].estimate.units_error));
    }
    assert_int_equal(values->games_used, values->games - queen->games);
    dataset_release(&data);
}

/* T5: words, and not a single number. */
static void t5_all_draws_are_no_information(void **state)
{
    PieceValues *values = *state;
    Dataset data;
    columns(&data, 2, (const char *const[]){"pawn", "N"});
    for (int i = 0; i < 100; i++) {
        add_games(&data, (const int[]){1, -1}, DATASET_DRAW, 1);
        add_games(&data, (const int[]){-1, i % 2}, DATASET_DRAW, 1);
    }
    fit(&data, &(PieceValuesOptions){.threads = 1}, values);
    assert_false(values->unit_measured);
    assert_non_null(strstr(values->unit_reason, "no information"));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(values->values[i].column_status, COLUMN_NO_INFORMATION);
        assert_non_null(strstr(values->values[i].reason, "no information"));
        assert_true(isnan(values->values[i].estimate.units));
        assert_true(isnan(values->values[i].estimate.log_odds));
        assert_int_equal(values->values[i].status, VALUE_NOT_IDENTIFIABLE);
    }
    assert_true(isnan(values->first_move.estimate.log_odds));
    assert_true(isnan(values->draw_band));
    assert_int_equal(values->draws, 200);
    dataset_release(&data);
}

/* T6, and a unit that is not there. The values stay as they were. */
static void t6_too_few_games_are_an_error(void **state)
{
    PieceValues *values = *state;
    for (int games = 0; games < 2; games++) {
        Dataset data;
        Error err = {""};
        columns(&data, 1, (const char *const[]){"pawn"});
        add_games(&data, &(int){1}, DATASET_WIN, games);
        values->value_count = 55;
        assert_false(
            piece_values_fit(&data, "pawn", &(PieceValuesOptions){.threads = 1}, values, &err));
        assert_string_equal(err.text, games == 0 ? "no games" : "one game tells no value");
        assert_int_equal(values->value_count, 55);
        assert_false(
            piece_values_fit(&data, "pwn", &(PieceValuesOptions){.threads = 1}, values, &err));
        assert_non_null(strstr(err.text, "no column 'pwn'"));
        dataset_release(&data);
    }
}

/* T7, and the sum is measured: 3.05 + 3.33. */
static void t7_names_and_measures_the_sum(void **state)
{
    PieceValues *values = *state;
    Dataset data;
    Random random;
    Error err = {""};
    random_init_keyed(&random, 4, RANDOM_TEST, 7);
    columns(&data, 3, (const char *const[]){"pawn", "N", "B"});
    for (int i = 0; i < 8000; i++) {
        const int pawns = (int)random_below(&random, 7) - 3,
                  minors = (int)random_below(&random, 3) - 1;
        const int x[] = {pawns, minors, minors};
        const int outcome = world_outcome(0.3 * (pawns + (3.05 + 3.33) * minors), 0.5, &random);
        assert_true(dataset_add_row(&data, x, outcome, (uint64_t)i, &err));
    }
    fit(&data, &(PieceValuesOptions){.threads = 1}, values);
    for (int i = 1; i < 3; i++) {
        assert_int_equal(values->values[i].status, VALUE_NOT_IDENTIFIABLE);
        assert_true(isnan(values->values[i].estimate.units));
        assert_non_null(strstr(values->values[i].reason, "only N + B is identifiable"));
    }
    const PieceValue *sum = &values->values[3];
    assert_string_equal(sum->name, "N + B");
    assert_true(is_near(sum->estimate.units, 6.38, 4 * sum->estimate.units_error));
    assert_true(sum->estimate.units_error < 0.4);
    dataset_release(&data);
}

/* A pawn drowned in noise: the log odds are told, no value is. */
static void a_weak_pawn_is_no_unit(void **state)
{
    PieceValues *values = *state;
    World world = usual_world;
    world.pawn = 0.02;
    world.pairs = 300;
    Dataset data;
    world_fill(&world, 8, &data);
    fit(&data, &(PieceValuesOptions){.threads = 1, .bootstrap_replicates = 40}, values);
    assert_false(values->unit_measured);
    assert_non_null(strstr(values->unit_reason, "pawn is not measured well enough"));
    for (int i = 0; i < WORLD_PIECES; i++) {
        assert_int_equal(values->values[i].status, VALUE_UNIT_NOT_MEASURED);
        assert_true(isnan(values->values[i].estimate.units));
        assert_true(isnan(values->values[i].estimate.units_interval.low));
        assert_true(isfinite(values->values[i].estimate.log_odds_error));
    }
    assert_false(values->cross_check_agrees);
    dataset_release(&data);
}

/* In another piece all values are the same ones over its own, with intervals of their own; and a
 * pawn is measured as the others are. */
static void any_piece_can_be_the_unit(void **state)
{
    PieceValues *in_pawns = *state, *in_rooks = in_pawns + 1;
    enum { ROOK = 3 };
    Error err = {""};
    Dataset data;
    World world = usual_world;
    world.unit = ROOK;
    world_fill(&world, 10, &data);
    fit(&data, &(PieceValuesOptions){.threads = 2}, in_pawns);
    assert_true(
        piece_values_fit(&data, "rook", &(PieceValuesOptions){.threads = 2}, in_rooks, &err));
    assert_string_equal(in_rooks->unit, "rook");
    assert_string_equal(in_rooks->units, "rooks");
    assert_true(in_pawns->unit_measured && in_rooks->unit_measured);
    const double rook = in_pawns->values[ROOK].estimate.units;
    for (int i = 0; i < WORLD_PIECES; i++) {
        const PieceValue *value = &in_rooks->values[i];
        assert_int_equal(value->status, i == ROOK ? VALUE_UNIT : VALUE_MEASURED);
        const double pawns = i == 0 ? 1 : in_pawns->values[i].estimate.units;
        assert_true(is_near(value->estimate.units, pawns / rook, 1e-6));
        if (i == ROOK)
            continue;
        assert_true(value->cross_check_agrees);
        assert_true(is_near(value->estimate.units, world_values[i] / world_values[ROOK],
                            4 * value->estimate.units_error));
    }
    dataset_release(&data);
}

/* Between three and ten standard errors Fieller's interval is used, which leans to the far side. */
static void a_middling_pawn_calls_for_fieller(void **state)
{
    PieceValues *values = *state;
    World world = usual_world;
    world.pairs = 500;
    Dataset data;
    world_fill(&world, 9, &data);
    fit(&data, &(PieceValuesOptions){.threads = 1}, values);
    assert_int_equal(values->method, INTERVAL_FIELLER);
    const Estimate *queen = &values->values[4].estimate;
    assert_true(queen->units_interval.high - queen->units
                > queen->units - queen->units_interval.low);
    assert_true(queen->units_interval.low < queen->units);
    dataset_release(&data);
}

/* Games in which draws depend on the side that has more, as no ordered logit makes them: the two
 * models see different values and the check says so. */
static void a_wrong_model_fails_the_cross_check(void **state)
{
    PieceValues *values = *state;
    Dataset data;
    columns(&data, 2, (const char *const[]){"pawn", "N"});
    for (int colour = -1; colour <= 1; colour += 2) {
        const int pawn[] = {colour, 0}, knight[] = {0, colour};
        add_games(&data, pawn, 1 + colour, 1200);
        add_games(&data, pawn, 1 - colour, 800);
        add_games(&data, knight, DATASET_DRAW, 1000);
        add_games(&data, knight, 1 + colour, 1000);
    }
    fit(&data, &(PieceValuesOptions){.threads = 1}, values);
    assert_false(values->cross_check_agrees);
    assert_non_null(strstr(values->cross_check_reason, "N: "));
    dataset_release(&data);
}

#define FACT(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FACT(known_values_are_recovered),
        FACT(threads_do_not_change_results),
        FACT(grouping_changes_no_value),
        FACT(flipping_colours_negates_the_first_move_only),
        FACT(t3_measures_a_difference),
        FACT(t4_gives_a_lower_bound),
        FACT(t5_all_draws_are_no_information),
        FACT(t6_too_few_games_are_an_error),
        FACT(t7_names_and_measures_the_sum),
        FACT(a_weak_pawn_is_no_unit),
        FACT(any_piece_can_be_the_unit),
        FACT(a_middling_pawn_calls_for_fieller),
        FACT(a_wrong_model_fails_the_cross_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
