/* Do the intervals of values against two armies, and those of their differences, cover the truth 95
 * % of the time, and does the test of all differences reject 5 % of the time where there are none?
 * Worlds with known values, drawn with fixed seeds as in test_coverage.c, whose bounds these are.
 */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "tests/unit/against_world.h"
#include "tuner/against_values.h"

enum { REPETITIONS = 800, KINDS = 3 };

/* Of the pieces but the pawn. */
typedef struct Covered {
    bool by[KINDS][WORLD_PIECES]; /* first, second, difference */
    bool rejected, measured;
} Covered;

static const char *const kinds[KINDS] = {"first army", "second army", "difference"};

static bool contains(const Interval *interval, double truth)
{
    return interval->low <= truth && truth <= interval->high;
}

static bool all_known(const AgainstValues *against)
{
    for (int i = 1; i < WORLD_PIECES; i++)
        if (!against->differences[i].known)
            return false;
    return against->tested;
}

static Covered run_once(const AgainstWorld *world, int r)
{
    Error err = {""};
    Dataset data;
    Covered covered = {.measured = false};
    PieceValues *values = memory_new(1, sizeof *values);
    AgainstValues against;
    const PieceValuesOptions options = {.threads = 1};
    against_world_fill(world, (uint64_t)r, &data);
    covered.measured = against_values_fit(&data, WORLD_PIECES, 0, &options, values, &against, &err)
                       && all_known(&against);
    for (int i = 1; covered.measured && i < WORLD_PIECES; i++) {
        const PieceValue *first = &values->values[i], *second = first + WORLD_PIECES;
        covered.by[0][i] = contains(&first->estimate.units_interval, world_values[i]);
        covered.by[1][i] = contains(&second->estimate.units_interval, world->values[i]);
        covered.by[2][i] =
            contains(&against.differences[i].interval, world->values[i] - world_values[i]);
    }
    covered.rejected = covered.measured && against.test.p < 0.05;
    dataset_release(&data);
    free(values);
    return covered;
}

/* Each piece within four standard errors, pooled within two per cent. */
static void check(const char *name, const Covered *covered, int measured)
{
    const double error = sqrt(0.95 * 0.05 / measured);
    for (int kind = 0; kind < KINDS; kind++) {
        int pooled = 0;
        for (int i = 1; i < WORLD_PIECES; i++) {
            int count = 0;
            for (int r = 0; r < REPETITIONS; r++)
                count += covered[r].measured && covered[r].by[kind][i];
            pooled += count;
            assert_true(is_near(count / (double)measured, 0.95, 4 * error));
        }
        const double share = pooled / (double)(WORLD_PIECES - 1) / measured;
        print_message("%s, %s: pooled %.2f %%\n", name, kinds[kind], 100 * share);
        assert_true(is_near(share, 0.95, 0.02));
    }
}

/* How often the test rejects. */
static double repeat(const char *name, const AgainstWorld *world)
{
    Covered *covered = memory_new(REPETITIONS, sizeof *covered);
    int measured = 0, rejected = 0;
#pragma omp parallel for default(none) schedule(dynamic, 8) shared(world, covered)
    for (int r = 0; r < REPETITIONS; r++)
        covered[r] = run_once(world, r);
    for (int r = 0; r < REPETITIONS; r++) {
        measured += covered[r].measured;
        rejected += covered[r].rejected;
    }
    assert_true(measured >= REPETITIONS * 49 / 50);
    check(name, covered, measured);
    print_message("%s: the test rejects %.2f %%\n", name, 100.0 * rejected / measured);
    free(covered);
    return rejected / (double)measured;
}

static const AgainstWorld differing = {.pawn = {0.5, 0.6},
                                       .values = {1, 2.2, 4.5, 5, 7},
                                       .armies = 0.8,
                                       .first_move = 0.1,
                                       .band = 0.5,
                                       .opening = 0.4,
                                       .pairs = 3000};

static void values_that_differ_are_covered_and_told_apart(void **state)
{
    (void)state;
    assert_true(repeat("other values", &differing) > 0.95);
}

/* A pawn counts for more against the second army; the values are the same. */
static void the_test_keeps_its_size_where_only_the_scale_differs(void **state)
{
    (void)state;
    AgainstWorld world = differing;
    memcpy(world.values, world_values, sizeof world.values);
    const double rejects = repeat("another scale", &world);
    assert_true(is_near(rejects, 0.05, 4 * sqrt(0.95 * 0.05 / REPETITIONS)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_that_differ_are_covered_and_told_apart),
        cmocka_unit_test(the_test_keeps_its_size_where_only_the_scale_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
