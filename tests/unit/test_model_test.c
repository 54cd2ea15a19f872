/* Nested models compared: terms that are there are found, terms that are not are refused, at the
 * rate that is promised, also where games of a pair are alike. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/model_test.h"
#include "tuner/ordered_logit.h"

enum { REPETITIONS = 400, PAIRS = 300 };

/* Pawns and knights, and two columns whose coefficients are `effect`; the games of a pair share an
 * opening of that standard deviation. With `repeats` the second game of a pair is the first again,
 * but for the colours: the clusters are then half as many as the games. */
static void fill(double effect, double opening, bool repeats, uint64_t seed, Dataset *data)
{
    Error err = {""};
    Random random;
    random_init_keyed(&random, 77, RANDOM_TEST, seed);
    dataset_init(data);
    static const char *const names[] = {"pawn", "knight", "first", "second"};
    for (int c = 0; c < 4; c++)
        dataset_add_column(data, names[c], &err);
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        int x[4];
        for (int c = 0; c < 4; c++)
            x[c] = (int)random_below(&random, 3) - 1;
        double eta =
            opening * world_normal(&random) + 0.4 * x[0] + 1.2 * x[1] + effect * (x[2] + x[3]);
        int outcome = world_outcome(eta, 0.5, &random);
        for (int colour = 1; colour >= -1; colour -= 2) {
            int mine[4];
            for (int c = 0; c < 4; c++)
                mine[c] = colour * x[c];
            int again = world_outcome(colour * eta, 0.5, &random);
            int result = repeats ? 1 + colour * (outcome - 1) : again;
            dataset_add_row(data, mine, result, pair, &err);
        }
    }
}

static ModelTest test_of(const Dataset *data)
{
    Error err = {""};
    LogitFit fit;
    ModelTest test = {.wald = {.terms = 0}};
    const LogitDesign design = logit_design(data);
    const LogitOptions options = {.threads = 1};
    if (!ordered_logit_fit(&design, &options, &fit, &err)
        || !model_test(&design, &fit, 2, PAIRS, 1, &test, &err))
        fail_msg("%s", err.text);
    return test;
}

/* How often each test rejects at 5 %. */
static void reject(double effect, double opening, bool repeats, double *wald, double *ratio)
{
    int by_wald = 0, by_ratio = 0;
    for (uint64_t r = 0; r < REPETITIONS; r++) {
        Dataset data;
        fill(effect, opening, repeats, r, &data);
        const ModelTest test = test_of(&data);
        by_wald += test.wald.p < 0.05;
        by_ratio += test.likelihood_ratio_p < 0.05;
        dataset_release(&data);
    }
    *wald = (double)by_wald / REPETITIONS;
    *ratio = (double)by_ratio / REPETITIONS;
    print_message("Wald rejects %.3f, the likelihood ratio %.3f\n", *wald, *ratio);
}

/* 400 repetitions have a standard error of 1.1 %. */
static void terms_that_are_not_there_are_rejected_one_time_in_twenty(void **state)
{
    (void)state;
    double wald, ratio;
    reject(0, 0, false, &wald, &ratio);
    assert_true(is_near(wald, 0.05, 0.033));
    assert_true(is_near(ratio, 0.05, 0.033));
}

/* The same game twice is one game: the likelihood ratio believes that there are two. */
static void games_that_are_alike_do_not_mislead_walds_test(void **state)
{
    (void)state;
    double wald, ratio;
    reject(0, 0, true, &wald, &ratio);
    assert_true(is_near(wald, 0.05, 0.033));
    assert_true(ratio > 0.15);
}

static void terms_that_are_there_are_found(void **state)
{
    (void)state;
    Dataset data;
    fill(0.8, 0.3, false, 1, &data);
    const ModelTest test = test_of(&data);
    assert_int_equal(test.wald.terms, 2);
    assert_true(test.wald.p < 1e-4 && test.likelihood_ratio_p < 1e-4);
    assert_true(is_near(test.wald.degrees, PAIRS - 1, 0));
    dataset_release(&data);
}

/* One term: W is its squared t. */
static void one_terms_statistic_is_its_squared_t(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    LogitFit fit;
    ModelTest test = {.wald = {.terms = 0}};
    fill(0.1, 0.3, false, 2, &data);
    const LogitDesign design = logit_design(&data);
    const LogitOptions options = {.threads = 1};
    assert_true(ordered_logit_fit(&design, &options, &fit, &err));
    assert_true(model_test(&design, &fit, 3, PAIRS, 1, &test, &err));
    const int last = fit.first_column + 3;
    const double t = fit.estimate[last] / logit_error(&fit, last);
    assert_true(is_near(test.wald.f, t * t, 1e-9));
    assert_int_equal(test.wald.terms, 1);
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_that_are_not_there_are_rejected_one_time_in_twenty),
        cmocka_unit_test(games_that_are_alike_do_not_mislead_walds_test),
        cmocka_unit_test(terms_that_are_there_are_found),
        cmocka_unit_test(one_terms_statistic_is_its_squared_t),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
