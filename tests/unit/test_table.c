/* The transposition table. */
#include "tests/unit/unit.h"

#include "engine/base/hash.h"
#include "engine/search/table.h"

static TableEntry entry_of(Move move, int score, int depth)
{
    return (TableEntry){
        .move = move, .score = (int16_t)score, .depth = (uint8_t)depth, .bound = BOUND_EXACT};
}

static void entry_stored_is_found(void **state)
{
    (void)state;
    Table table;
    table_init(&table, 1 << 12);
    TableEntry found;
    assert_false(table_probe(&table, hash_mix(1), &found));
    table_store(&table, hash_mix(1), entry_of(77, -1234, 9));
    assert_true(table_probe(&table, hash_mix(1), &found));
    assert_int_equal(found.move, 77);
    assert_int_equal(found.score, -1234);
    assert_int_equal(found.depth, 9);
    assert_int_equal(found.bound, BOUND_EXACT);
    assert_false(table_probe(&table, hash_mix(2), &found));
    table_store(&table, hash_mix(1), entry_of(NO_MOVE, 5, 9));
    assert_true(table_probe(&table, hash_mix(1), &found));
    assert_int_equal(found.move, 77); /* a move is kept */
    assert_int_equal(found.score, 5);
    table_release(&table);
}

static void cleared_table_is_empty(void **state)
{
    (void)state;
    Table table;
    table_init(&table, 1 << 12);
    TableEntry found;
    for (int i = 0; i < 200000; i++) { /* more than there are generations */
        uint64_t key = hash_mix((uint64_t)i);
        table_store(&table, key, entry_of(1, 0, 1));
        assert_true(table_probe(&table, key, &found));
        table_clear(&table);
        assert_false(table_probe(&table, key, &found));
    }
    table_release(&table);
}

static void old_and_shallow_entries_go_first(void **state)
{
    (void)state;
    Table table;
    table_init(&table, 1); /* one bucket of four */
    assert_int_equal(table.bucket_mask, 0);
    for (uint64_t i = 1; i <= TABLE_BUCKET; i++)
        table_store(&table, i << 32, entry_of(1, 0, (int)(10 * i)));
    TableEntry found;
    table_store(&table, (uint64_t)9 << 32, entry_of(1, 0, 15));
    assert_false(table_probe(&table, (uint64_t)1 << 32, &found)); /* the depth of 10 */
    table_age(&table);
    table_store(&table, (uint64_t)8 << 32, entry_of(1, 0, 5));
    assert_false(table_probe(&table, (uint64_t)9 << 32, &found)); /* the depth of 15 */
    for (int i = 0; i < 4; i++)
        table_age(&table);
    table_store(&table, (uint64_t)7 << 32, entry_of(1, 0, 1)); /* in place of 8 */
    table_store(&table, (uint64_t)6 << 32, entry_of(1, 0, 1)); /* of 2, five searches old */
    assert_true(table_probe(&table, (uint64_t)7 << 32, &found));
    assert_true(table_probe(&table, (uint64_t)4 << 32, &found));
    assert_false(table_probe(&table, (uint64_t)8 << 32, &found));
    assert_false(table_probe(&table, (uint64_t)2 << 32, &found));
    table_release(&table);
}

static void table_never_cleared_goes_on(void **state)
{
    (void)state;
    Table table;
    table_init(&table, 1 << 12);
    for (int i = 0; i < 100000; i++)
        table_age(&table);
    TableEntry found;
    table_store(&table, 5, entry_of(1, 0, 1));
    assert_true(table_probe(&table, 5, &found));
    table_clear(&table);
    assert_false(table_probe(&table, 5, &found));
    table_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entry_stored_is_found),
        cmocka_unit_test(cleared_table_is_empty),
        cmocka_unit_test(old_and_shallow_entries_go_first),
        cmocka_unit_test(table_never_cleared_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
