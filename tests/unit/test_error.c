/* Messages: set, prefixed and cut. */
#include "tests/unit/unit.h"

#include <string.h>

#include "engine/base/error.h"

static void messages_are_formatted_and_prefixed(void **state)
{
    (void)state;
    Error err = {""};
    assert_false(error_set(&err, "%d is not %s", 3, "four"));
    assert_string_equal(err.text, "3 is not four");
    assert_false(error_prefix(&err, "line %d", 7));
    assert_string_equal(err.text, "line 7: 3 is not four");
    assert_false(error_set(&err, "again: %s", err.text));
    assert_string_equal(err.text, "again: line 7: 3 is not four");
}

static void long_messages_end_in_dots(void **state)
{
    (void)state;
    char words[3000];
    memset(words, 'x', sizeof words);
    words[sizeof words - 1] = '\0';
    Error err = {""};
    error_set(&err, "%s", words);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_string_equal(err.text + sizeof err.text - 5, "x...");
    error_prefix(&err, "p");
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_memory_equal(err.text, "p: xxx", 6);
    assert_string_equal(err.text + sizeof err.text - 5, "x...");
    /* One that just fits is whole. */
    words[sizeof err.text - 1] = '\0';
    error_set(&err, "%s", words);
    assert_string_equal(err.text, words);
}

static void cut_falls_between_characters(void **state)
{
    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        char words[3000];
        memset(words, 'x', shift);
        for (size_t i = shift; i + 3 < sizeof words; i += 3) {
            memcpy(words + i, "\xe2\x99\x9e", 4);
        }
        Error err = {""};
        error_set(&err, "%s", words);
        size_t length = strlen(err.text) - 3;
        assert_string_equal(err.text + length, "...");
        assert_int_equal((length - shift) % 3, 0);
        assert_true(length + 3 > sizeof err.text - 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_formatted_and_prefixed),
        cmocka_unit_test(long_messages_end_in_dots),
        cmocka_unit_test(cut_falls_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
