/* The ordered logit, against a slow fit that shares no code with it, against finite differences,
 * and against what must not change it: threads, colours, weights in place of copies. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/fit_world.h"
#include "tuner/cholesky.h"
#include "tuner/fractional_logit.h"
#include "tuner/ordered_logit.h"

static const World usual_world = {
    .pawn = 0.4, .first_move = 0.1, .band = 0.6, .opening = 0.5, .pairs = 10000};

static void fit(const Dataset *data, int threads, LogitFit *result)
{
    Error err = {""};
    const LogitDesign design = logit_design(data);
    const LogitOptions options = {.threads = threads};
    if (!ordered_logit_fit(&design, &options, result, &err))
        fail_msg("%s", err.text);
}

/* 16 games in 8 pairs. */
enum { TINY = 16, TINY_PAIRS = TINY / 2, TINY_PARAMETERS = 3 };

static const int tiny_x[TINY] = {1, -1, 1, -1, 2, -2, 0, 0, 1, -1, 2, -2, -1, 1, 0, 0};
static const int tiny_outcome[TINY] = {2, 0, 1, 1, 2, 1, 2, 0, 0, 0, 2, 0, 1, 1, 1, 2};

static void fill_tiny(Dataset *data)
{
    Error err = {""};
    dataset_init(data);
    assert_true(dataset_add_column(data, "x", &err));
    for (int row = 0; row < TINY; row++)
        assert_true(
            dataset_add_row(data, &tiny_x[row], tiny_outcome[row], (uint64_t)row / 2, &err));
}

/* The model as statistics.md writes it, with long doubles and nothing clever. */
static long double slow_log_p(const long double *p, int row)
{
    const long double eta = p[0] + p[1] * tiny_x[row];
    const long double below_loss = 1 / (1 + expl(-(-p[2] - eta)));
    const long double below_win = 1 / (1 + expl(-(p[2] - eta)));
    if (tiny_outcome[row] == 0)
        return logl(below_loss);
    return logl(tiny_outcome[row] == 2 ? 1 - below_win : below_win - below_loss);
}

static long double slow_log_likelihood(const long double *p)
{
    long double sum = 0;
    for (int row = 0; row < TINY; row++)
        sum += slow_log_p(p, row);
    return sum;
}

/* Climbs along one axis after the other with steps that shrink. */
static void slow_fit(long double *p)
{
    p[0] = p[1] = 0;
    p[2] = 1;
    for (int halving = 1; halving < 37; halving++) {
        const long double step = ldexpl(1, -halving);
        for (bool moved = true; moved;) {
            moved = false;
            for (int i = 0; i < 2 * TINY_PARAMETERS; i++) {
                long double q[TINY_PARAMETERS] = {p[0], p[1], p[2]};
                q[i / 2] += i % 2 == 0 ? step : -step;
                if (q[2] > 0 && slow_log_likelihood(q) > slow_log_likelihood(p)) {
                    memcpy(p, q, sizeof q);
                    moved = true;
                }
            }
        }
    }
}

static long double slow_score(const long double *p, int row, int i)
{
    const long double h = 1e-6L;
    long double up[TINY_PARAMETERS] = {p[0], p[1], p[2]};
    long double down[TINY_PARAMETERS] = {p[0], p[1], p[2]};
    up[i] += h;
    down[i] -= h;
    return (slow_log_p(up, row) - slow_log_p(down, row)) / (2 * h);
}

/* The inverse of a 3 x 3 matrix by cofactors. */
static void slow_inverse(const long double a[3][3], long double inverse[3][3])
{
    const long double det = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
                            - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
                            + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int r = (j + 1) % 3, s = (j + 2) % 3, t = (i + 1) % 3, u = (i + 2) % 3;
            inverse[i][j] = (a[r][t] * a[s][u] - a[r][u] * a[s][t]) / det;
        }
}

/* Information by differences of scores, meat by pairs of rows, sandwich by hand. */
static void slow_covariance(const long double *p, long double covariance[3][3])
{
    long double information[3][3] = {{0}}, meat[3][3] = {{0}}, bread[3][3];
    const long double h = 1e-5L;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            long double up[3] = {p[0], p[1], p[2]}, down[3] = {p[0], p[1], p[2]};
            up[j] += h;
            down[j] -= h;
            for (int row = 0; row < TINY; row++)
                information[i][j] -= (slow_score(up, row, i) - slow_score(down, row, i)) / (2 * h);
            for (int row = 0; row < TINY; row += 2)
                meat[i][j] += (slow_score(p, row, i) + slow_score(p, row + 1, i))
                              * (slow_score(p, row, j) + slow_score(p, row + 1, j));
        }
    slow_inverse((const long double(*)[3])information, bread);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            covariance[i][j] = 0;
            for (int k = 0; k < 3; k++)
                for (int l = 0; l < 3; l++)
                    covariance[i][j] += bread[i][k] * meat[k][l] * bread[l][j] * 8 / 7;
        }
}

