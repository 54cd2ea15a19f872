/* Do intervals still cover the truth when the run ended because they were narrow enough?
 *
 * A run that is looked at again and again until a test rejects is biased; one that goes on until
 * the half widths are small enough is not, as the width says next to nothing of where the estimate
 * lies (Chow and Robbins 1965: the coverage tends to the nominal one). This is held against
 * synthetic worlds with known values and fixed seeds, with the looks of precision.h. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "tests/unit/fit_world.h"
#include "tuner/precision.h"

enum { REPETITIONS = 600, MOST_GAMES = 20000 };

/* How a repetition ended. */
typedef struct Ending {
    uint64_t games;
    bool reached;
    bool covered[WORLD_PIECES]; /* [0] is not used */
} Ending;

/* The games of the shorter run are the first ones of the longer. */
static bool look(const World *world, uint64_t seed, uint64_t games, PieceValues *values)
{
    World part = *world;
    Dataset data;
    Error err = {""};
    part.pairs = (int)games / 2;
    world_fill(&part, seed, &data);
    const bool fitted =
        piece_values_fit(&data, "pawn", &(PieceValuesOptions){.threads = 1}, values, &err);
    dataset_release(&data);
    return fitted;
}

static Ending run(const World *world, const PrecisionTarget *target, uint64_t seed)
{
    Ending ending = {.games = 0};
    PieceValues *values = memory_new(1, sizeof *values);
    while (!ending.reached && ending.games < MOST_GAMES) {
        ending.games = precision_next_look(ending.games);
        ending.reached =
            look(world, seed, ending.games, values) && precision_judge(values, target).reached;
    }
    for (int i = 1; i < WORLD_PIECES; i++) {
        const Interval *interval = &values->values[i].estimate.units_interval;
        ending.covered[i] = interval->low <= world_values[i] && world_values[i] <= interval->high;
    }
    free(values);
    return ending;
}

/* As in test_coverage.c: each piece within four standard errors, the pool within 93-97 %. */
static void check(const World *world, const PrecisionTarget *target)
{
    static Ending endings[REPETITIONS];
#pragma omp parallel for default(none) schedule(dynamic, 4) shared(world, target, endings)
    for (int r = 0; r < REPETITIONS; r++)
        endings[r] = run(world, target, (uint64_t)r);
    int covered[WORLD_PIECES] = {0}, all = 0, different = 0;
    uint64_t games = 0;
    for (int r = 0; r < REPETITIONS; r++) {
        assert_true(endings[r].reached);
        games += endings[r].games;
        different += endings[r].games != endings[0].games;
        for (int i = 1; i < WORLD_PIECES; i++) {
            covered[i] += endings[r].covered[i];
            all += endings[r].covered[i];
        }
    }
    const double pooled = all / (double)(WORLD_PIECES - 1) / REPETITIONS;
    print_message("stopped after %.0f games in the mean: pooled %.2f %%\n",
                  (double)games / REPETITIONS, 100 * pooled);
    /* The stop is one: not every run ends at the same look. */
    assert_true(different > REPETITIONS / 10);
    assert_true(is_near(pooled, 0.95, 0.02));
    const double error = sqrt(0.95 * 0.05 / REPETITIONS);
    for (int i = 1; i < WORLD_PIECES; i++)
        assert_true(is_near(covered[i] / (double)REPETITIONS, 0.95, 4 * error));
}

static void intervals_cover_when_the_width_in_pawns_ends_it(void **state)
{
    (void)state;
    const World world = {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5};
    check(&world, &(PrecisionTarget){.half_width = 1.5});
}

static void intervals_cover_when_the_share_of_the_value_ends_it(void **state)
{
    (void)state;
    const World world = {.pawn = 0.6, .first_move = 0.1, .band = 0.6, .opening = 0.5};
    check(&world, &(PrecisionTarget){.half_width = 0.2, .share = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_when_the_width_in_pawns_ends_it),
        cmocka_unit_test(intervals_cover_when_the_share_of_the_value_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
