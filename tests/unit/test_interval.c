/* Intervals of ratios, against simulation where there is no formula to copy, and effective sizes.
 */
#include "tests/unit/unit.h"

#include "selfplay/interval.h"
#include "tests/unit/fit_world.h"

static void normal_intervals_have_the_usual_z(void **state)
{
    (void)state;
    assert_true(is_near(interval_z(0.95), 1.959964, 1e-6));
    assert_true(is_near(interval_z(0.90), 1.644854, 1e-6));
    const Interval interval = interval_normal(2, 0.5, 0.95);
    assert_true(is_near(interval.low, 2 - 0.979982, 1e-6));
    assert_true(is_near(interval.high, 2 + 0.979982, 1e-6));
}

/* 3/2 with errors .3 and .1, uncorrelated: relative errors .1 and .05, whose squares add to .0125.
 */
static void delta_adds_relative_errors(void **state)
{
    (void)state;
    const Ratio ratio = {.a = 3, .b = 2, .var_a = 0.09, .var_b = 0.01};
    assert_true(is_near(interval_ratio_error(&ratio), 1.5 * sqrt(0.0125), 1e-12));
    const Ratio negative = {.a = -3, .b = 2, .var_a = 0.09, .var_b = 0.01};
    assert_true(is_near(interval_ratio_error(&negative), 1.5 * sqrt(0.0125), 1e-12));
}

static void a_thing_over_itself_has_no_error(void **state)
{
    (void)state;
    const Ratio ratio = {.a = 0.37, .b = 0.37, .var_a = 0.011, .var_b = 0.011, .cov_ab = 0.011};
    assert_true(is_near(interval_ratio_error(&ratio), 0, 1e-7));
}

/* Tables of Student's t: 2.0930 with 19 degrees of freedom, 12.7062 with 1; the normal's 1.9600. */
static void students_level_gives_the_quantiles_of_t(void **state)
{
    (void)state;
    assert_true(is_near(interval_z(interval_level_t(0.95, 19)), 2.0930, 1e-4));
    assert_true(is_near(interval_z(interval_level_t(0.95, 1e9)), 1.9600, 1e-4));
    assert_true(is_near(interval_level_t(0.95, 0), interval_level_t(0.95, 1), 0));
    assert_true(interval_level_t(0.99, 19) > 0.99 && interval_level_t(0.99, 19) < 1);
}

/* At its ends a - v b is exactly z errors from 0. */
static void fieller_ends_are_where_significance_begins(void **state)
{
    (void)state;
    const Ratio ratio = {.a = 1.2, .b = 0.4, .var_a = 0.02, .var_b = 0.006, .cov_ab = 0.004};
    Interval interval;
    assert_true(interval_ratio_fieller(&ratio, 0.95, &interval));
    const double ends[] = {interval.low, interval.high};
    assert_true(interval.low < 3 && 3 < interval.high);
    for (int i = 0; i < 2; i++) {
        const double v = ends[i];
        const double var = ratio.var_a - 2 * v * ratio.cov_ab + v * v * ratio.var_b;
        assert_true(is_near(fabs(ratio.a - v * ratio.b) / sqrt(var), interval_z(0.95), 1e-9));
    }
}

static void fieller_tends_to_delta_when_the_unit_is_sharp(void **state)
{
    (void)state;
    const Ratio ratio = {.a = 3, .b = 1, .var_a = 0.01, .var_b = 1e-8};
    Interval fieller;
    assert_true(interval_ratio_fieller(&ratio, 0.95, &fieller));
    const Interval delta = interval_ratio_delta(&ratio, 0.95);
    assert_true(is_near(fieller.low, delta.low, 1e-5));
    assert_true(is_near(fieller.high, delta.high, 1e-5));
}

static void fieller_refuses_a_unit_that_may_be_zero(void **state)
{
    (void)state;
    const Ratio ratio = {.a = 3, .b = 0.19, .var_a = 0.01, .var_b = 0.01};
    Interval interval = {7, 8};
    assert_false(interval_ratio_fieller(&ratio, 0.95, &interval));
    assert_true(is_near(interval.low, 7, 0) && is_near(interval.high, 8, 0));
}

/* A unit of four standard errors: Fieller's interval covers as it says; +-1 % is 2.9 standard
 * errors of 4000 draws. */
static void fieller_covers_with_a_weak_unit(void **state)
{
    (void)state;
    Random random;
    random_init_keyed(&random, 5, RANDOM_TEST, 1);
    int covered = 0;
    for (int i = 0; i < 4000; i++) {
        const double shared = world_normal(&random);
        const Ratio ratio = {.a = 1.2 + 0.2 * shared + 0.2 * world_normal(&random),
                             .b = 0.4 + 0.1 * shared,
                             .var_a = 0.08,
                             .var_b = 0.01,
                             .cov_ab = 0.02};
        Interval interval;
        if (!interval_ratio_fieller(&ratio, 0.95, &interval))
            covered++; /* unbounded: it is told, and every value is possible */
        else
            covered += interval.low <= 3 && 3 <= interval.high;
    }
    assert_in_range(covered, 3760, 3840);
}

static void equal_weights_are_all_effective(void **state)
{
    (void)state;
    const double equal[] = {2, 2, 2, 2}, one[] = {0, 5, 0}, mixed[] = {1, 2}, none[] = {0, 0};
    assert_true(is_near(effective_size(equal, 4), 4, 1e-12));
    assert_true(is_near(effective_size(one, 3), 1, 1e-12));
    assert_true(is_near(effective_size(mixed, 2), 1.8, 1e-12));
    assert_true(is_near(effective_size(none, 2), 0, 0));
}

static void the_same_pair_a_thousand_times_is_one(void **state)
{
    (void)state;
    uint64_t keys[1000];
    for (int i = 0; i < 1000; i++)
        keys[i] = 99;
    assert_int_equal(effective_distinct(keys, 1000), 1);
    for (int i = 0; i < 1000; i++)
        keys[i] = (uint64_t)(i * 7 % 10);
    assert_int_equal(effective_distinct(keys, 1000), 10);
    assert_int_equal(effective_distinct(keys, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(students_level_gives_the_quantiles_of_t),
        cmocka_unit_test(normal_intervals_have_the_usual_z),
        cmocka_unit_test(delta_adds_relative_errors),
        cmocka_unit_test(a_thing_over_itself_has_no_error),
        cmocka_unit_test(fieller_ends_are_where_significance_begins),
        cmocka_unit_test(fieller_tends_to_delta_when_the_unit_is_sharp),
        cmocka_unit_test(fieller_refuses_a_unit_that_may_be_zero),
        cmocka_unit_test(fieller_covers_with_a_weak_unit),
        cmocka_unit_test(equal_weights_are_all_effective),
        cmocka_unit_test(the_same_pair_a_thousand_times_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