static void a_tiny_case_agrees_with_a_slow_fit(void **state)
{
    (void)state;
    Dataset data;
    LogitFit quick;
    long double slow[TINY_PARAMETERS], covariance[3][3];
    fill_tiny(&data);
    fit(&data, 1, &quick);
    slow_fit(slow);
    slow_covariance(slow, covariance);
    assert_int_equal(quick.parameter_count, TINY_PARAMETERS);
    assert_true(is_near(quick.log_likelihood, (double)slow_log_likelihood(slow), 1e-10));
    for (int i = 0; i < TINY_PARAMETERS; i++) {
        assert_true(is_near(quick.estimate[i], (double)slow[i], 1e-8));
        for (int j = 0; j < TINY_PARAMETERS; j++)
            assert_true(is_near(logit_covariance(&quick, i, j), (double)covariance[i][j], 1e-6));
    }
    assert_true(is_near(quick.rows, TINY, 0));
    assert_true(is_near(quick.clusters, TINY_PAIRS, 0));
    dataset_release(&data);
}

/* T1: one cell of 60 wins, 30 draws and 10 losses leaves as many parameters as frequencies, so that
 * b - t = ln(60/40) and b + t = ln(90/10). */
static void t1_is_fitted_exactly(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    LogitFit result;
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "X", &err));
    add_games(&data, &(int){1}, DATASET_WIN, 60);
    add_games(&data, &(int){1}, DATASET_DRAW, 30);
    add_games(&data, &(int){1}, DATASET_LOSS, 10);
    LogitDesign design = logit_design(&data);
    design.first_move = false;
    assert_true(ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &result, &err));
    assert_int_equal(result.first_move, -1);
    assert_true(is_near(result.estimate[0], (log(1.5) + log(9)) / 2, 1e-9));
    assert_true(is_near(result.estimate[result.band], (log(9) - log(1.5)) / 2, 1e-9));
    dataset_release(&data);
}

/* Central differences of the likelihood give the gradient, those of the gradient the information.
 */
static void check_derivatives(const LogitModel *model, const LogitDesign *design,
                              const double *parameters)
{
    LogitSums here, up, down;
    const int n = logit_parameter_count(model, design);
    const double h = 1e-4;
    logit_pass(model, design, parameters, 1, &here);
    for (int i = 0; i < n; i++) {
        double p[LOGIT_MAX_PARAMETERS];
        memcpy(p, parameters, (size_t)n * sizeof *p);
        p[i] = parameters[i] + h;
        logit_pass(model, design, p, 1, &up);
        p[i] = parameters[i] - h;
        logit_pass(model, design, p, 1, &down);
        const double slope = (up.log_likelihood - down.log_likelihood) / (2 * h);
        assert_true(is_near(here.gradient[i], slope, 1e-5 * (1 + fabs(slope))));
        for (int j = 0; j < n; j++) {
            const double bend = -(up.gradient[j] - down.gradient[j]) / (2 * h);
            assert_true(is_near(here.information[packed_index(i, j)], bend,
                                1e-6 * (1 + fabs(here.information[packed_index(i, i)]))));
        }
    }
}

static void derivatives_agree_with_finite_differences(void **state)
{
    (void)state;
    static const double points[][WORLD_PIECES + 2] = {
        {0, 0, 0, 0, 0, 0, 0.1},
        {0.3, 0.4, -1, 1.3, 2.2, 3.8, 0.6},
        {-2, 0.1, 0.2, 0.3, 0.4, -5, 3},
    };
    World world = usual_world;
    world.pairs = 500;
    Dataset data;
    world_fill(&world, 1, &data);
    uint32_t *weights = calloc(data.cluster_count, sizeof *weights);
    for (size_t g = 0; g < data.cluster_count; g++)
        weights[g] = (uint32_t)(g % 3);
    LogitDesign design = logit_design(&data);
    for (int weighted = 0; weighted < 2; weighted++)
        for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
            design.cluster_weights = weighted ? weights : NULL;
            check_derivatives(&ordered_logit_model, &design, points[i]);
            check_derivatives(&fractional_logit_model, &design, points[i]);
        }
    free(weights);
    dataset_release(&data);
}

