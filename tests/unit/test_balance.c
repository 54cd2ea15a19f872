/* How a design covers its columns, counted by hand. */
#include "tests/unit/unit.h"

#include <math.h>
#include <string.h>

#include "tuner/balance.h"

static const int values[] = {100, 300, 900};

static void make_data(Dataset *data)
{
    Error err = {""};
    dataset_init(data);
    assert_true(dataset_add_column(data, "pawn", &err));
    assert_true(dataset_add_column(data, "knight", &err));
    assert_true(dataset_add_column(data, "queen", &err));
    /* A knight for three pawns; a knight up; two pawns. The queens are never apart. */
    const int rows[][3] = {{-3, 1, 0}, {3, -1, 0}, {0, 1, 0}, {0, -1, 0}, {2, 0, 0}};
    for (int i = 0; i < 5; i++)
        assert_true(dataset_add_row(data, rows[i], DATASET_DRAW, (uint64_t)i / 2, &err));
}

static void games_pairs_and_signs_are_counted(void **state)
{
    (void)state;
    Dataset data;
    Balance balance;
    make_data(&data);
    balance_count(&data, values, 50, &balance);
    const ColumnBalance *pawn = &balance.columns[0], *knight = &balance.columns[1],
                        *queen = &balance.columns[2];
    assert_int_equal(pawn->games, 3);
    assert_int_equal(pawn->pairs, 2);
    assert_int_equal(pawn->most, 3);
    assert_int_equal(pawn->white_more, 2);
    assert_int_equal(pawn->black_more, 1);
    assert_int_equal(pawn->level, 2);
    assert_int_equal(pawn->ahead, 1);
    assert_int_equal(pawn->behind, 0);
    assert_int_equal(knight->games, 4);
    assert_int_equal(knight->pairs, 2);
    assert_int_equal(knight->white_more, 2);
    assert_int_equal(knight->level, 2);
    assert_int_equal(knight->ahead, 2); /* of either colour: the side with the knight */
    assert_int_equal(queen->games, 0);
    assert_int_equal(queen->pairs, 0);
    assert_true(isnan(queen->effective));
    dataset_release(&data);
}

static void a_worse_side_is_behind(void **state)
{
    (void)state;
    Dataset data;
    Balance balance;
    make_data(&data);
    balance_count(&data, (const int[]){100, 200, 900}, 50, &balance);
    assert_int_equal(balance.columns[1].behind, 2); /* a knight of two pawns against three */
    assert_int_equal(balance.columns[0].ahead, 3);
    dataset_release(&data);
}

/* A type that no game has is a row of zeros, with a dash for what is not known. */
static void the_table_has_a_row_a_column(void **state)
{
    (void)state;
    Dataset data;
    Balance balance;
    Text text;
    make_data(&data);
    balance_count(&data, values, 50, &balance);
    balance.columns[1].effective = 1.7;
    text_init(&text);
    balance_add_text(&balance, "games", &text);
    assert_non_null(strstr(text.data, "knight                 4      2     1      2      2    50 %"
                                      "    50 %     0 %          2\n"));
    assert_non_null(strstr(text.data, "queen                  0      0     0      0      0     0 %"
                                      "     0 %     0 %          -\n"));
    text_release(&text);
    dataset_release(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_pairs_and_signs_are_counted),
        cmocka_unit_test(a_worse_side_is_behind),
        cmocka_unit_test(the_table_has_a_row_a_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
