/* Which game is what: a pure function of the index. */
#include "tests/unit/unit.h"

#include "selfplay/schedule.h"

static void games_of_a_pair_share_the_opening_stream(void **state)
{
    (void)state;
    for (uint64_t pair = 0; pair < 100; pair++) {
        Scheduled first = schedule_game(77, 2 * pair);
        Scheduled second = schedule_game(77, 2 * pair + 1);
        assert_int_equal(first.pair, pair);
        assert_int_equal(second.pair, pair);
        assert_false(first.swapped);
        assert_true(second.swapped);
        assert_memory_equal(&first.opening, &second.opening, sizeof first.opening);
    }
}

static void pairs_and_runs_have_streams_of_their_own(void **state)
{
    (void)state;
    enum { PAIRS = 200 };
    uint32_t first[2][PAIRS];
    for (uint64_t run = 0; run < 2; run++) {
        for (uint64_t pair = 0; pair < PAIRS; pair++) {
            Scheduled scheduled = schedule_game(run, 2 * pair);
            first[run][pair] = random_next(&scheduled.opening);
        }
    }
    int equal = 0;
    for (int i = 0; i < 2 * PAIRS; i++) {
        for (int j = 0; j < i; j++) {
            equal += first[i / PAIRS][i % PAIRS] == first[j / PAIRS][j % PAIRS];
        }
    }
    /* 80,000 couples of 32-bit numbers: one that is equal by chance has a probability of 2e-5. */
    assert_int_equal(equal, 0);
}

static void opening_streams_are_the_keyed_ones(void **state)
{
    (void)state;
    Random expected;
    random_init_keyed(&expected, 5, RANDOM_OPENING, 1000000007);
    Scheduled scheduled = schedule_game(5, 2000000015);
    assert_memory_equal(&scheduled.opening, &expected, sizeof expected);
}

static void an_odd_number_of_games_ends_in_half_a_pair(void **state)
{
    (void)state;
    static const uint64_t rows[][2] = {
        {0, 0}, {1, 1}, {2, 1}, {3, 2}, {1000000000, 500000000}, {UINT64_MAX, (uint64_t)1 << 63}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(schedule_pairs(rows[i][0]), rows[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_a_pair_share_the_opening_stream),
        cmocka_unit_test(pairs_and_runs_have_streams_of_their_own),
        cmocka_unit_test(opening_streams_are_the_keyed_ones),
        cmocka_unit_test(an_odd_number_of_games_ends_in_half_a_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
