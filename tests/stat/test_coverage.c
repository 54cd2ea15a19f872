/* Do 95 % intervals cover the truth 95 % of the time? Worlds with known values, each drawn many
 * times with fixed seeds, so that the test is deterministic: it fails on a change of the code, not
 * on an unlucky day.
 *
 * How far from 95 % is too far. Coverage of one piece over R independent repetitions has a standard
 * error of sqrt(.95 * .05 / R), .69 % for R = 1000 and 1.26 % for 300; each piece may be off by
 * four of these. The four pieces of a world share the pawn's error, so the standard error of their
 * pool lies between half of that and the whole; the bound on the pool is 93-97 %, at least 2.9
 * standard errors for R = 1000 and 1.6 for 300 (the bootstrap, which is slow; its seeds are fixed
 * too).
 *
 * Few clusters. In worlds of 60 to 100 pairs without opening effects (2000 repetitions each) the
 * normal quantile covers the log odds of a piece in 93.0-95.2 % and Student's t with G - k degrees
 * of freedom in 93.8-95.5 %; with the effective number of clusters in place of G, which is what
 * piece_values.c uses, values are covered in 94.5-95.9 %. Inflating the sandwich by (G-1)/(G-k) on
 * top of t covers 95.2-96.2 %: more than is needed.
 *
 * What the bounds catch: errors that are 10 % too small cover 92.2 %, 15 % too large 97.6 %; and
 * those of games taken singly, without regard to pairs, 90 % where openings weigh much: the last
 * test sees to it that this one would see them. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "tests/unit/fit_world.h"
#include "tuner/piece_values.h"

typedef struct Coverage {
    int repetitions;
    int unit;
    int covered[WORLD_PIECES]; /* in place of the unit, the first move */
    int measured;              /* repetitions that gave all values: coverage is of these */
} Coverage;

static bool contains(const Interval *interval, double truth)
{
    return interval->low <= truth && truth <= interval->high;
}

/* Copies a world's games, each of which becomes a pair of its own. */
static void split_pairs(const Dataset *pairs, Dataset *games)
{
    Error err = {""};
    dataset_init(games);
    for (int c = 0; c < pairs->column_count; c++)
        dataset_add_column(games, pairs->names[c], &err);
    for (size_t row = 0; row < pairs->row_count; row++) {
        int x[WORLD_PIECES];
        for (int c = 0; c < WORLD_PIECES; c++)
            x[c] = pairs->columns[c][row];
        dataset_add_row(games, x, pairs->outcomes[row], row, &err);
    }
}

/* Whether all values have a number. */
static bool all_measured(const PieceValues *values, int unit)
{
    for (int i = 0; i < WORLD_PIECES; i++)
        if (i != unit && values->values[i].status != VALUE_MEASURED)
            return false;
    return values->unit_measured;
}

/* What a fit to endless games of a world gives: each value, and in the unit's place the first move.
 * Of positions in play that is no number that the world was made by, but the limit of the fit: what
 * a fit to very many games gives. */
static void find_truth(const World *world, double truth[WORLD_PIECES])
{
    enum { MANY_PAIRS = 200000 };
    const double unit = world_values[world->unit];
    for (int i = 0; i < WORLD_PIECES; i++)
        truth[i] = world_values[i] / unit;
    truth[world->unit] = world->first_move / (world->pawn * unit);
    if (world->positions == 0)
        return;
    Error err = {""};
    Dataset data;
    PieceValues *values = memory_new(1, sizeof *values);
    World many = *world;
    many.pairs = MANY_PAIRS;
    world_fill(&many, UINT32_MAX, &data);
    const PieceValuesOptions options = {.threads = 0};
    assert_true(piece_values_fit(&data, world_names[world->unit], &options, values, &err));
    assert_true(all_measured(values, world->unit));
    for (int i = 0; i < WORLD_PIECES; i++)
        truth[i] =
            i == world->unit ? values->first_move.estimate.units : values->values[i].estimate.units;
    dataset_release(&data);
    free(values);
}

/* Repetition `r` of a world, into row r of the table. Where a value got no number the repetition
 * counts neither way; check() asks that there are few of these. */
static void run_once(const World *world, const double truth[WORLD_PIECES], int r, int replicates,
                     bool split, bool (*covered)[WORLD_PIECES], bool *measured)
{
    Error err = {""};
    Dataset data, games;
    PieceValues *values = memory_new(1, sizeof *values);
    world_fill(world, (uint64_t)r, &data);
    split_pairs(&data, &games);
    const PieceValuesOptions options = {
        .threads = 1, .bootstrap_replicates = replicates, .run_key = (uint64_t)r};
    measured[r] =
        piece_values_fit(split ? &games : &data, world_names[world->unit], &options, values, &err)
        && all_measured(values, world->unit);
    for (int i = 0; i < WORLD_PIECES; i++) {
        const PieceValue *value = i == world->unit ? &values->first_move : &values->values[i];
        covered[r][i] = measured[r] && contains(&value->estimate.units_interval, truth[i]);
    }
    dataset_release(&games);
    dataset_release(&data);
    free(values);
}

