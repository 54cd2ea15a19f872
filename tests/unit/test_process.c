/* Other programs: lines, deadlines, and nothing left behind. */
#include "tests/unit/throwaway.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/base/clock.h"
#include "selfplay/process.h"

static Process *start(const char *command)
{
    Error err = {""};
    Process *process = process_start(command, NULL, &err);
    if (process == NULL)
        fail_msg("%s", err.text);
    return process;
}

static double in_seconds(double seconds) { return clock_now() + seconds; }

static void no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void lines_go_there_and_back(void **state)
{
    (void)state;
    Process *process = start("cat");
    Text line;
    text_init(&line);
    for (int i = 0; i < 100; i++) {
        char text[32];
        snprintf(text, sizeof text, "line %d", i);
        assert_int_equal(process_write(process, text, in_seconds(10), NULL), PROCESS_GOOD);
        assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_GOOD);
        assert_string_equal(line.data, text);
    }
    text_release(&line);
    process_free(process);
    no_child_is_left();
}

/* Several lines at once, one of DOS, an empty one and one without an end. */
static void output_is_cut_into_lines(void **state)
{
    (void)state;
    static const char *const wanted[] = {"one", "two", "", "last"};
    Process *process = start("printf 'one\\ntwo\\r\\n\\nlast'");
    Text line;
    text_init(&line);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_GOOD);
        assert_string_equal(line.data, wanted[i]);
    }
    assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_ENDED);
    assert_true(process_wait(process, in_seconds(10)));
    text_clear(&line);
    process_add_end(process, &line);
    assert_string_equal(line.data, "exit status 0");
    text_release(&line);
    process_free(process);
    no_child_is_left();
}

static void a_long_line_is_cut_and_the_next_one_read(void **state)
{
    (void)state;
    Process *process = start("sh -c 'head -c 200000 /dev/zero | tr \"\\0\" x; echo; echo next'");
    Text line;
    text_init(&line);
    assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_GOOD);
    assert_int_equal(line.length, PROCESS_LINE_MOST);
    assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_GOOD);
    assert_string_equal(line.data, "next");
    text_release(&line);
    process_free(process);
}

static void words_are_quoted_as_in_a_shell(void **state)
{
    (void)state;
    Process *process = start("printf '%s|' 'a b' \"c d\" e\\ f");
    Text line;
    text_init(&line);
    assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_GOOD);
    assert_string_equal(line.data, "a b|c d|e f|");
    text_release(&line);
    process_free(process);
}

static void a_program_that_cannot_be_started_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *command, *error;
    } rows[] = {
        {"no-such-engine --fast", "cannot start 'no-such-engine': No such file or directory"},
        {"/etc/passwd", "cannot start '/etc/passwd': Permission denied"},
        {"", "the command line is empty"},
        {"  ", "the command line is empty"},
        {"cat 'x", "'cat 'x': a quote in it is not closed"},
        {"cat $NO_SUCH_VARIABLE_HERE", "'cat $NO_SUCH_VARIABLE_HERE': a variable in it is not set"},
        {"cat `ls`", "'cat `ls`': no commands within a command"},
        {"cat | cat", "'cat | cat': a command line is words; quote | & ; < > ( ) { } where they "
                      "are part of one"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Error err = {""};
        assert_null(process_start(rows[i].command, NULL, &err));
        assert_string_equal(err.text, rows[i].error);
    }
    no_child_is_left();
}

static void deadlines_are_kept(void **state)
{
    (void)state;
    Process *process = start("sleep 100");
    Text line;
    text_init(&line);
    const double begun = clock_now();
    assert_int_equal(process_read(process, &line, in_seconds(0.2), NULL), PROCESS_LATE);
    assert_true(clock_now() - begun >= 0.2 && clock_now() - begun < 5);
    /* One that does not read is found out when the pipe is full. */
    ProcessStatus status = PROCESS_GOOD;
    text_clear(&line);
    for (int i = 0; i < 1000; i++)
        text_add(&line, "a line that nobody reads ");
    for (int i = 0; i < 100 && status == PROCESS_GOOD; i++)
        status = process_write(process, line.data, in_seconds(0.2), NULL);
    assert_int_equal(status, PROCESS_LATE);
    text_clear(&line);
    process_add_end(process, &line);
    assert_string_equal(line.data, "it still runs");
    text_release(&line);
    process_free(process);
    assert_true(clock_now() - begun < 20);
    no_child_is_left();
}

