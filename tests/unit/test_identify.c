/* What data cannot tell is named, and what they can tell beside it is still told. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/identify.h"
#include "tuner/separation.h"

static void columns(Dataset *data, int count, const char *const *names)
{
    Error err = {""};
    dataset_init(data);
    for (int c = 0; c < count; c++)
        assert_true(dataset_add_column(data, names[c], &err));
}

static void look(const Dataset *data, Identification *found)
{
    Error err = {""};
    if (!identify(data, &(IdentifyOptions){.threads = 1, .unit = 0}, found, &err))
        fail_msg("%s", err.text);
}

/* Random games of three columns, of which the caller bends the second and third. */
static void random_row(Random *random, int x[3], int *outcome)
{
    for (int c = 0; c < 3; c++)
        x[c] = (int)random_below(random, 5) - 2;
    *outcome = world_outcome(0.2 + 0.3 * (x[0] + x[1] + x[2]), 0.5, random);
}

static const char *const names[] = {"pawn", "knight", "bishop"};

typedef void Bend(int x[3], int *outcome);

static void bent(Bend *bend, int rows, Dataset *data)
{
    Error err = {""};
    Random random;
    random_init_keyed(&random, 9, RANDOM_TEST, 0);
    columns(data, 3, names);
    for (int row = 0; row < rows; row++) {
        int x[3], outcome;
        random_row(&random, x, &outcome);
        bend(x, &outcome);
        assert_true(dataset_add_row(data, x, outcome, (uint64_t)row / 2, &err));
    }
}

/* NOLINTBEGIN(readability-non-const-parameter): they share the type of those that write. */
static void straight(int x[3], int *outcome) { (void)x, (void)outcome; }
static void no_knights(int x[3], int *outcome) { (void)outcome, x[1] = 0; }
static void constant_knight(int x[3], int *outcome) { (void)outcome, x[1] = 1; }
static void equal(int x[3], int *outcome) { (void)outcome, x[2] = x[1]; }
static void opposite(int x[3], int *outcome) { (void)outcome, x[2] = -2 * x[1]; }
static void sum_of_both(int x[3], int *outcome) { (void)outcome, x[2] = x[0] + x[1]; }
static void all_drawn(int x[3], int *outcome) { (void)x, *outcome = DATASET_DRAW; }
static void all_won(int x[3], int *outcome) { (void)x, *outcome = DATASET_WIN; }

static void knight_wins(int x[3], int *outcome)
{
    if (x[1] != 0)
        *outcome = x[1] > 0 ? DATASET_WIN : DATASET_LOSS;
}

static void knight_loses(int x[3], int *outcome)
{
    if (x[1] != 0)
        *outcome = x[1] > 0 ? DATASET_LOSS : DATASET_WIN;
}

/* Neither alone decides: whoever has more knights and bishops together wins. */
static void both_decide(int x[3], int *outcome)
{
    if (x[1] + x[2] != 0)
        *outcome = x[1] + x[2] > 0 ? DATASET_WIN : DATASET_LOSS;
}

/* NOLINTEND(readability-non-const-parameter) */

