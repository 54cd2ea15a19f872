/* How far a run is, on standard error: for commands that play games. */
#pragma once

#include <stdbool.h>

#include "selfplay/run.h"

/* On a terminal one line that is written over, else a line every ten seconds or so. */
typedef struct Progress {
    bool terminal;
    double shown;  /* seconds of the run when it last wrote */
    bool open;     /* whether the terminal's line has to be ended */
    char note[64]; /* shown behind the rest, "" for none */
} Progress;

void progress_init(Progress *progress);

/* For RunHooks: `context` is a Progress. */
void progress_show(void *context, const RunStatus *status);

/* Ends the line. */
void progress_end(Progress *progress);

/* Prints, for a run that was stopped, how many games are stored and the command that goes on: the
 * same one, as the shell takes it. argv[0] is "assay COMMAND". */
void progress_print_resume(const RunStatus *status, int argc, char **argv);
