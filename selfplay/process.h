/* Another program, talked to line by line: the only place where one is started.
 *
 * Nothing here waits without an end: every call has a deadline, by clock_now(), and a stop flag. A
 * process that is let go of is killed with all that it started, and reaped. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

typedef struct Process Process;

/* Starts a command line: words as the shell splits and quotes them, without its other powers
 * (redirections, pipes, `commands`). What it writes on standard error is appended to the file `log`
 * or, if that is NULL, thrown away. NULL and `err` where it cannot be started. */
Process *process_start(const char *command, const char *log, Error *err);

/* Kills it, whatever it does. NULL is fine. */
void process_free(Process *process);

typedef enum ProcessStatus {
    PROCESS_GOOD,
    PROCESS_LATE,    /* nothing by the deadline */
    PROCESS_ENDED,   /* it has closed its end: it is no more, or talks to nobody */
    PROCESS_STOPPED, /* the stop flag was seen */
} ProcessStatus;

/* Writes a line; the end of the line is added. */
ProcessStatus process_write(Process *process, const char *line, double deadline,
                            const atomic_bool *stop);

/* Reads a line into `line`, without its end. A line of more than PROCESS_LINE_MOST bytes is cut.
 * What was there when the deadline passed is still read, so that a late reader blames nobody. */
enum { PROCESS_LINE_MOST = 65536 };
ProcessStatus process_read(Process *process, Text *line, double deadline, const atomic_bool *stop);

/* Waits until the process ends by itself; false if it has not by the deadline. */
bool process_wait(Process *process, double deadline);

/* Appends how it ended: "exit status 3", "signal 11", or "it still runs". */
void process_add_end(Process *process, Text *text);
