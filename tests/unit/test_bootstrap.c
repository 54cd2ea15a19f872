/* The bootstrap of pairs: Poisson weights that depend on nothing but their key, intervals that
 * agree with the sandwich where both are right, the same for any number of threads. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/bootstrap.h"
#include "tuner/ordered_logit.h"

static const World usual_world = {
    .pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 2500};

static void prepare(const World *world, uint64_t seed, Dataset *data, LogitDesign *design,
                    LogitFit *fit)
{
    Error err = {""};
    world_fill(world, seed, data);
    *design = logit_design(data);
    if (!ordered_logit_fit(design, &(LogitOptions){.threads = 1}, fit, &err))
        fail_msg("%s", err.text);
}

/* 200,000 weights: each share within 4 standard errors of exp(-1) / k!. */
static void weights_are_poisson(void **state)
{
    (void)state;
    enum { DRAWS = 200000 };
    int counts[16] = {0};
    double expected = exp(-1);
    for (int i = 0; i < DRAWS; i++)
        counts[bootstrap_weight(7, i % 100, (uint64_t)i / 100)]++;
    for (int k = 0; k < 6; k++) {
        const double error = sqrt(expected * (1 - expected) / DRAWS);
        assert_true(is_near(counts[k] / (double)DRAWS, expected, 4 * error));
        expected /= k + 1;
    }
}

static void weights_depend_on_run_replicate_and_pair(void **state)
{
    (void)state;
    int same[3] = {0};
    for (uint64_t pair = 0; pair < 1000; pair++) {
        const int weight = bootstrap_weight(7, 3, pair);
        assert_int_equal(weight, bootstrap_weight(7, 3, pair));
        same[0] += weight == bootstrap_weight(8, 3, pair);
        same[1] += weight == bootstrap_weight(7, 4, pair);
        same[2] += weight == bootstrap_weight(7, 3, pair + 1);
    }
    /* Independent weights agree in sum p_k^2 = 30.9 %, give or take 1.5 %. */
    for (int i = 0; i < 3; i++)
        assert_in_range(same[i], 250, 370);
}

/* Mean and variance of Poisson(count), within 4 standard errors. */
static void a_group_weighs_as_much_as_its_pairs(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    for (uint32_t count = 1; count <= 100000; count *= 10) {
        double sum = 0, squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            const double z =
                bootstrap_group_weight(7, i % 100, (uint64_t)i / 100, count) - (double)count;
            sum += z;
            squares += z * z;
        }
        assert_true(is_near(sum / DRAWS, 0, 4 * sqrt((double)count / DRAWS)));
        assert_true(is_near(squares / DRAWS / count, 1, 4 * sqrt((2 + 1.0 / count) / DRAWS)));
    }
    assert_int_equal(bootstrap_group_weight(7, 3, 5, 1), bootstrap_weight(7, 3, 5));
    assert_int_equal(bootstrap_group_weight(7, 3, 5, 40), bootstrap_group_weight(7, 3, 5, 40));
}

static void threads_do_not_change_results(void **state)
{
    (void)state;
    Dataset data;
    LogitDesign design;
    LogitFit fit;
    Bootstrap one, many;
    Error err = {""};
    prepare(&usual_world, 1, &data, &design, &fit);
    BootstrapOptions options = {.run_key = 5, .replicates = 60, .threads = 1};
    memset(&one, 0, sizeof one);
    assert_true(bootstrap_run(&design, &fit, 1, &options, &one, &err));
    for (options.threads = 2; options.threads <= 4; options.threads += 2) {
        memset(&many, 0, sizeof many);
        assert_true(bootstrap_run(&design, &fit, 1, &options, &many, &err));
        assert_memory_equal(one.values, many.values, sizeof one.values);
        assert_memory_equal(one.log_odds, many.log_odds, sizeof one.log_odds);
        assert_int_equal(one.failed, many.failed);
    }
    options.run_key = 6;
    assert_true(bootstrap_run(&design, &fit, 1, &options, &many, &err));
    assert_memory_not_equal(one.values, many.values, sizeof one.values);
    dataset_release(&data);
}

/* Percentiles of 400 replicates wander by a few per cent of the width. */
static void it_agrees_with_the_sandwich(void **state)
{
    (void)state;
    Dataset data;
    LogitDesign design;
    LogitFit fit;
    Bootstrap bootstrap;
    Error err = {""};
    prepare(&usual_world, 2, &data, &design, &fit);
    const BootstrapOptions options = {.run_key = 5, .replicates = 400};
    assert_true(bootstrap_run(&design, &fit, 1, &options, &bootstrap, &err));
    assert_int_equal(bootstrap.failed, 0);
    for (int i = 0; i < fit.parameter_count; i++) {
        const Interval normal = interval_normal(fit.estimate[i], logit_error(&fit, i), 0.95);
        const double width = normal.high - normal.low;
        assert_true(is_near(bootstrap.log_odds[i].low, normal.low, 0.12 * width));
        assert_true(is_near(bootstrap.log_odds[i].high, normal.high, 0.12 * width));
    }
    /* The unit over itself. */
    assert_true(is_near(bootstrap.values[1].low, 1, 0) && is_near(bootstrap.values[1].high, 1, 0));
    dataset_release(&data);
}

static void too_few_replicates_are_an_error(void **state)
{
    (void)state;
    Dataset data;
    LogitDesign design;
    LogitFit fit;
    Bootstrap bootstrap;
    Error err = {""};
    prepare(&usual_world, 3, &data, &design, &fit);
    assert_false(
        bootstrap_run(&design, &fit, 1, &(BootstrapOptions){.replicates = 39}, &bootstrap, &err));
    assert_non_null(strstr(err.text, "39 bootstrap replicates are too few"));
    dataset_release(&data);
}

/* A piece with three games, one of which hinders separation: many replicates miss that one. */
static void replicates_that_fail_are_counted_and_too_many_refused(void **state)
{
    (void)state;
    Dataset data;
    LogitFit fit;
    Bootstrap bootstrap;
    Error err = {""};
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    assert_true(dataset_add_column(&data, "rare", &err));
    for (int i = 0; i < 300; i++) {
        const int x[] = {i % 2 == 0 ? 1 : -1, 0};
        add_games(&data, x, i % 5 == 0 ? DATASET_DRAW : (i * 7 % 10 < 6) == (x[0] > 0) ? 2 : 0, 1);
    }
    add_games(&data, (const int[]){0, 1}, DATASET_WIN, 2);
    add_games(&data, (const int[]){0, 1}, DATASET_LOSS, 1);
    const LogitDesign design = logit_design(&data);
    assert_true(ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &fit, &err));
    assert_false(
        bootstrap_run(&design, &fit, 1, &(BootstrapOptions){.replicates = 100}, &bootstrap, &err));
    assert_non_null(strstr(err.text, "of 100 bootstrap fits failed"));
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_poisson),
        cmocka_unit_test(weights_depend_on_run_replicate_and_pair),
        cmocka_unit_test(a_group_weighs_as_much_as_its_pairs),
        cmocka_unit_test(threads_do_not_change_results),
        cmocka_unit_test(it_agrees_with_the_sandwich),
        cmocka_unit_test(too_few_replicates_are_an_error),
        cmocka_unit_test(replicates_that_fail_are_counted_and_too_many_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
