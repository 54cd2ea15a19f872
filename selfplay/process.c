/* Programs are started by posix_spawn(), which a program of many threads may do, and each leads a
 * process group of its own, so that what it started in turn is killed with it (and Ctrl-C is left
 * to us). Its pipes are closed in all other children: else a dead engine's pipe would be held open
 * by its neighbour, and never end. */
#define _GNU_SOURCE 1 /* NOLINT: for pipe2() */
#include "selfplay/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"

enum {
    READ_SIZE = 4096,
    SLICE_MS = 50,        /* between two looks at the stop flag */
    LATE_BYTES = 1 << 20, /* that may be read behind a deadline: more than a pipe holds */
    WAIT_NS = 2000000,    /* between two looks whether it has ended */
    LOG_MODE = 0666,
};

struct Process {
    pid_t pid;
    int to, from; /* our ends of its pipes */
    bool ended;   /* it was reaped: `status` says how */
    int status;
    size_t line_start, filled; /* what was read and not given out yet is [line_start, filled) */
    bool cutting;              /* the rest of a line that was cut is thrown away */
    bool closed;               /* it has closed its output */
    size_t late;               /* bytes read behind the deadline of the reader */
    char buffer[PROCESS_LINE_MOST];
};

/* --- Starting ----------------------------------------------------------------------------------
 */

static bool split_words(const char *command, wordexp_t *words, Error *err)
{
    switch (wordexp(command, words, WRDE_NOCMD | WRDE_UNDEF)) {
    case 0: break;
    case WRDE_BADCHAR:
        return error_set(err,
                         "'%s': a command line is words; quote | & ; < > ( ) { } where they are "
                         "part of one",
                         command);
    case WRDE_BADVAL: return error_set(err, "'%s': a variable in it is not set", command);
    case WRDE_CMDSUB: return error_set(err, "'%s': no commands within a command", command);
    default: return error_set(err, "'%s': a quote in it is not closed", command);
    }
    if (words->we_wordc > 0)
        return true;
    wordfree(words);
    return error_set(err, "the command line is empty");
}

static void close_both(int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

/* The child's ends are in[0] and out[1]. */
static int spawn(pid_t *pid, char **words, const int in[2], const int out[2], const char *log)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults, mask;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log != NULL ? log : "/dev/null",
                                     O_WRONLY | (log != NULL ? O_CREAT | O_APPEND : 0), LOG_MODE);
    sigemptyset(&mask);
    sigfillset(&defaults);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
                                              | POSIX_SPAWN_SETSIGDEF);
    const int fault = posix_spawnp(pid, words[0], &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return fault;
}

static void never_block(int end) { fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK); }

/* Where the words cannot be started the error names the first: the program. */
static Process *start_words(char **words, const char *log, Error *err)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0) {
        error_set(err, "no pipe to '%s': %s", words[0], strerror(errno));
        return NULL;
    }
    if (pipe2(out, O_CLOEXEC) != 0) {
        error_set(err, "no pipe from '%s': %s", words[0], strerror(errno));
        close_both(in);
        return NULL;
    }
    pid_t pid = 0;
    const int fault = spawn(&pid, words, in, out, log);
    close(in[0]);
    close(out[1]);
    if (fault != 0) {
        close(in[1]);
        close(out[0]);
        error_set(err, "cannot start '%s': %s", words[0], strerror(fault));
        return NULL;
    }
    never_block(in[1]);
    never_block(out[0]);
    Process *process = memory_new(1, sizeof *process);
    process->pid = pid;
    process->to = in[1];
    process->from = out[0];
    return process;
}

Process *process_start(const char *command, const char *log, Error *err)
{
    wordexp_t words;
    if (!split_words(command, &words, err))
        return NULL;
    Process *process = start_words(words.we_wordv, log, err);
    wordfree(&words);
    return process;
}

/* --- Ending ------------------------------------------------------------------------------------
 */

/* Whether it has ended; it is reaped then. */
static bool has_ended(Process *process)
{
    if (!process->ended)
        process->ended = waitpid(process->pid, &process->status, WNOHANG) == process->pid;
    return process->ended;
}

