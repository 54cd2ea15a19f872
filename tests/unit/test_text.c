/* A text that grows. */
#include "tests/unit/unit.h"

#include <string.h>

#include "engine/base/text.h"

static void texts_start_and_clear_to_empty(void **state)
{
    (void)state;
    Text text;
    text_init(&text);
    assert_string_equal(text.data, "");
    text_add(&text, "%s", "");
    text_add_bytes(&text, NULL, 0);
    assert_int_equal(text.length, 0);
    text_add(&text, "%d-%s", 12, "x");
    assert_string_equal(text.data, "12-x");
    text_clear(&text);
    assert_string_equal(text.data, "");
    assert_int_equal(text.length, 0);
    text_release(&text);
    assert_null(text.data);
}

static void texts_grow_and_stay_terminated(void **state)
{
    (void)state;
    Text text;
    text_init(&text);
    size_t length = 0;
    for (int i = 0; i < 5000; i++) {
        text_add_char(&text, 'a');
        text_add_bytes(&text, "bc", 2);
        text_add(&text, "%03d", i % 1000);
        length += 6;
        assert_int_equal(text.length, length);
        assert_int_equal(text.data[length], '\0');
        assert_true(text.capacity > text.length);
    }
    assert_int_equal(strlen(text.data), length);
    assert_string_equal(text.data + length - 12, "abc998abc999");
    text_release(&text);
}

static void one_addition_may_be_large(void **state)
{
    (void)state;
    Text text;
    text_init(&text);
    text_add(&text, "%100000d|", 7);
    assert_int_equal(text.length, 100001);
    assert_string_equal(text.data + 99998, " 7|");
    text_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_start_and_clear_to_empty),
        cmocka_unit_test(texts_grow_and_stay_terminated),
        cmocka_unit_test(one_addition_may_be_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