static void repeat(const World *world, int repetitions, int replicates, bool split,
                   Coverage *coverage)
{
    bool(*covered)[WORLD_PIECES] = memory_new((size_t)repetitions, sizeof *covered);
    bool *measured = memory_new((size_t)repetitions, sizeof *measured);
    double truth[WORLD_PIECES];
    find_truth(world, truth);
#pragma omp parallel for default(none) schedule(dynamic, 8) \
    shared(world, truth, repetitions, replicates, split, covered, measured)
    for (int r = 0; r < repetitions; r++)
        run_once(world, truth, r, replicates, split, covered, measured);
    *coverage = (Coverage){.repetitions = repetitions, .unit = world->unit};
    for (int r = 0; r < repetitions; r++) {
        coverage->measured += measured[r];
        for (int i = 0; i < WORLD_PIECES; i++)
            coverage->covered[i] += covered[r][i];
    }
    free(covered);
    free(measured);
}

static double pooled(const Coverage *coverage)
{
    int covered = 0;
    for (int i = 0; i < WORLD_PIECES; i++)
        covered += i != coverage->unit ? coverage->covered[i] : 0;
    return covered / (double)(WORLD_PIECES - 1) / coverage->measured;
}

static void print(const char *name, const Coverage *coverage)
{
    print_message("%s: pooled %.2f %%", name, 100 * pooled(coverage));
    for (int i = 0; i < WORLD_PIECES; i++)
        print_message(", %s %.1f %%", i == coverage->unit ? "first move" : world_names[i],
                      100.0 * coverage->covered[i] / coverage->measured);
    print_message("\n");
}

static void check(const char *name, const Coverage *coverage)
{
    const double error = sqrt(0.95 * 0.05 / coverage->measured);
    print(name, coverage);
    assert_true(coverage->measured >= coverage->repetitions * 49 / 50);
    assert_true(is_near(pooled(coverage), 0.95, 0.02));
    for (int i = 0; i < WORLD_PIECES; i++)
        assert_true(is_near(coverage->covered[i] / (double)coverage->measured, 0.95, 4 * error));
}

/* Opening effects of half a log odds or more shrink all coefficients together; their ratios, which
 * are the values, stay. */
static const struct {
    const char *name;
    World world;
    int repetitions;
} worlds[] = {
    {"as in chess",
     {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 1500},
     1000},
    {"no opening effect", {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .pairs = 1500}, 1000},
    {"draws dominate",
     {.pawn = 0.4, .first_move = 0.15, .band = 2.5, .opening = 0.5, .pairs = 2500},
     1000},
    {"no draws", {.pawn = 0.4, .first_move = 0.1, .opening = 0.5, .pairs = 1500}, 1000},
    {"a strong first move",
     {.pawn = 0.4, .first_move = 0.8, .band = 0.6, .opening = 0.5, .pairs = 1500},
     1000},
    {"strong openings",
     {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 1, .pairs = 2500},
     1000},
    {"few clusters",
     {.pawn = 0.6, .first_move = 0.1, .band = 0.6, .opening = 0.3, .pairs = 100},
     1000},
    {"queens in few clusters",
     {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.3, .pairs = 600, .queens = 0.12},
     1000},
    {"in knights",
     {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 1500, .unit = 1},
     1000},
    {"in rooks",
     {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 1500, .unit = 3},
     1000},
    {"few games (Fieller)",
     {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 600},
     1000},
};

static void intervals_cover_in_every_world(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        Coverage coverage;
        repeat(&worlds[i].world, worlds[i].repetitions, 0, false, &coverage);
        check(worlds[i].name, &coverage);
    }
}

static void bootstrap_intervals_cover(void **state)
{
    (void)state;
    Coverage coverage;
    const World world = {
        .pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 1000};
    repeat(&world, 300, 199, false, &coverage);
    check("bootstrap", &coverage);
}

/* The test of the test: taking games for independent is caught. */
static void games_taken_singly_do_not_cover(void **state)
{
    (void)state;
    Coverage coverage;
    const World world = {.pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 2, .pairs = 2500};
    repeat(&world, 1000, 0, false, &coverage);
    check("very strong openings", &coverage);
    repeat(&world, 1000, 0, true, &coverage);
    print("the same, games taken singly", &coverage);
    assert_true(pooled(&coverage) < 0.93);
}

/* Predictive values: intervals of positions in play hold the limit of the fit where they are
 * clustered by pair, and hardly ever where sixty positions of a game count as sixty games. */
static void positions_of_a_game_count_together(void **state)
{
    (void)state;
    Coverage coverage;
    World world = {
        .pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 800, .positions = 6};
    repeat(&world, 600, 0, false, &coverage);
    check("six positions of each game", &coverage);
    world.positions = 60;
    world.pairs = 400;
    repeat(&world, 800, 0, false, &coverage);
    check("sixty positions of each game", &coverage);
    repeat(&world, 200, 0, true, &coverage);
    print("the same, positions taken singly", &coverage);
    assert_true(pooled(&coverage) < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_in_every_world),
        cmocka_unit_test(bootstrap_intervals_cover),
        cmocka_unit_test(games_taken_singly_do_not_cover),
        cmocka_unit_test(positions_of_a_game_count_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