static void threads_do_not_change_results(void **state)
{
    (void)state;
    Dataset data;
    LogitFit one, many;
    world_fill(&usual_world, 2, &data);
    fit(&data, 1, &one);
    for (int threads = 2; threads <= 4; threads++) {
        fit(&data, threads, &many);
        assert_memory_equal(one.estimate, many.estimate, sizeof one.estimate);
        assert_memory_equal(one.covariance, many.covariance, sizeof one.covariance);
        assert_memory_equal(&one.log_likelihood, &many.log_likelihood, sizeof(double));
        assert_int_equal(one.passes, many.passes);
    }
    dataset_release(&data);
}

static void known_values_are_recovered(void **state)
{
    (void)state;
    World world = usual_world;
    world.opening = 0; /* with it, all coefficients shrink together */
    Dataset data;
    LogitFit result;
    world_fill(&world, 3, &data);
    fit(&data, 1, &result);
    assert_true(is_near(result.estimate[0], 0.1, 4 * logit_error(&result, 0)));
    for (int i = 0; i < WORLD_PIECES; i++)
        assert_true(is_near(result.estimate[1 + i], 0.4 * world_values[i],
                            4 * logit_error(&result, 1 + i)));
    assert_true(is_near(result.estimate[result.band], 0.6, 4 * logit_error(&result, result.band)));
    assert_true(logit_error(&result, 1) < 0.02);
    dataset_release(&data);
}

static void flipping_colours_negates_the_first_move_only(void **state)
{
    (void)state;
    Dataset data, flipped;
    LogitFit one, two;
    Error err = {""};
    World world = usual_world;
    world.pairs = 1000;
    world_fill(&world, 4, &data);
    dataset_init(&flipped);
    for (int c = 0; c < WORLD_PIECES; c++)
        assert_true(dataset_add_column(&flipped, world_names[c], &err));
    for (size_t row = 0; row < data.row_count; row++) {
        int x[WORLD_PIECES];
        for (int c = 0; c < WORLD_PIECES; c++)
            x[c] = -data.columns[c][row];
        assert_true(dataset_add_row(&flipped, x, 2 - data.outcomes[row], row / 2, &err));
    }
    fit(&data, 1, &one);
    fit(&flipped, 1, &two);
    for (int i = 0; i < one.parameter_count; i++) {
        const double sign = i == one.first_move ? -1 : 1;
        assert_true(is_near(one.estimate[i], sign * two.estimate[i], 1e-9));
        assert_true(is_near(logit_error(&one, i), logit_error(&two, i), 1e-9));
    }
    assert_true(is_near(one.log_likelihood, two.log_likelihood, 1e-8));
    dataset_release(&flipped);
    dataset_release(&data);
}

/* A weight of w is w copies of the pair, for the estimates and for their errors. */
static void weights_are_copies(void **state)
{
    (void)state;
    Dataset data, copies;
    LogitFit weighted, copied;
    Error err = {""};
    uint32_t weights[300];
    World world = usual_world;
    world.pairs = 300;
    world_fill(&world, 5, &data);
    dataset_init(&copies);
    for (int c = 0; c < WORLD_PIECES; c++)
        assert_true(dataset_add_column(&copies, world_names[c], &err));
    for (size_t g = 0; g < data.cluster_count; g++) {
        weights[g] = (uint32_t)(g % 4);
        for (uint32_t copy = 0; copy < weights[g]; copy++)
            for (size_t row = 2 * g; row < 2 * g + 2; row++) {
                int x[WORLD_PIECES];
                for (int c = 0; c < WORLD_PIECES; c++)
                    x[c] = data.columns[c][row];
                assert_true(dataset_add_row(&copies, x, data.outcomes[row], 4 * g + copy, &err));
            }
    }
    LogitDesign design = logit_design(&data);
    design.cluster_weights = weights;
    assert_true(ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &weighted, &err));
    fit(&copies, 1, &copied);
    for (int i = 0; i < copied.parameter_count; i++) {
        assert_true(is_near(weighted.estimate[i], copied.estimate[i], 1e-9));
        assert_true(is_near(logit_error(&weighted, i), logit_error(&copied, i), 1e-9));
    }
    assert_true(is_near(weighted.rows, copied.rows, 0));
    assert_true(is_near(weighted.clusters, copied.clusters, 0));
    dataset_release(&copies);
    dataset_release(&data);
}

/* Two games from one opening with the colours swapped carry less than two games' worth on the
 * pieces, and one that takes each game for itself does not see it. */
static void errors_are_clustered(void **state)
{
    (void)state;
    Dataset data, single;
    LogitFit pairs, games;
    Error err = {""};
    World world = usual_world;
    world.pairs = 3000;
    world.opening = 1.5;
    world_fill(&world, 6, &data);
    dataset_init(&single);
    for (int c = 0; c < WORLD_PIECES; c++)
        assert_true(dataset_add_column(&single, world_names[c], &err));
    for (size_t row = 0; row < data.row_count; row++) {
        int x[WORLD_PIECES];
        for (int c = 0; c < WORLD_PIECES; c++)
            x[c] = data.columns[c][row];
        assert_true(dataset_add_row(&single, x, data.outcomes[row], row, &err));
    }
    fit(&data, 1, &pairs);
    fit(&single, 1, &games);
    for (int i = 1; i <= WORLD_PIECES; i++)
        assert_true(logit_error(&pairs, i) > 1.1 * logit_error(&games, i));
    dataset_release(&single);
    dataset_release(&data);
}

