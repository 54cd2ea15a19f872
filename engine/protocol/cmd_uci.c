/* assay uci: the engine, for a GUI or a match runner. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "engine/protocol/uci.h"

static const char uci_doc[] =
    "Plays by the UCI protocol on standard input and output.\v"
    "The option UCI_Variant changes the variant; it takes a name, a file, or FILE:NAME. Moves are "
    "UCI's (e2e4, e7e8q, castling e1g1); what UCI cannot say has a text of its own: a shot "
    "b1*b4, captures on the way e5*d6*e7, castling by one step e1f1oK.\n"
    "The option LeaveOut takes names of steps that the search shall do without (null-move "
    "killers), to find out what they are worth; an unknown name has them listed.\n"
    "\n"
    "Example:\n"
    "  printf 'go depth 8\\n' | assay uci --variant naiad";

typedef struct Options {
    const char *variant;
} Options;

static error_t parse_option(int key, char *value, struct argp_state *state)
{
    Options *options = state->input;
    switch (key) {
    case 'v': options->variant = value; return 0;
    case ARGP_KEY_ARG: argp_error(state, "no argument is expected: '%s'", value); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_table[] = {
    {"variant", 'v', "VARIANT", 0, "the variant to begin with (chess)", 0},
    {0},
};

/* At the end of the input a search that was begun is still answered. */
static void serve(Uci *uci, FILE *in)
{
    char *line = NULL;
    size_t capacity = 0;
    bool more = true;
    while (more && getline(&line, &capacity, in) >= 0)
        more = uci_take(uci, line);
    if (more)
        uci_wait(uci);
    free(line);
}

static int run(int argc, char **argv)
{
    const struct argp argp = {.options = option_table, .parser = parse_option, .doc = uci_doc};
    Options options = {.variant = "chess"};
    if (argp_parse(&argp, argc, argv, 0, NULL, &options) != 0)
        return EXIT_USAGE;
    Error err = {""};
    Uci *uci = uci_new(options.variant, stdout, &err);
    if (uci == NULL) {
        fprintf(stderr, "assay uci: %s\n", err.text);
        return EXIT_FAILED;
    }
    serve(uci, stdin);
    uci_free(uci);
    return EXIT_DONE;
}

const Command cmd_uci = {"uci", "plays by the UCI protocol, for a GUI or a match runner", run};
