/* The program's name for itself. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/version.h"

static void string_is_release_and_revision(void **state)
{
    (void)state;
    char expected[200];
    snprintf(expected, sizeof expected, "%s (%s)", version_release(), version_revision());
    assert_string_equal(version_string(), expected);
    /* Three numbers with points between. */
    const char *rest = version_release();
    for (int i = 0; i < 3; i++) {
        size_t digits = strspn(rest, "0123456789");
        assert_true(digits > 0);
        rest += digits;
        assert_int_equal(*rest, i < 2 ? '.' : '\0');
        rest += i < 2;
    }
}

/* Either git's hexadecimal name of a commit, or the plain word that there is none. */
static void revision_is_a_commit_or_unknown(void **state)
{
    (void)state;
    const char *revision = version_revision();
    size_t digits = strspn(revision, "0123456789abcdef");
    bool commit =
        digits >= 7 && (revision[digits] == '\0' || strcmp(revision + digits, "-dirty") == 0);
    assert_true(commit || strcmp(revision, "unknown") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(string_is_release_and_revision),
        cmocka_unit_test(revision_is_a_commit_or_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