static void each_fault_has_its_name(void **state)
{
    (void)state;
    static const struct {
        Bend *bend;
        ColumnStatus status[3];
        ColumnStatus first_move;
        const char *knight_says;
        const char *sum; /* the first combination, NULL: none */
    } cases[] = {
        {straight,
         {COLUMN_IDENTIFIED, COLUMN_IDENTIFIED, COLUMN_IDENTIFIED},
         COLUMN_IDENTIFIED,
         "",
         NULL},
        {no_knights,
         {COLUMN_IDENTIFIED, COLUMN_CONSTANT, COLUMN_IDENTIFIED},
         COLUMN_IDENTIFIED,
         "no game has an imbalance",
         NULL},
        {constant_knight,
         {COLUMN_IDENTIFIED, COLUMN_COLLINEAR, COLUMN_IDENTIFIED},
         COLUMN_COLLINEAR,
         "it moves together with first move: only first move + knight is identifiable",
         "first move + knight"},
        {equal,
         {COLUMN_IDENTIFIED, COLUMN_COLLINEAR, COLUMN_COLLINEAR},
         COLUMN_IDENTIFIED,
         "it moves together with bishop: only knight + bishop is identifiable",
         "knight + bishop"},
        {opposite,
         {COLUMN_IDENTIFIED, COLUMN_COLLINEAR, COLUMN_COLLINEAR},
         COLUMN_IDENTIFIED,
         "only knight - 2 bishop is identifiable",
         "knight - 2 bishop"},
        {sum_of_both,
         {COLUMN_COLLINEAR, COLUMN_COLLINEAR, COLUMN_COLLINEAR},
         COLUMN_IDENTIFIED,
         "it moves together with pawn, bishop: only pawn + bishop and knight + bishop are "
         "identifiable",
         "pawn + bishop"},
        {all_drawn,
         {COLUMN_NO_INFORMATION, COLUMN_NO_INFORMATION, COLUMN_NO_INFORMATION},
         COLUMN_NO_INFORMATION,
         "no information: all 400 games are drawn",
         NULL},
        {all_won,
         {COLUMN_NO_INFORMATION, COLUMN_NO_INFORMATION, COLUMN_NO_INFORMATION},
         COLUMN_NO_INFORMATION,
         "no information: White won all 400 games",
         NULL},
        {knight_wins,
         {COLUMN_IDENTIFIED, COLUMN_SEPARATED, COLUMN_IDENTIFIED},
         COLUMN_IDENTIFIED,
         "separable: the side with more of it won every one",
         NULL},
        {knight_loses,
         {COLUMN_IDENTIFIED, COLUMN_SEPARATED, COLUMN_IDENTIFIED},
         COLUMN_IDENTIFIED,
         "separable: the side with more of it lost every one",
         NULL},
        {both_decide,
         {COLUMN_TOO_FEW, COLUMN_SEPARATED, COLUMN_SEPARATED},
         COLUMN_TOO_FEW,
         "separable: a sum of knight, bishop foretells",
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Dataset data;
        Identification found;
        bent(cases[i].bend, 400, &data);
        look(&data, &found);
        for (int c = 0; c < 3; c++)
            if (found.columns[c].status != cases[i].status[c])
                fail_msg("case %zu: %s is %s: %s", i, names[c],
                         column_status_name(found.columns[c].status), found.columns[c].reason);
        assert_int_equal(found.first_move.status, cases[i].first_move);
        if (strstr(found.columns[1].reason, cases[i].knight_says) == NULL)
            fail_msg("case %zu: %s", i, found.columns[1].reason);
        if (cases[i].sum == NULL)
            assert_int_equal(found.combination_count, 0);
        else
            assert_string_equal(found.combinations[0].name, cases[i].sum);
        dataset_release(&data);
    }
}

/* Separable games are left out, the rest is fitted as if they had never been. */
static void the_rest_is_fitted_without_separable_games(void **state)
{
    (void)state;
    Dataset data, rest;
    Identification found, alone;
    Error err = {""};
    bent(knight_wins, 400, &data);
    columns(&rest, 3, names);
    for (size_t row = 0; row < data.row_count; row++)
        if (data.columns[1][row] == 0) {
            const int x[] = {data.columns[0][row], 0, data.columns[2][row]};
            assert_true(dataset_add_row(&rest, x, data.outcomes[row], row / 2, &err));
        }
    look(&data, &found);
    look(&rest, &alone);
    assert_int_equal(found.columns[1].direction, 1);
    assert_int_equal(found.columns[1].games, data.row_count - rest.row_count);
    assert_int_equal(found.first_move.games, rest.row_count);
    assert_int_equal(found.first_move.clusters, rest.cluster_count);
    assert_int_equal(found.design.column_count, 2);
    for (int i = 0; i < 4; i++)
        assert_true(is_near(found.start[i], alone.start[i], 1e-8));
    dataset_release(&rest);
    dataset_release(&data);
}

/* T4: X in all of 50 games, and all of them won. The bound is where .05 = F(b)^50. */
static void t4_has_a_bound_and_ends(void **state)
{
    (void)state;
    Dataset data;
    Identification found;
    double bound;
    columns(&data, 1, (const char *const[]){"X"});
    add_games(&data, &(int){1}, DATASET_WIN, 50);
    look(&data, &found);
    assert_int_equal(found.columns[0].status, COLUMN_SEPARATED);
    assert_non_null(strstr(found.columns[0].reason, "separable"));
    assert_null(found.model);
    assert_true(separation_bound(&found.design, NULL, 0, 1, &bound));
    const double chance = pow(0.05, 1.0 / 50);
    assert_true(is_near(bound, log(chance / (1 - chance)), 1e-6));
    dataset_release(&data);
}

/* Two games of a pair are one piece of evidence. */
static void a_bound_counts_pairs(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    double bound;
    columns(&data, 1, (const char *const[]){"X"});
    for (int row = 0; row < 12; row++) {
        const int x = row % 2 == 0 ? 1 : -1;
        assert_true(dataset_add_row(&data, &x, x + 1, (uint64_t)row / 2, &err));
    }
    const LogitDesign design = logit_design(&data);
    assert_true(separation_bound(&design, NULL, 0, 1, &bound));
    /* Six of six: 60.7 %. */
    assert_true(is_near(1 / (1 + exp(-bound)), 0.607, 5e-4));
    dataset_release(&data);
}

static void an_upper_bound_mirrors_the_lower(void **state)
{
    (void)state;
    Dataset won, lost;
    double low, high;
    columns(&won, 1, (const char *const[]){"X"});
    columns(&lost, 1, (const char *const[]){"X"});
    add_games(&won, &(int){2}, DATASET_WIN, 20);
    add_games(&lost, &(int){2}, DATASET_LOSS, 20);
    const LogitDesign won_design = logit_design(&won), lost_design = logit_design(&lost);
    assert_true(separation_bound(&won_design, NULL, 0, 1, &low));
    assert_true(separation_bound(&lost_design, NULL, 0, -1, &high));
    assert_true(is_near(low, -high, 1e-9));
    assert_false(separation_bound(&won_design, NULL, 0, -1, &high));
    dataset_release(&won);
    dataset_release(&lost);
}

/* T6. */
static void too_little_to_look_at_is_an_error(void **state)
{
    (void)state;
    static const struct {
        int rows;
        uint64_t clusters;
        const char *says;
    } cases[] = {{0, 0, "no games"}, {1, 1, "one game"}, {2, 1, "one pair"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Dataset data;
        Identification found;
        Error err = {""};
        columns(&data, 1, names);
        for (int row = 0; row < cases[i].rows; row++)
            assert_true(dataset_add_row(&data, &row, row % 3, 4, &err));
        assert_false(identify(&data, &(IdentifyOptions){.threads = 1, .unit = 0}, &found, &err));
        assert_non_null(strstr(err.text, cases[i].says));
        dataset_release(&data);
    }
}

/* Five games, however clear, that tell the knight from the bishop are too few. */
static void a_handful_of_games_is_too_few(void **state)
{
    (void)state;
    Dataset data;
    Identification found;
    Error err = {""};
    bent(equal, 2000, &data);
    for (int row = 0; row < 5; row++) {
        const int x[] = {0, 0, row % 2 == 0 ? 1 : -1};
        assert_true(dataset_add_row(&data, x, row % 3, 5000 + (uint64_t)row, &err));
    }
    look(&data, &found);
    assert_int_equal(found.columns[0].status, COLUMN_IDENTIFIED);
    assert_int_equal(found.columns[1].status, COLUMN_TOO_FEW);
    assert_int_equal(found.columns[2].status, COLUMN_TOO_FEW);
    assert_true(found.columns[2].effective > 4 && found.columns[2].effective < 6);
    assert_true(found.conditioning < 0.01);
    dataset_release(&data);
}

/* A column that is independent of the others and 1 or -1 in every pair has all pairs' worth. */
static void effective_pairs_are_counted(void **state)
{
    (void)state;
    Dataset data;
    Identification found;
    columns(&data, 1, names);
    for (int i = 0; i < 100; i++) {
        add_games(&data, &(int){1}, i % 3, 1);
        add_games(&data, &(int){-1}, (i + 1) % 3, 1);
        add_games(&data, &(int){0}, DATASET_DRAW, 2);
    }
    look(&data, &found);
    assert_true(is_near(found.columns[0].effective, 200, 1e-6));
    assert_int_equal(found.columns[0].games, 200);
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_name),
        cmocka_unit_test(the_rest_is_fitted_without_separable_games),
        cmocka_unit_test(t4_has_a_bound_and_ends),
        cmocka_unit_test(a_bound_counts_pairs),
        cmocka_unit_test(an_upper_bound_mirrors_the_lower),
        cmocka_unit_test(too_little_to_look_at_is_an_error),
        cmocka_unit_test(a_handful_of_games_is_too_few),
        cmocka_unit_test(effective_pairs_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
