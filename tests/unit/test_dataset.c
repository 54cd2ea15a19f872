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
        cmocka_unit_test(wrong_rows_are_refused_and_change_nothing),
        cmocka_unit_test(wrong_columns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
