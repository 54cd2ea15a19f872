/* Memory: zeroes, alignment, growth, and the end of the program when there is none. */
#include "tests/unit/unit.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/memory.h"

static void new_blocks_are_zero(void **state)
{
    (void)state;
    unsigned char *block = memory_new(1000, 3);
    for (int i = 0; i < 3000; i++) {
        assert_int_equal(block[i], 0);
    }
    free(block);
    void *nothing = memory_new(0, 8);
    assert_non_null(nothing);
    free(nothing);
}

static void aligned_blocks_lie_on_lines_and_are_zero(void **state)
{
    (void)state;
    enum { HUGE_PAGE = 1 << 21 };
    static const size_t sizes[] = {0, 1, 63, 64, 65, 10000, HUGE_PAGE, HUGE_PAGE + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned char *block = memory_new_aligned(sizes[i]);
        assert_int_equal((uintptr_t)block % (sizes[i] < HUGE_PAGE ? 64 : HUGE_PAGE), 0);
        for (size_t j = 0; j < sizes[i]; j++) {
            assert_int_equal(block[j], 0);
        }
        free(block);
    }
}

static void growing_keeps_what_is_there_and_moves_seldom(void **state)
{
    (void)state;
    int *array = NULL;
    size_t capacity = 0;
    int moves = 0;
    for (size_t count = 0; count < 100000; count++) {
        size_t former = capacity;
        array = memory_grow(array, count, &capacity, sizeof *array);
        moves += capacity != former;
        assert_true(capacity > count);
        array[count] = (int)count;
    }
    for (int i = 0; i < 100000; i++) {
        assert_int_equal(array[i], i);
    }
    assert_in_range(moves, 2, 20);
    free(array);
}

static void strings_are_copied(void **state)
{
    (void)state;
    assert_null(memory_copy_string(NULL));
    char *copy = memory_copy_string("naiad");
    assert_string_equal(copy, "naiad");
    free(copy);
}

static void ask_overflow(void) { free(memory_resize(NULL, SIZE_MAX / 2, 3)); }

static void ask_aligned(void) { free(memory_new_aligned(SIZE_MAX - 3)); }

/* What cannot be had ends the program with status 1, even where the product of count and size would
 * wrap round to a small number. */
static void too_much_ends_the_program(void **state)
{
    (void)state;
    void (*const asks[])(void) = {ask_overflow, ask_aligned};
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            fclose(stderr);
            asks[i]();
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_blocks_are_zero),
        cmocka_unit_test(aligned_blocks_lie_on_lines_and_are_zero),
        cmocka_unit_test(growing_keeps_what_is_there_and_moves_seldom),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(too_much_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
