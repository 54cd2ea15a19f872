/* assay perft: counts moves. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/rules/perft.h"

enum { MAX_DEPTH = 30 };

typedef struct PerftOptions {
    const char *variant, *fen;
    int depth; /* -1 while it is not given */
    bool divide;
} PerftOptions;

static const char perft_doc[] =
    "Counts the legal sequences of DEPTH moves of a variant. The count is the last line.\v"
    "Example:\n"
    "  assay perft naiad 4 --divide";

static const struct argp_option perft_options[] = {
    {.name = "fen",
     .key = 'f',
     .arg = "FEN",
     .doc = "count from this position, not from the array"},
    {.name = "divide", .key = 'd', .doc = "print the count behind each first move, too"},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    PerftOptions *options = state->input;
    char *end;
    switch (key) {
    case 'f': options->fen = argument; return 0;
    case 'd': options->divide = true; return 0;
    case ARGP_KEY_ARG:
        if (options->variant == NULL) {
            options->variant = argument;
            return 0;
        }
        if (options->depth >= 0)
            argp_error(state, "one argument too many: '%s'", argument);
        options->depth = (int)strtol(argument, &end, 10);
        if (end == argument || *end != '\0' || options->depth < 0 || options->depth > MAX_DEPTH)
            argp_error(state, "DEPTH: '%s' is no whole number from 0 to %d", argument, MAX_DEPTH);
        return 0;
    case ARGP_KEY_END:
        if (options->depth < 0)
            argp_error(state, "which VARIANT, and to which DEPTH?");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Prints the count behind each first move. */
static void divide(Position *position, int depth)
{
    Move moves[MAX_MOVES];
    int count = generate_legal(position, moves);
    for (int i = 0; i < count; i++) {
        char text[MAX_MOVE_TEXT];
        move_to_text(position, moves[i], text);
        position_make(position, moves[i]);
        printf("%s %" PRIu64 "\n", text, perft(position, depth - 1));
        position_undo(position);
    }
}

static int perft_run(int argc, char **argv)
{
    static const struct argp argp = {.options = perft_options,
                                     .parser = parse_option,
                                     .args_doc = "VARIANT DEPTH",
                                     .doc = perft_doc};
    PerftOptions options = {.depth = -1};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    Error err = {""};
    Variant *variant = variant_load(options.variant, &err);
    Position position = {0};
    if (variant != NULL)
        position_init(&position, variant);
    bool ok = variant != NULL
              && (options.fen != NULL ? position_set_fen(&position, options.fen, &err)
                                            || error_prefix(&err, "--fen")
                                      : position_set_start(&position, &err));
    if (ok) {
        if (options.divide && options.depth > 0)
            divide(&position, options.depth);
        printf("%" PRIu64 "\n", perft(&position, options.depth));
    } else {
        fprintf(stderr, "assay perft: %s\n", err.text);
    }
    position_release(&position);
    variant_free(variant);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

const Command cmd_perft = {
    .name = "perft",
    .summary = "counts the legal sequences of moves",
    .run = perft_run,
};