/* No draws: t is 0 exactly, and the fit is the plain logit's. */
static void without_draws_the_band_is_gone(void **state)
{
    (void)state;
    Dataset data;
    LogitFit ordered, plain;
    Error err = {""};
    World world = usual_world;
    world.band = 0;
    world.pairs = 500;
    world_fill(&world, 7, &data);
    const LogitDesign design = logit_design(&data);
    fit(&data, 1, &ordered);
    assert_int_equal(ordered.band, -1);
    assert_int_equal(ordered.parameter_count, WORLD_PIECES + 1);
    assert_true(fractional_logit_fit(&design, &(LogitOptions){.threads = 1}, &plain, &err));
    assert_memory_equal(ordered.estimate, plain.estimate, sizeof plain.estimate);
    dataset_release(&data);
}

/* Each is an error with its reason; none loops or gives a number. */
static void what_has_no_answer_is_an_error(void **state)
{
    (void)state;
    static const struct {
        int losses, draws, wins;
        const char *says;
    } cases[] = {
        {0, 0, 0, "no games"},
        {0, 9, 0, "no information: all 9 games are drawn"},
        {0, 0, 9, "no information: White won all 9 games"},
        {9, 0, 0, "no information: White lost all 9 games"},
        {0, 5, 9, "White lost no game"},
        {9, 5, 0, "White won no game"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Dataset data;
        Error err = {""};
        LogitFit result = {.parameter_count = 77};
        dataset_init(&data);
        assert_true(dataset_add_column(&data, "x", &err));
        add_games(&data, &(int){1}, DATASET_LOSS, cases[i].losses);
        add_games(&data, &(int){-1}, DATASET_DRAW, cases[i].draws);
        add_games(&data, &(int){0}, DATASET_WIN, cases[i].wins);
        const LogitDesign design = logit_design(&data);
        assert_false(ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &result, &err));
        assert_non_null(strstr(err.text, cases[i].says));
        assert_int_equal(result.parameter_count, 77);
        dataset_release(&data);
    }
}

static void separated_and_collinear_data_are_errors(void **state)
{
    (void)state;
    for (int collinear = 0; collinear < 2; collinear++) {
        Dataset data;
        Error err = {""};
        LogitFit result;
        dataset_init(&data);
        assert_true(dataset_add_column(&data, "x", &err));
        assert_true(dataset_add_column(&data, "y", &err));
        for (int i = 0; i < 60; i++) {
            /* Either y is 1 - 2x, or whoever has more of x wins. */
            const int x[] = {i % 3 - 1, collinear ? 1 - 2 * (i % 3 - 1) : i % 5 - 2};
            const int outcome = collinear || x[0] == 0 ? i / 3 % 3 : x[0] + 1;
            assert_true(dataset_add_row(&data, x, outcome, (uint64_t)i, &err));
        }
        const LogitDesign design = logit_design(&data);
        assert_false(ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &result, &err));
        assert_non_null(
            strstr(err.text, collinear ? "no single answer" : "has not converged after"));
        dataset_release(&data);
    }
}

static void a_single_pair_has_no_error_bar(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    LogitFit result;
    dataset_init(&data);
    for (int outcome = 0; outcome < 3; outcome++)
        assert_true(dataset_add_row(&data, NULL, outcome, 3, &err));
    const LogitDesign design = logit_design(&data);
    assert_false(ordered_logit_fit(&design, &(LogitOptions){.threads = 1}, &result, &err));
    assert_non_null(strstr(err.text, "single pair"));
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tiny_case_agrees_with_a_slow_fit),
        cmocka_unit_test(t1_is_fitted_exactly),
        cmocka_unit_test(derivatives_agree_with_finite_differences),
        cmocka_unit_test(threads_do_not_change_results),
        cmocka_unit_test(known_values_are_recovered),
        cmocka_unit_test(flipping_colours_negates_the_first_move_only),
        cmocka_unit_test(weights_are_copies),
        cmocka_unit_test(errors_are_clustered),
        cmocka_unit_test(without_draws_the_band_is_gone),
        cmocka_unit_test(what_has_no_answer_is_an_error),
        cmocka_unit_test(separated_and_collinear_data_are_errors),
        cmocka_unit_test(a_single_pair_has_no_error_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
