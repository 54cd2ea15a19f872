/* assay values: from a variant to what its pieces are worth, in one command. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "engine/base/memory.h"
#include "selfplay/json.h"
#include "selfplay/output_file.h"
#include "selfplay/run_player.h"
#include "tuner/position_sample.h"
#include "tuner/study_report.h"
#include "tuner/values_csv.h"
#include "tuner/values_plot.h"
#include "tuner/values_weights.h"

enum {
    OPTION_JSON = 'j',
    OPTION_BOOTSTRAP = 'b',
    OPTION_CSV = 0x100,
    OPTION_WEIGHTS_OUT,
    OPTION_PLOT,
    OPTION_HALF_WIDTH,
    OPTION_MINUTES,
    OPTION_ROUNDS,
    OPTION_PAIRS,
    OPTION_PREDICTIVE,
    MAX_REPLICATES = 100000,
    PREDICTIVE_POSITIONS = 6 /* of a game, unless said otherwise: four tell nearly all */
};

static const double most_minutes = 1e6;

/* Games of a run that precision or the clock is to end, where nothing else is said. */
static const char many_games[] = "1000000";

typedef struct ValuesOptions {
    PlayOptions play;
    const char *json, *csv, *weights_out, *plot;
    StudyOptions study;
    char *first_nodes; /* owned: the first of a list of budgets, for the run's own key */
} ValuesOptions;

static const char values_doc[] =
    "Finds out what the pieces of a variant are worth: plays games that begin with random "
    "imbalances of "
    "material, fits an ordered logit to their results and prints each piece's value in pawns, or "
    "in "
    "the piece that --unit names, with its 95 % interval.\v"
    "The same command goes on with a run that was interrupted; with more --games it makes a run "
    "longer. "
    "The result depends on the variant, the weights and the options, but not on --threads. "
    "Whichever "
    "of --games, --half-width and --minutes comes first ends it; after --minutes it says by which "
    "--games to get the same result.\n"
    "\n"
    "A value is a property of the rules and of the player: --nodes with a list of budgets shows "
    "how "
    "it depends on how far the player looks, and --rounds lets it play with the values that it was "
    "found to have, until they stay what they are.\n"
    "\n"
    "Examples:\n"
    "  assay values naiad --games 4000 --seed 1 --json naiad.json\n"
    "  assay values naiad --half-width 0.25 --weights-out naiad.ini\n"
    "  assay values chess --minutes 10 --csv chess.csv --plot chess.svg\n"
    "  assay values chess --nodes 300,1000,3000 --half-width 6%\n"
    "  assay values naiad --rounds 4 --half-width 0.5\n"
    "  assay values naiad --versus Y=N --half-width 0.25\n"
    "  assay values different-armies:fides-knights --versus white=black\n"
    "  assay values chess --against B=N --half-width 0.5\n"
    "  assay values nearlydouble-wildebeest --unit R\n"
    "  assay values chess --predictive\n"
    "  assay values chess --player uci:fairy-stockfish --games 4000";

