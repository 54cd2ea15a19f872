/* assay values: from a variant to what its pieces are worth, in one command. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "engine/base/memory.h"
#include "selfplay/json.h"
#include "tuner/values_report.h"

enum { OPTION_JSON = 'j', OPTION_BOOTSTRAP = 'b', MAX_REPLICATES = 100000 };

typedef struct ValuesOptions {
    PlayOptions play;
    const char *json;
    int replicates;
} ValuesOptions;

static const char values_doc[] =
    "Finds out what the pieces of a variant are worth: plays games that begin with random "
    "imbalances of "
    "material, fits an ordered logit to their results and prints each piece's value in pawns with "
    "its "
    "95 % interval.\v"
    "The same command goes on with a run that was interrupted; with more --games it makes a run "
    "longer. "
    "The result depends on the variant, the weights and the options, but not on --threads.\n"
    "\n"
    "Example:\n"
    "  assay values naiad --games 4000 --seed 1 --json naiad.json";

static const struct argp_option values_options[] = {
    {.name = "json", .key = OPTION_JSON, .arg = "FILE", .doc = "write the result as data, too"},
    {.name = "bootstrap",
     .key = OPTION_BOOTSTRAP,
     .arg = "N",
     .doc = "take the intervals from N replicates of a bootstrap over pairs, not from the delta "
            "method"},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    ValuesOptions *options = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->play; return 0;
    case OPTION_JSON: options->json = argument; return 0;
    case OPTION_BOOTSTRAP:
        options->replicates = (int)strtol(argument, &end, 10);
        if (end == argument || *end != '\0' || options->replicates < 100
            || options->replicates > MAX_REPLICATES)
            argp_error(state, "--bootstrap: '%s' is no whole number from 100 to %d", argument,
                       MAX_REPLICATES);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static bool print_report(const Measurement *measurement, const ValuesOptions *options, Error *err)
{
    Text text;
    text_init(&text);
    values_report_add_text(measurement, &text);
    fputs(text.data, stdout);
    text_release(&text);
    return options->json == NULL
           || json_file_write(values_report_json(measurement), options->json, err);
}

static bool play_and_report(const Play *play, const ValuesOptions *options, int argc, char **argv,
                            Error *err)
{
    const PieceValuesOptions fit = {.threads = options->play.threads,
                                    .bootstrap_replicates = options->replicates};
    Measurement *measurement = memory_new(1, sizeof *measurement);
    bool good = play_games(play, options->play.threads, argc, argv, err)
                && measurement_take(measurement, play, play->config.games, &fit, err)
                && print_report(measurement, options, err);
    free(measurement);
    return good;
}

static int values_run(int argc, char **argv)
{
    ValuesOptions options = {0};
    play_options_init(&options.play);
    const struct argp_child children[] = {{.argp = &options.play.argp, .header = "The run:"}, {0}};
    const struct argp argp = {.options = values_options,
                              .parser = parse_option,
                              .args_doc = "VARIANT",
                              .doc = values_doc,
                              .children = children};
    char **typed = memory_new((size_t)argc + 1, sizeof *typed);
    memcpy(typed, argv, (size_t)argc * sizeof *typed);
    argp_parse(&argp, argc, argv, 0, NULL, &options);

    Play play;
    Error err = {""};
    PlayExit status = play_init(&play, &options.play, "values", &err);
    if (status == PLAY_DONE && measurement_unit(play.variant) == NULL) {
        error_set(&err, "%s has no pawn (pawnTypes) for a unit", play.variant->name);
        status = PLAY_FAILED;
    }
    if (status == PLAY_DONE
        && (!json_file_check(options.json, &err)
            || !play_and_report(&play, &options, argc, typed, &err)))
        status = PLAY_FAILED;
    if (status != PLAY_DONE)
        fprintf(stderr, "assay values: %s\n", err.text);
    play_release(&play);
    play_options_release(&options.play);
    free(typed);
    return (int)status;
}

const Command cmd_values = {
    .name = "values",
    .summary = "finds out what the pieces of a variant are worth",
    .run = values_run,
};