/* Reads what a flood brings until it is said to be late. */
static void a_flood_is_late_too(void **state)
{
    (void)state;
    Process *process = start("yes");
    Text line;
    text_init(&line);
    const double begun = clock_now();
    const double deadline = begun + 0.2;
    while (process_read(process, &line, deadline, NULL) == PROCESS_GOOD)
        assert_true(clock_now() - begun < 30);
    text_release(&line);
    process_free(process);
    no_child_is_left();
}

static void a_broken_pipe_is_no_signal(void **state)
{
    (void)state;
    Process *process = start("true");
    assert_true(process_wait(process, in_seconds(10)));
    assert_int_equal(process_write(process, "hello", in_seconds(1), NULL), PROCESS_ENDED);
    process_free(process);
    sigset_t pending;
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
}

static void the_way_it_ended_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *command, *end;
    } rows[] = {{"sh -c 'exit 7'", "exit status 7"}, {"sh -c 'kill -SEGV $$'", "signal 11"}};
    for (size_t i = 0; i < 2; i++) {
        Process *process = start(rows[i].command);
        Text text;
        text_init(&text);
        assert_true(process_wait(process, in_seconds(10)));
        process_add_end(process, &text);
        assert_string_equal(text.data, rows[i].end);
        text_release(&text);
        process_free(process);
    }
}

static void the_stop_flag_is_seen(void **state)
{
    (void)state;
    Process *process = start("sleep 100");
    atomic_bool stop = true;
    Text line;
    text_init(&line);
    assert_int_equal(process_read(process, &line, in_seconds(100), &stop), PROCESS_STOPPED);
    text_release(&line);
    process_free(process);
}

/* What it started goes with it, even if that ignores all signals that can be ignored. */
static void grandchildren_are_killed(void **state)
{
    (void)state;
    Process *process = start("sh -c 'trap \"\" TERM INT HUP; sleep 100 & echo $!; wait'");
    Text line;
    text_init(&line);
    assert_int_equal(process_read(process, &line, in_seconds(10), NULL), PROCESS_GOOD);
    const pid_t grandchild = (pid_t)strtol(line.data, NULL, 10);
    assert_true(grandchild > 1);
    assert_int_equal(kill(grandchild, 0), 0);
    process_free(process);
    /* It is a zombie until the system's first process has reaped it. */
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)grandchild);
    bool gone = false;
    for (double deadline = in_seconds(10); !gone && clock_now() < deadline;) {
        char text[512] = "";
        FILE *file = fopen(path, "r");
        if (file != NULL) {
            (void)!fread(text, 1, sizeof text - 1, file);
            fclose(file);
        }
        gone = file == NULL || strstr(text, ") Z ") != NULL || strstr(text, ") X ") != NULL;
    }
    assert_true(gone);
    text_release(&line);
}

static void standard_error_goes_to_the_log(void **state)
{
    (void)state;
    char path[64], text[64] = "";
    write_throwaway("before\n", 7, path);
    Error err;
    Process *process = process_start("sh -c 'echo trouble >&2'", path, &err);
    assert_non_null(process);
    assert_true(process_wait(process, in_seconds(10)));
    process_free(process);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    unlink(path);
    assert_string_equal(text, "before\ntrouble\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_there_and_back),
        cmocka_unit_test(output_is_cut_into_lines),
        cmocka_unit_test(a_long_line_is_cut_and_the_next_one_read),
        cmocka_unit_test(words_are_quoted_as_in_a_shell),
        cmocka_unit_test(a_program_that_cannot_be_started_is_named),
        cmocka_unit_test(deadlines_are_kept),
        cmocka_unit_test(a_flood_is_late_too),
        cmocka_unit_test(a_broken_pipe_is_no_signal),
        cmocka_unit_test(the_way_it_ended_is_told),
        cmocka_unit_test(the_stop_flag_is_seen),
        cmocka_unit_test(grandchildren_are_killed),
        cmocka_unit_test(standard_error_goes_to_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