static const struct argp_option values_options[] = {
    {.name = "json", .key = OPTION_JSON, .arg = "FILE", .doc = "write the result as data, too"},
    {.name = "csv",
     .key = OPTION_CSV,
     .arg = "FILE",
     .doc = "write the values as CSV, too: a line for each, at each node budget and in each round"},
    {.name = "weights-out",
     .key = OPTION_WEIGHTS_OUT,
     .arg = "FILE",
     .doc = "write a weights file with the values (of the last round at the largest budget), for "
            "--weights FILE; its name must have a '/' or end in .ini"},
    {.name = "plot",
     .key = OPTION_PLOT,
     .arg = "FILE",
     .doc = "draw the values, the path over rounds and the curve over nodes as SVG, by gnuplot"},
    {.name = "half-width",
     .key = OPTION_HALF_WIDTH,
     .arg = "W",
     .doc = "play until half the interval of every value is at most W pawns, or units (0.25), or W "
            "per cent "
            "of the value (6%); --games is then the most, 1000000 unless given"},
    {.name = "minutes",
     .key = OPTION_MINUTES,
     .arg = "M",
     .doc = "begin no game after M minutes (with several node budgets: M for all together)"},
    {.name = "rounds",
     .key = OPTION_ROUNDS,
     .arg = "N",
     .doc = "play again with the values found as weights, until none moves by more than its half "
            "interval, at most N rounds"},
    {.name = "pairs",
     .key = OPTION_PAIRS,
     .doc =
         "give each pair of pieces, as the two bishops, a term of its own, and test these terms"},
    {.name = "predictive",
     .key = OPTION_PREDICTIVE,
     .arg = "N",
     .flags = OPTION_ARG_OPTIONAL,
     .doc = "predictive values in play instead: what one more of a piece foretells at N (6) random "
            "quiet positions of each game, with all that usually goes with it there. Not what the "
            "piece itself is worth. Games then begin with the array (--openings=plain) unless said "
            "otherwise"},
    {.name = "bootstrap",
     .key = OPTION_BOOTSTRAP,
     .arg = "N",
     .doc = "take the intervals from N replicates of a bootstrap over pairs, not from the delta "
            "method"},
    {0},
};

static int read_whole(const char *option, const char *text, int least, int most,
                      const struct argp_state *state)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < least || number > most)
        argp_error(state, "%s: '%s' is no whole number from %d to %d", option, text, least, most);
    return (int)number;
}

static double read_minutes(const char *text, const struct argp_state *state)
{
    char *end;
    double minutes = strtod(text, &end);
    /* strtod() also reads "inf", "nan" and hexadecimal numbers. */
    if (strspn(text, "0123456789.") != strlen(text) || end == text || *end != '\0' || !(minutes > 0)
        || minutes > most_minutes)
        argp_error(state, "--minutes: '%s' is no number of minutes above 0", text);
    return minutes;
}

static void read_half_width(const char *text, PrecisionTarget *target,
                            const struct argp_state *state)
{
    Error err;
    if (!precision_read(text, target, &err))
        argp_error(state, "--half-width: %s", err.text);
}

