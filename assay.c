/* The door: finds the command that is named and runs it. All else is the commands' own. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "commands.h"
#include "engine/base/nearest.h"
#include "engine/base/processor.h"
#include "engine/base/version.h"

enum { COMMAND_NAME_SIZE = 64 };

#define COMMAND_ADDRESS(name) &cmd_##name,
#define COMMAND_NAME(name)    #name,
static const Command *const commands[] = {COMMANDS(COMMAND_ADDRESS)};
static const char *const command_names[] = {COMMANDS(COMMAND_NAME)};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *file)
{
    fprintf(file, "Usage: assay COMMAND [OPTION]... [FILE]...\n"
                  "Finds out what chess pieces are worth, and whether a game is fair.\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(file, "  %-10s %s\n", command_names[i], commands[i]->summary);
    fprintf(file, "\n`assay COMMAND --help` tells more of a command; `assay --version` names the "
                  "program.\n");
}

static int refuse_command(const char *name)
{
    const char *meant = nearest_name(name, command_names, COMMAND_COUNT);
    if (meant != NULL)
        fprintf(stderr, "assay: no command '%s': '%s' is the nearest\n", name, meant);
    else
        fprintf(stderr, "assay: no command '%s': see `assay --help`\n", name);
    return EXIT_USAGE;
}

static int run_command(int argc, char **argv)
{
    const int asked = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0);
    if (argc < 2 || asked) {
        print_usage(asked ? stdout : stderr);
        return asked ? EXIT_DONE : EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("assay %s\n", version_string());
        return EXIT_DONE;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], command_names[i]) == 0) {
            char name[COMMAND_NAME_SIZE];
            snprintf(name, sizeof name, "assay %s", command_names[i]);
            argv[1] = name;
            return commands[i]->run(argc - 1, argv + 1);
        }
    return refuse_command(argv[1]);
}

int main(int argc, char **argv)
{
    if (!processor_will_do()) {
        fputs("assay: built for a newer processor than this one: see cmake/options.cmake\n",
              stderr);
        return EXIT_FAILED;
    }
    argp_err_exit_status = EXIT_USAGE;
    gsl_set_error_handler_off();
    int status = run_command(argc, argv);
    /* A full disk shows itself here at the latest: what was printed is not all there. */
    const int failed = ferror(stdout);
    if (fclose(stdout) != 0 || failed) {
        fprintf(stderr, "assay: cannot write to standard output: %s\n", strerror(errno));
        return EXIT_FAILED;
    }
    return status;
}