bool process_wait(Process *process, double deadline)
{
    const struct timespec pause = {.tv_nsec = WAIT_NS};
    while (!has_ended(process)) {
        if (clock_now() >= deadline)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

void process_free(Process *process)
{
    if (process == NULL)
        return;
    /* The group may outlive its leader; while that is not reaped its number is no one else's. */
    kill(-process->pid, SIGKILL);
    while (!process->ended) {
        const pid_t reaped = waitpid(process->pid, &process->status, 0);
        process->ended = reaped == process->pid || errno != EINTR;
    }
    close(process->to);
    close(process->from);
    free(process);
}

void process_add_end(Process *process, Text *text)
{
    if (!has_ended(process))
        text_add(text, "it still runs");
    else if (WIFSIGNALED(process->status))
        text_add(text, "signal %d", WTERMSIG(process->status));
    else
        text_add(text, "exit status %d", WEXITSTATUS(process->status));
}

/* --- Talking -----------------------------------------------------------------------------------
 */

/* Waits until the pipe is ready, or broken. */
static ProcessStatus wait_ready(int end, short events, double deadline, const atomic_bool *stop)
{
    for (;;) {
        if (stop != NULL && *stop)
            return PROCESS_STOPPED;
        const double left = ceil((deadline - clock_now()) * 1000);
        const int slice = left > SLICE_MS ? SLICE_MS : left > 0 ? (int)left : 0;
        struct pollfd pipe_end = {.fd = end, .events = events};
        const int ready = poll(&pipe_end, 1, slice);
        if (ready > 0)
            return PROCESS_GOOD;
        if (left <= 0 && (ready == 0 || errno != EINTR))
            return PROCESS_LATE;
    }
}

/* write() without the signal that a broken pipe makes: blocked for this thread, and taken away if
 * it was not waiting before. */
static ssize_t write_quietly(int end, const char *bytes, size_t length)
{
    sigset_t broken, before, pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    const bool waited = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    const ssize_t written = write(end, bytes, length);
    const int fault = errno;
    if (written < 0 && fault == EPIPE && !waited) {
        const struct timespec none = {0};
        while (sigtimedwait(&broken, NULL, &none) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = fault;
    return written;
}

ProcessStatus process_write(Process *process, const char *line, double deadline,
                            const atomic_bool *stop)
{
    Text bytes;
    text_init(&bytes);
    text_add(&bytes, "%s\n", line);
    ProcessStatus status = PROCESS_GOOD;
    for (size_t done = 0; done < bytes.length && status == PROCESS_GOOD;) {
        const ssize_t written = write_quietly(process->to, bytes.data + done, bytes.length - done);
        if (written > 0)
            done += (size_t)written;
        else if (written < 0 && errno == EAGAIN)
            status = wait_ready(process->to, POLLOUT, deadline, stop);
        else if (written < 0 && errno != EINTR)
            status = PROCESS_ENDED;
    }
    text_release(&bytes);
    return status;
}

/* Gives out the next line of the buffer, if a whole one is there; at the end of the output also
 * what has no end. */
static bool take_line(Process *process, Text *line)
{
    for (;;) {
        const char *start = process->buffer + process->line_start;
        const size_t length = process->filled - process->line_start;
        const char *end = memchr(start, '\n', length);
        const bool full = process->line_start == 0 && process->filled == sizeof process->buffer;
        if (end == NULL && !full && !(process->closed && length > 0))
            return false;
        const size_t taken = end != NULL ? (size_t)(end - start) : length;
        const bool thrown = process->cutting;
        process->line_start += taken + (end != NULL);
        process->cutting = end == NULL && full;
        if (thrown) {
            if (process->line_start == process->filled)
                process->line_start = process->filled = 0;
            continue;
        }
        text_clear(line);
        text_add_bytes(line, start, taken > 0 && start[taken - 1] == '\r' ? taken - 1 : taken);
        return true;
    }
}

/* Reads what is there; false if nothing can come any more. */
static bool fill_buffer(Process *process, size_t *count)
{
    memmove(process->buffer, process->buffer + process->line_start,
            process->filled - process->line_start);
    process->filled -= process->line_start;
    process->line_start = 0;
    const size_t room = sizeof process->buffer - process->filled;
    const ssize_t got =
        read(process->from, process->buffer + process->filled, room < READ_SIZE ? room : READ_SIZE);
    *count = got > 0 ? (size_t)got : 0;
    process->filled += *count;
    process->closed = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
    return !process->closed;
}

ProcessStatus process_read(Process *process, Text *line, double deadline, const atomic_bool *stop)
{
    process->late = clock_now() > deadline ? process->late : 0;
    while (!take_line(process, line)) {
        if (process->closed)
            return PROCESS_ENDED;
        const ProcessStatus status = wait_ready(process->from, POLLIN, deadline, stop);
        if (status != PROCESS_GOOD)
            return status;
        size_t count;
        if (!fill_buffer(process, &count))
            continue;
        /* One that floods us gets no longer than one that is silent. */
        process->late += clock_now() > deadline ? count : 0;
        if (process->late > LATE_BYTES)
            return PROCESS_LATE;
    }
    return PROCESS_GOOD;
}
