/* Data sets: rows go in as given, clusters are runs, and what is wrong is refused. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tuner/dataset.h"

static void rows_and_clusters_are_kept(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    assert_true(dataset_add_column(&data, "queen", &err));
    for (int row = 0; row < 3000; row++) {
        const int x[] = {row % 7 - 3, -row};
        assert_true(dataset_add_row(&data, x, row % 3, (uint64_t)(row / 2) * 5, &err));
    }
    assert_int_equal(data.row_count, 3000);
    assert_int_equal(data.cluster_count, 1500);
    for (int row = 0; row < 3000; row++) {
        assert_int_equal(data.columns[0][row], row % 7 - 3);
        assert_int_equal(data.columns[1][row], -row);
        assert_int_equal(data.outcomes[row], row % 3);
    }
    for (int g = 0; g <= 1500; g++)
        assert_int_equal(data.cluster_starts[g], 2 * g);
    assert_int_equal(data.cluster_ids[1499], 5 * 1499);
    assert_int_equal(dataset_column(&data, "queen"), 1);
    assert_int_equal(dataset_column(&data, "que"), -1);
    dataset_release(&data);
}

/* Pairs that are alike are held once; those that differ in a number, an outcome, the order or the
 * number of their rows are not alike. */
static void alike_clusters_are_grouped(void **state)
{
    (void)state;
    static const struct {
        int rows, x[2], outcomes[2];
    } kinds[] = {{2, {1, -1}, {2, 0}}, {2, {1, -1}, {2, 1}}, {2, {-1, 1}, {0, 2}},
                 {1, {1, 0}, {2, 0}},  {1, {1, 0}, {1, 0}},  {2, {2, -1}, {2, 0}}};
    enum { KINDS = 6, CLUSTERS = 1000 };
    Dataset data;
    Error err = {""};
    dataset_init(&data);
    dataset_group(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    size_t games = 0;
    for (uint64_t cluster = 0; cluster < CLUSTERS; cluster++) {
        const size_t kind = cluster * cluster % KINDS; /* 0, 1, 4, 3, 4, 1, and again */
        for (int row = 0; row < kinds[kind].rows; row++, games++)
            assert_true(dataset_add_row(&data, &kinds[kind].x[row], kinds[kind].outcomes[row],
                                        cluster, &err));
        assert_int_equal(dataset_games(&data), games);
        assert_int_equal(dataset_clusters(&data), cluster + 1);
    }
    /* The last one is still open: more rows of it might come. */
    assert_int_equal(data.cluster_count, 5);
    static const uint32_t counts[] = {167, 333, 333, 166, 1};
    static const uint64_t ids[] = {0, 1, 2, 3, 999};
    for (size_t g = 0; g < 5; g++) {
        assert_int_equal(data.cluster_counts[g], counts[g]);
        assert_int_equal(data.cluster_ids[g], ids[g]);
    }
    assert_false(dataset_add_row(&data, &(int){1}, DATASET_WIN, CLUSTERS - 2, &err));
    dataset_release(&data);
}

/* Many kinds: the table grows. */
static void grouping_holds_as_many_as_differ(void **state)
{
    (void)state;
    enum { KINDS = 5000 };
    Dataset data;
    Error err = {""};
    dataset_init(&data);
    dataset_group(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    for (uint64_t cluster = 0; cluster < (uint64_t)4 * KINDS + 1; cluster++)
        assert_true(
            dataset_add_row(&data, &(int){(int)(cluster % KINDS)}, DATASET_WIN, cluster, &err));
    assert_int_equal(data.cluster_count, KINDS + 1);
    for (size_t g = 0; g < KINDS; g++) {
        assert_int_equal(data.cluster_counts[g], 4);
        assert_int_equal(data.columns[0][g], g);
    }
    dataset_release(&data);
}

static void wrong_rows_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const struct {
        int x, outcome;
        uint64_t cluster;
        const char *says;
    } cases[] = {
        {0, 3, 8, "3 is no outcome"},
        {0, -1, 8, "-1 is no outcome"},
        {40000, 1, 8, "a difference of 40000 in 'pawn'"},
        {0, 1, 6, "pair 6 comes after pair 7"},
    };
    Dataset data;
    Error err = {""};
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    assert_true(dataset_add_row(&data, &(int){1}, DATASET_WIN, 7, &err));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(dataset_add_row(&data, &cases[i].x, cases[i].outcome, cases[i].cluster, &err));
        assert_non_null(strstr(err.text, cases[i].says));
        assert_int_equal(data.row_count, 1);
        assert_int_equal(data.cluster_count, 1);
    }
    dataset_release(&data);
}

static void wrong_columns_are_refused(void **state)
{
    (void)state;
    Dataset data;
    Error err = {""};
    dataset_init(&data);
    assert_true(dataset_add_column(&data, "pawn", &err));
    assert_false(dataset_add_column(&data, "pawn", &err));
    assert_non_null(strstr(err.text, "'pawn' already"));
    assert_false(dataset_add_column(&data, "", &err));
    assert_true(dataset_add_row(&data, &(int){1}, DATASET_WIN, 0, &err));
    assert_false(dataset_add_column(&data, "late", &err));
    assert_non_null(strstr(err.text, "after the first row"));
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_clusters_are_kept),
        cmocka_unit_test(alike_clusters_are_grouped),
        cmocka_unit_test(grouping_holds_as_many_as_differ),
        cmocka_unit_test(wrong_rows_are_refused_and_change_nothing),
        cmocka_unit_test(wrong_columns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
