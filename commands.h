/* The commands of `assay`: one list, which gives the table of assay.c and the externs that each
 * cmd_NAME.c is checked against. A new command is its file, a line here and a line of CMake. */
#pragma once

/* What a command returns and the program exits with; EXIT_H0: an SPRT accepted H0. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_H0 = 3 };

/* A command runs with argv[0] = "assay NAME" and its own options behind it. It prints results on
 * stdout and talk on stderr, and returns the exit status. */
typedef struct Command {
    const char *name;
    const char *summary; /* one line for `assay --help` */
    int (*run)(int argc, char **argv);
} Command;

/* clang-format off */
#define COMMANDS(X) \
    X(check)        \
    X(moves)        \
    X(perft)        \
    X(import)       \
    X(selfplay)     \
    X(match)        \
    X(values)       \
    X(uci)          \
    X(bench)
/* clang-format on */

#define COMMAND_EXTERN(name) extern const Command cmd_##name;
COMMANDS(COMMAND_EXTERN)
#undef COMMAND_EXTERN
