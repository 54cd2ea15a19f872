/* When values are precise enough, and what more games would buy. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/precision.h"

/* Values on the heap: they are large. */
static int set_up(void **state)
{
    *state = calloc(1, sizeof(PieceValues));
    return *state == NULL;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

static void add(PieceValues *values, const char *name, ValueStatus status, double value,
                double half_width)
{
    PieceValue *added = &values->values[values->value_count++];
    snprintf(added->name, sizeof added->name, "%s", name);
    added->status = status;
    added->estimate.units = value;
    added->estimate.units_interval = (Interval){value - half_width, value + half_width};
}

static PrecisionTarget target(const char *text)
{
    PrecisionTarget read;
    Error err = {""};
    if (!precision_read(text, &read, &err))
        fail_msg("%s", err.text);
    return read;
}

static void targets_are_pawns_or_shares(void **state)
{
    (void)state;
    assert_true(is_near(target("0.25").half_width, 0.25, 1e-12));
    assert_false(target("0.25").share);
    assert_true(is_near(target("6%").half_width, 0.06, 1e-12));
    assert_true(target("6%").share);
    static const char *const bad[] = {"",    "x",   "-1",  "0",    "0%",  "%",   "0.2.5", "1 %",
                                      "inf", "nan", "0x1", "1e-3", "5%%", "1e9", "2000",  "."};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        PrecisionTarget read = {.half_width = 7};
        Error err = {""};
        assert_false(precision_read(bad[i], &read, &err));
        assert_non_null(strstr(err.text, "0.25"));
        assert_true(is_near(read.half_width, 7, 0));
    }
}

static void the_widest_value_decides(void **state)
{
    PieceValues *values = *state;
    add(values, "pawn", VALUE_UNIT, 1, 0);
    add(values, "knight", VALUE_MEASURED, 3, 0.3);
    add(values, "queen", VALUE_MEASURED, 9, 0.5);
    Precision precision = precision_judge(values, &(PrecisionTarget){0});
    assert_string_equal(precision.value->name, "queen");
    assert_true(is_near(precision.half_width, 0.5, 1e-12));
    assert_false(precision.reached); /* nothing was wished */

    PrecisionTarget pawns = target("0.5");
    assert_true(precision_judge(values, &pawns).reached);
    pawns = target("0.49");
    assert_false(precision_judge(values, &pawns).reached);
    /* As a share of its value the knight's is the wider one. */
    PrecisionTarget share = target("9%");
    precision = precision_judge(values, &share);
    assert_string_equal(precision.value->name, "knight");
    assert_true(is_near(precision.wanted, 0.27, 1e-12));
    assert_false(precision.reached);
    share = target("10.1%");
    assert_true(precision_judge(values, &share).reached);
}

static void what_games_may_bring_is_waited_for(void **state)
{
    PieceValues *values = *state;
    const PrecisionTarget half = target("0.5");
    add(values, "knight", VALUE_MEASURED, 3, 0.3);
    add(values, "amazon", VALUE_AT_LEAST, (double)NAN, 0);
    add(values, "wall", VALUE_NOT_IDENTIFIABLE, (double)NAN, 0);
    values->values[2].column_status = COLUMN_CONSTANT;
    assert_true(precision_judge(values, &half).reached);
    values->values[2].column_status = COLUMN_TOO_FEW;
    assert_false(precision_judge(values, &half).reached);
    values->values[2].column_status = COLUMN_SEPARATED; /* with others: no bound */
    assert_false(precision_judge(values, &half).reached);
    values->values[2].column_status = COLUMN_COLLINEAR;
    assert_true(precision_judge(values, &half).reached);
    values->values[0].status = VALUE_UNIT_NOT_MEASURED;
    assert_false(precision_judge(values, &half).reached);
    assert_null(precision_judge(values, &half).value);
    /* An interval without an end is not precise. */
    values->values[0].status = VALUE_MEASURED;
    values->values[0].estimate.units_interval.high = (double)INFINITY;
    assert_false(precision_judge(values, &half).reached);
}

static void four_times_the_games_halve_it(void **state)
{
    (void)state;
    const Precision precision = {.half_width = 0.4};
    assert_int_equal(precision_games(&precision, 1000, 0.2), 4000);
    assert_int_equal(precision_games(&precision, 1000, 0.1), 16000);
    assert_int_equal(precision_games(&precision, 1234, 0.2), 5000); /* two digits, upwards */
    assert_int_equal(precision_games(&precision, 1000, 1e-9), 1000000000000000);
}

static void looks_depend_on_nothing(void **state)
{
    (void)state;
    uint64_t games = 0, looks = 0;
    for (; games < 1000000; looks++) {
        const uint64_t next = precision_next_look(games);
        assert_true(next > games);
        assert_int_equal(next % 2, 0);
        assert_true(games == 0 || (double)next <= fmax(1.2 * (double)games, (double)games + 200));
        assert_int_equal(precision_next_look(next - 1), next);
        games = next;
    }
    assert_int_equal(precision_next_look(0), 400);
    assert_in_range(looks, 20, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets_are_pawns_or_shares),
        cmocka_unit_test_setup_teardown(the_widest_value_decides, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_games_may_bring_is_waited_for, set_up, tear_down),
        cmocka_unit_test(four_times_the_games_halve_it),
        cmocka_unit_test(looks_depend_on_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
