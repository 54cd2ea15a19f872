/* Whether pawns add up: in worlds where they do and where they do not. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/unit_check.h"

static const PieceValuesOptions options = {.threads = 2};

static UnitCheck check_world(double further, uint64_t seed)
{
    const World world = {.pawn = 0.5,
                         .first_move = 0.1,
                         .band = 0.4,
                         .opening = 0.3,
                         .pairs = 5000,
                         .further = further};
    UnitCheck check;
    Dataset data;
    world_fill(&world, seed, &data);
    unit_check(&data, "pawn", &options, &check);
    dataset_release(&data);
    return check;
}

/* Of forty intervals of 95 % at least 34 hold the truth, but for one case in a thousand. */
static void the_truth_is_in_the_interval(void **state)
{
    (void)state;
    static const double truths[] = {1, 0.6, 1.4};
    for (int t = 0; t < 3; t++) {
        int held = 0, adds_up = 0;
        for (uint64_t seed = 0; seed < 40; seed++) {
            UnitCheck check = check_world(truths[t], seed);
            assert_true(check.known);
            held += check.interval.low <= truths[t] && truths[t] <= check.interval.high;
            adds_up += check.adds_up;
        }
        print_message("further pawns of %.1f: %d of 40 intervals hold it, %d hold 1\n", truths[t],
                      held, adds_up);
        assert_true(held >= 34);
        if (t == 0)
            assert_int_equal(adds_up, held);
        else
            assert_true(adds_up <= 20);
    }
}

/* Held once or game by game, the pairs are the same pairs. */
static void grouped_pairs_count_as_often_as_they_were(void **state)
{
    (void)state;
    Dataset plain, grouped;
    Error err = {""};
    UnitCheck checks[2];
    dataset_init(&plain);
    dataset_init(&grouped);
    dataset_group(&grouped);
    for (int d = 0; d < 2; d++) {
        Dataset *data = d == 0 ? &plain : &grouped;
        assert_true(dataset_add_column(data, "pawn", &err));
        for (int more = 1; more <= 3; more++) {
            const int white[1] = {more}, black[1] = {-more};
            add_games(data, white, DATASET_WIN, 100 + 60 * more);
            add_games(data, white, DATASET_DRAW, 40);
            add_games(data, white, DATASET_LOSS, 80);
            add_games(data, black, DATASET_LOSS, 90 + 60 * more);
            add_games(data, black, DATASET_WIN, 90);
        }
        unit_check(data, "pawn", &options, &checks[d]);
    }
    assert_true(checks[0].known && checks[1].known);
    assert_true(is_near(checks[0].further, checks[1].further, 1e-9));
    assert_true(is_near(checks[0].interval.low, checks[1].interval.low, 1e-9));
    dataset_release(&plain);
    dataset_release(&grouped);
}

/* Never two pawns more: nothing to go by, and no number. */
static void one_pawn_tells_nothing_of_a_second(void **state)
{
    (void)state;
    Dataset data;
    UnitCheck check;
    Error err = {""};
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    for (int more = -1; more <= 1; more++) {
        const int x[1] = {more};
        for (int outcome = DATASET_LOSS; outcome <= DATASET_WIN; outcome++)
            add_games(&data, x, outcome, 100 + 50 * more * (outcome - 1));
    }
    unit_check(&data, "pawn", &options, &check);
    assert_false(check.known);
    assert_true(strlen(check.reason) > 0);
    print_message("%s\n", check.reason);
    unit_check(&data, "soldier", &options, &check);
    assert_false(check.known);
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_in_the_interval),
        cmocka_unit_test(grouped_pairs_count_as_often_as_they_were),
        cmocka_unit_test(one_pawn_tells_nothing_of_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
