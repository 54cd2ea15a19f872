/* The fractional logit: the vectors of statistics.md, section 5, and that draws are never dropped.
 */
#include "tests/unit/unit.h"

#include <string.h>

#include "selfplay/interval.h"
#include "tests/unit/fit_world.h"
#include "tuner/fractional_logit.h"

static void fit(const Dataset *data, bool first_move, int threads, LogitFit *result)
{
    Error err = {""};
    LogitDesign design = logit_design(data);
    design.first_move = first_move;
    if (!fractional_logit_fit(&design, &(LogitOptions){.threads = threads}, result, &err))
        fail_msg("%s", err.text);
}

/* T1. Dropping the draws would give ln 6. The error of a mean score of .75 is known too: its
 * variance over games, .60 * .0625 + .30 * .0625 + .10 * .5625 = .1125, over n p^2 (1-p)^2. */
static void t1_counts_draws_as_halves(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    LogitFit result;
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "X", &err));
    add_games(&data, &(int){1}, DATASET_WIN, 60);
    add_games(&data, &(int){1}, DATASET_DRAW, 30);
    add_games(&data, &(int){1}, DATASET_LOSS, 10);
    fit(&data, false, 1, &result);
    assert_true(is_near(result.estimate[0], log(3), 1e-10));
    assert_true(is_near(interval_elo(result.estimate[0]), 190.85, 0.005));
    const double variance = 0.1125 / (0.75 * 0.75 * 0.25 * 0.25) / 99;
    assert_true(is_near(logit_error(&result, 0), sqrt(variance), 1e-9));
    dataset_release(&data);
}

/* T2, with the two scores made of different shares of draws. */
static void t2_separates_the_first_move(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    LogitFit result;
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "X", &err));
    add_games(&data, &(int){1}, DATASET_WIN, 70);
    add_games(&data, &(int){1}, DATASET_DRAW, 20);
    add_games(&data, &(int){1}, DATASET_LOSS, 10);
    add_games(&data, &(int){-1}, DATASET_WIN, 10);
    add_games(&data, &(int){-1}, DATASET_DRAW, 40);
    add_games(&data, &(int){-1}, DATASET_LOSS, 50);
    fit(&data, true, 1, &result);
    assert_true(is_near(result.estimate[0], 0.2695, 5e-5));
    assert_true(is_near(result.estimate[1], 1.1168, 5e-5));
    dataset_release(&data);
}

/* T3, as a regression: the difference of Q and A and the pawn are what two scores determine. */
static void t3_measures_a_difference_in_pawns(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    LogitFit result;
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "Q-A", &err));
    assert_true(dataset_add_column(&data, "pawn", &err));
    add_games(&data, (const int[]){1, 0}, DATASET_WIN, 62);
    add_games(&data, (const int[]){1, 0}, DATASET_LOSS, 38);
    add_games(&data, (const int[]){1, -1}, DATASET_WIN, 46);
    add_games(&data, (const int[]){1, -1}, DATASET_LOSS, 54);
    fit(&data, false, 1, &result);
    assert_true(is_near(result.estimate[0] / result.estimate[1], 0.753, 5e-4));
    dataset_release(&data);
}

static void threads_do_not_change_results(void **state)
{
    (void)state;
    const World world = {.pawn = 0.4, .band = 1, .opening = 0.5, .pairs = 9000};
    Dataset data;
    LogitFit one, many;
    world_fill(&world, 1, &data);
    fit(&data, true, 1, &one);
    for (int threads = 2; threads <= 4; threads++) {
        fit(&data, true, threads, &many);
        assert_memory_equal(one.estimate, many.estimate, sizeof one.estimate);
        assert_memory_equal(one.covariance, many.covariance, sizeof one.covariance);
    }
    dataset_release(&data);
}

static void equal_results_and_no_games_are_errors(void **state)
{
    (void)state;
    for (int outcome = -1; outcome <= 2; outcome++) {
        Dataset data;
        Error err = {""};
        LogitFit result;
        dataset_init(&data);
        assert_true(dataset_add_column(&data, "X", &err));
        if (outcome >= 0)
            add_games(&data, &(int){1}, outcome, 20);
        const LogitDesign design = logit_design(&data);
        assert_false(fractional_logit_fit(&design, &(LogitOptions){.threads = 1}, &result, &err));
        assert_non_null(strstr(err.text, outcome < 0 ? "no games" : "no information"));
        dataset_release(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t1_counts_draws_as_halves),
        cmocka_unit_test(t2_separates_the_first_move),
        cmocka_unit_test(t3_measures_a_difference_in_pawns),
        cmocka_unit_test(threads_do_not_change_results),
        cmocka_unit_test(equal_results_and_no_games_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