static void check_together(const StudyOptions *study, const struct argp_state *state)
{
    if (study->rounds > 1 && study->minutes > 0)
        argp_error(state,
                   "--rounds and --minutes do not go together: what the next round plays with "
                   "would depend on the clock; end the rounds by --games or --half-width");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    ValuesOptions *options = state->input;
    StudyOptions *study = &options->study;
    switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->play; return 0;
    case OPTION_JSON: options->json = argument; return 0;
    case OPTION_CSV: options->csv = argument; return 0;
    case OPTION_WEIGHTS_OUT: options->weights_out = argument; return 0;
    case OPTION_PLOT: options->plot = argument; return 0;
    case OPTION_HALF_WIDTH: read_half_width(argument, &study->target, state); return 0;
    case OPTION_MINUTES: study->minutes = read_minutes(argument, state); return 0;
    case OPTION_PAIRS: study->fit.pair_terms = true; return 0;
    case OPTION_ROUNDS:
        study->rounds = read_whole("--rounds", argument, 1, STUDY_MAX_ROUNDS, state);
        return 0;
    case OPTION_BOOTSTRAP:
        study->fit.bootstrap_replicates =
            read_whole("--bootstrap", argument, 100, MAX_REPLICATES, state);
        return 0;
    case OPTION_PREDICTIVE:
        study->fit.positions =
            argument == NULL ? PREDICTIVE_POSITIONS
                             : read_whole("--predictive", argument, 1, POSITION_SAMPLE_MOST, state);
        return 0;
    case ARGP_KEY_END: check_together(study, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Reads one budget of a list. */
static bool add_budget(StudyOptions *study, const char *word, Error *err)
{
    RunConfig config;
    run_config_init(&config);
    if (study->budget_count == STUDY_MAX_BUDGETS)
        return error_set(err, "--nodes: more than %d budgets", STUDY_MAX_BUDGETS);
    if (!run_config_set(&config, "nodes", word, err))
        return error_prefix(err, "option");
    if (study->budget_count > 0 && config.nodes <= study->budgets[study->budget_count - 1])
        return error_set(err, "--nodes: %s comes after %" PRIu64 ": write them in ascending order",
                         word, study->budgets[study->budget_count - 1]);
    study->budgets[study->budget_count++] = config.nodes;
    return true;
}

/* Takes a list of budgets apart; the run is left with the first one. */
static bool read_budgets(ValuesOptions *options, Error *err)
{
    const char **nodes = play_options_value(&options->play, "nodes");
    if (*nodes == NULL || strchr(*nodes, ',') == NULL)
        return true;
    bool good = true;
    for (const char *rest = *nodes; good && rest != NULL;) {
        size_t length = strcspn(rest, ",");
        char *word = memory_copy_string(rest);
        word[length] = '\0';
        rest = rest[length] == ',' ? rest + length + 1 : NULL;
        good = add_budget(&options->study, word, err);
        if (options->first_nodes == NULL)
            options->first_nodes = word;
        else
            free(word);
    }
    *nodes = options->first_nodes;
    return good;
}

/* A run that precision or the clock ends has as many games as it takes. */
static void choose_games(ValuesOptions *options)
{
    const char **games = play_options_value(&options->play, "games");
    if (*games == NULL && options->play.run == NULL
        && (options->study.target.half_width > 0 || options->study.minutes > 0))
        *games = many_games;
}

/* What pieces foretell in play is asked of games that begin as games do. */
static void choose_openings(ValuesOptions *options)
{
    const char **openings = play_options_value(&options->play, "openings");
    if (*openings == NULL && options->play.run == NULL && options->study.fit.positions > 0)
        *openings = "plain";
}

static bool check_weights_out(const char *file, Error *err)
{
    size_t length = file != NULL ? strlen(file) : 0;
    if (file == NULL || strchr(file, '/') != NULL
        || (length > 4 && strcmp(file + length - 4, ".ini") == 0))
        return true;
    return error_set(err,
                     "--weights-out: --weights would take '%s' for a name: write %s.ini or ./%s",
                     file, file, file);
}

/* All that can be known to go wrong later, before hours of play. */
static bool check_outputs(const ValuesOptions *options, Error *err)
{
    return check_weights_out(options->weights_out, err)
           && output_file_check("--json", options->json, err)
           && output_file_check("--csv", options->csv, err)
           && output_file_check("--weights-out", options->weights_out, err)
           && output_file_check("--plot", options->plot, err)
           && (options->plot == NULL || values_plot_check(err));
}

static void add_weights(const Study *study, Text *text)
{
    const Measurement *result = study_result(study);
    const Play *play = result->play;
    char run[128];
    snprintf(run, sizeof run, "%" PRIu64 " games at %" PRIu64 " nodes a move, run key %016" PRIx64,
             result->end, play->config.nodes, play->identity.key);
    values_weights_add_ini(&result->values, play->variant, &play->weights, run, text);
}

static bool add_plot(const Study *study, Text *text, Error *err)
{
    Text script;
    text_init(&script);
    values_plot_add_script(study, &script);
    bool good = values_plot_draw(&script, text, err);
    text_release(&script);
    return good;
}

static bool write_outputs(const Study *study, const ValuesOptions *options, Error *err)
{
    Text text;
    text_init(&text);
    study_report_add_text(study, &text);
    fputs(text.data, stdout);
    bool good =
        options->json == NULL || json_file_write(study_report_json(study), options->json, err);
    if (good && options->csv != NULL) {
        text_clear(&text);
        values_csv_add(study, &text);
        good = output_file_write("--csv", options->csv, &text, err);
    }
    if (good && options->weights_out != NULL) {
        text_clear(&text);
        add_weights(study, &text);
        good = output_file_write("--weights-out", options->weights_out, &text, err);
    }
    if (good && options->plot != NULL) {
        text_clear(&text);
        good =
            add_plot(study, &text, err) && output_file_write("--plot", options->plot, &text, err);
    }
    text_release(&text);
    return good;
}

static bool play_and_report(const Play *play, ValuesOptions *options, int argc, char **argv,
                            Error *err)
{
    StudyOptions *study_options = &options->study;
    if (study_options->budget_count == 0)
        study_options->budgets[study_options->budget_count++] = play->config.nodes;
    study_options->fit.threads = options->play.threads;
    study_options->orders =
        (PlayOrders){.threads = options->play.threads, .argc = argc, .argv = argv};
    Study study;
    bool good = study_run(&study, play, study_options, err) && write_outputs(&study, options, err);
    study_release(&study);
    return good;
}

/* Neither goes with what needs one value for each piece: a versus finds out one difference, and
 * against two armies a piece has two values. */
static bool check_kind(const ValuesOptions *options, const RunConfig *config, Error *err)
{
    const char *other = options->study.rounds > 1       ? "--rounds"
                        : options->weights_out != NULL  ? "--weights-out"
                        : options->study.fit.pair_terms ? "--pairs"
                                                        : NULL;
    if (other != NULL && config->versus[0] != '\0')
        return error_set(err, "%s does not go with --versus, which gives no piece a value", other);
    if (other != NULL && config->against[0] != '\0')
        return error_set(err, "%s does not go with --against, which gives a piece two values",
                         other);
    return true;
}

/* All that is about what pieces are worth: never mixed with what they foretell. */
static bool check_predictive(const ValuesOptions *options, const RunConfig *config, Error *err)
{
    const char *other = options->study.rounds > 1      ? "--rounds"
                        : options->weights_out != NULL ? "--weights-out"
                        : config->versus[0] != '\0'    ? "--versus"
                        : config->against[0] != '\0'   ? "--against"
                                                       : NULL;
    if (other == NULL || options->study.fit.positions == 0)
        return true;
    return error_set(err,
                     "%s does not go with --predictive: it takes values for what pieces are "
                     "worth, which predictive ones are not",
                     other);
}

static bool check_player(const ValuesOptions *options, const RunConfig *config, Error *err)
{
    return options->study.rounds <= 1 || !run_player_given(config)
           || error_set(err, "--rounds does not go with --player: the values found are weights of "
                             "our own engine");
}

static PlayExit run_values(ValuesOptions *options, Play *play, int argc, char **argv, Error *err)
{
    if (!read_budgets(options, err))
        return PLAY_USAGE;
    choose_games(options);
    choose_openings(options);
    PlayExit status = play_init(play, &options->play, "values", err);
    if (status != PLAY_DONE)
        return status;
    if (unit_read(play->config.unit, play->variant, err) == 0)
        return PLAY_FAILED;
    if (!check_kind(options, &play->config, err) || !check_predictive(options, &play->config, err)
        || !check_player(options, &play->config, err))
        return PLAY_USAGE;
    if (!check_outputs(options, err) || !play_and_report(play, options, argc, argv, err))
        return PLAY_FAILED;
    return PLAY_DONE;
}

static int values_run(int argc, char **argv)
{
    ValuesOptions options = {.study = {.rounds = 1}};
    play_options_init(&options.play);
    const struct argp_child children[] = {{.argp = &options.play.argp, .header = "The run:"}, {0}};
    const struct argp argp = {
        .options = values_options, .parser = parse_option, .doc = values_doc, .children = children};
    char **typed = memory_new((size_t)argc + 1, sizeof *typed);
    memcpy(typed, argv, (size_t)argc * sizeof *typed);
    argp_parse(&argp, argc, argv, 0, NULL, &options);

    Play play = {.kind = NULL};
    Error err = {""};
    PlayExit status = run_values(&options, &play, argc, typed, &err);
    if (status != PLAY_DONE)
        fprintf(stderr, "assay values: %s\n", err.text);
    play_release(&play);
    play_options_release(&options.play);
    free(options.first_nodes);
    free(typed);
    return (int)status;
}

const Command cmd_values = {
    .name = "values",
    .summary = "finds out what the pieces of a variant are worth",
    .run = values_run,
};
