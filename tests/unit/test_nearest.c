/* The name that was probably meant. */
#include "tests/unit/unit.h"

#include <string.h>

#include "engine/base/nearest.h"

static const char *const names[] = {"check", "perft", "selfplay", "values", "bench", "maxFile"};

static void slips_find_the_name_meant(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *nearest; /* NULL: none */
    } rows[] = {
        {"check", "check"},
        {"chek", "check"},
        {"cehck", "check"},
        {"checks", "check"},
        {"value", "values"},
        {"vlaues", "values"},
        {"selfpaly", "selfplay"},
        {"self-play", "selfplay"},
        {"maxfile", "maxFile"},
        {"MAXFILE", NULL},
        {"bnech", "bench"},
        {"tune", NULL},
        {"", NULL},
        {"x", NULL},
        {"xyzzy", NULL},
        {"selfplayselfplay", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *found = nearest_name(rows[i].name, names, sizeof names / sizeof names[0]);
        if (rows[i].nearest == NULL) {
            assert_null(found);
        } else {
            assert_non_null(found);
            assert_string_equal(found, rows[i].nearest);
        }
    }
}

static void first_of_equals_wins_and_nearer_beats_first(void **state)
{
    (void)state;
    static const char *const some[] = {"aab", "aac", "aad", "aadx"};
    assert_ptr_equal(nearest_name("aaz", some, 4), some[0]);
    assert_ptr_equal(nearest_name("aad", some, 4), some[2]);
    assert_ptr_equal(nearest_name("aaDx", some, 4), some[3]);
    assert_null(nearest_name("aaz", some, 0));
}

static void long_names_have_no_neighbours(void **state)
{
    (void)state;
    char name[201];
    memset(name, 'a', 200);
    name[200] = '\0';
    const char *const some[] = {name, "check"};
    assert_null(nearest_name(name, some, 2));
    assert_string_equal(nearest_name("chekc", some, 2), "check");
    name[63] = '\0';
    assert_ptr_equal(nearest_name(name, some, 2), name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_find_the_name_meant),
        cmocka_unit_test(first_of_equals_wins_and_nearer_beats_first),
        cmocka_unit_test(long_names_have_no_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
