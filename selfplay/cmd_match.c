/* assay match: which of two players is the stronger one. */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "engine/base/memory.h"
#include "selfplay/json.h"
#include "selfplay/match_report.h"
#include "selfplay/output_file.h"
#include "selfplay/progress.h"
#include "selfplay/stop.h"

static const char match_doc[] =
    "Plays two engines against each other, in pairs of games from random balanced openings with "
    "colours swapped, and says how much stronger one is. Our own rules judge each move and each "
    "end.\v"
    "ENGINE is own, uci:COMMAND or xboard:COMMAND. One that hangs, crashes or makes an illegal "
    "move "
    "loses the game and is started again for the next. Engines get one thread and --hash MB where "
    "they have such options; --option1 and --option2 come after that.\n"
    "\n"
    "XBoard knows whole seconds only: a shorter time is told as a clock, of which an engine uses "
    "as "
    "much as it likes. The report says how long each really took; --movetime2 makes up for it.\n"
    "\n"
    "With --sprt it ends as soon as the test is decided: exit status 3 if H0 is accepted. Ctrl-C "
    "ends it with a report of the pairs that are finished.\n"
    "\n"
    "Examples:\n"
    "  assay match chess --engine2 uci:stockfish --movetime 20 --games 400\n"
    "  assay match capablanca --engine2 xboard:fairymax --movetime 20\n"
    "  assay match naiad --weights1 new.ini --nodes 1000 --sprt 0,5 --games 20000";

enum {
    MAX_USER_OPTIONS = 64,
    MOST_MS = 86400000,
    DEFAULT_HASH_MB = 16,
    TIME_MARGIN_MS = 1000, /* beyond a time for a move */
    MAX_THREADS = 1024,
};

/* Keys of options without a letter; those of a player's are two in a row. */
enum {
    OPTION_ENGINE = 256,
    OPTION_WEIGHTS = 258,
    OPTION_OPTION = 260,
    OPTION_VARIANT_NAME = 262,
    OPTION_NODES_OF = 264,
    OPTION_MOVETIME_OF = 266,
    OPTION_NODES = 268,
    OPTION_MOVETIME,
    OPTION_MARGIN,
    OPTION_HASH,
    OPTION_THREADS,
    OPTION_SPRT,
    OPTION_SPRT_MODEL,
    OPTION_ALPHA,
    OPTION_BETA,
    OPTION_JSON,
    OPTION_LOG,
    OPTION_STDERR,
    OPTION_RUN_KEY = 300, /* and behind it: the rows of run_keys[] */
};

/* Keys of a run (run_config.h) that are options of a match. `doc` is what is to be said otherwise
 * here than there. */
static const struct {
    const char *key, *doc;
} run_keys[] = {
    {"games", "games to play, an even number (100)"},
    {"seed", "number that the openings come from (1)"},
    {"opening_plies", "random plies before the game (6)"},
    {"opening_nodes", "nodes of the search that looks at an opening (1000)"},
    {"opening_margin",
     "centipawns by which the sides may differ after the opening, by that search and in material "
     "(80); others are drawn again; 0: as trial openings say, at least 200"},
    {"opening_tries", NULL},
    {"max_plies", "plies after which a game is stopped without a result (600)"},
};
enum { RUN_KEYS = sizeof run_keys / sizeof run_keys[0] };

typedef struct Options {
    const char *variant, *json, *log;
    MatchConfig config;
    const char *user_options[2][MAX_USER_OPTIONS];
    int64_t margin_ms; /* -1: not given */
} Options;

static const struct argp_option option_table[] = {
    {"engine1", OPTION_ENGINE, "ENGINE", 0, "the first player (own)", 1},
    {"engine2", OPTION_ENGINE + 1, "ENGINE", 0, "the second player (own)", 1},
    {"weights1", OPTION_WEIGHTS, "NAME", 0,
     "weights of the first, if own: a name in configs/weights or a file (the variant's)", 1},
    {"weights2", OPTION_WEIGHTS + 1, "NAME", 0, "the same of the second", 1},
    {"option1", OPTION_OPTION, "NAME=VALUE", 0, "an option of the first, if not own; repeatable",
     1},
    {"option2", OPTION_OPTION + 1, "NAME=VALUE", 0, "the same of the second", 1},
    {"variant-name1", OPTION_VARIANT_NAME, "NAME", 0, "what the first calls the variant", 1},
    {"variant-name2", OPTION_VARIANT_NAME + 1, "NAME", 0, "the same of the second", 1},
    {"nodes", OPTION_NODES, "N", 0, "nodes for each move (1000, without --movetime)", 2},
    {"nodes1", OPTION_NODES_OF, "N", 0, "... of the first only", 2},
    {"nodes2", OPTION_NODES_OF + 1, "N", 0, "... of the second only", 2},
    {"movetime", OPTION_MOVETIME, "MS", 0, "milliseconds for each move", 2},
    {"movetime1", OPTION_MOVETIME_OF, "MS", 0, "... of the first only", 2},
    {"movetime2", OPTION_MOVETIME_OF + 1, "MS", 0, "... of the second only", 2},
    {"margin", OPTION_MARGIN, "MS", 0,
     "by how much a move may be late before the game is lost (1000; by nodes 60000)", 2},
    {"hash", OPTION_HASH, "MB", 0, "size of the transposition tables (16)", 2},
    {"threads", OPTION_THREADS, "N", 0, "games at a time (the processors that it may use)", 3},
    {"sprt", OPTION_SPRT, "ELO0,ELO1", 0, "test whether the first is ELO1 better, not ELO0", 4},
    {"sprt-model", OPTION_SPRT_MODEL, "MODEL", 0, "what these are: logistic (so) or normalized", 4},
    {"alpha", OPTION_ALPHA, "P", 0, "chance of accepting ELO1 wrongly (0.05)", 4},
    {"beta", OPTION_BETA, "P", 0, "chance of accepting ELO0 wrongly (0.05)", 4},
    {"json", OPTION_JSON, "FILE", 0, "write the result as data, too", 5},
    {"log", OPTION_LOG, "FILE", 0, "write the games, a line of JSON each", 5},
    {"stderr", OPTION_STDERR, "FILE", 0, "append what engines write on standard error", 5},
    {0},
};

/* --- Options -----------------------------------------------------------------------------------
 */

static int64_t whole_number(const char *text, int64_t least, int64_t most, struct argp_state *state)
{
    char *end;
    errno = 0;
    const int64_t number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < least || number > most)
        argp_error(state, "'%s' is not a whole number from %" PRId64 " to %" PRId64, text, least,
                   most);
    return number;
}

static double real_number(const char *text, char ending, const char **behind, double least,
                          double most, struct argp_state *state)
{
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != ending || !(number > least && number < most))
        argp_error(state, "'%s' is not a number between %g and %g%s", text, least, most,
                   ending == ',' ? " with a comma behind it" : "");
    if (behind != NULL)
        *behind = end + 1;
    return number;
}

static void read_sprt(const char *text, Options *options, struct argp_state *state)
{
    const char *second;
    Sprt *sprt = &options->config.sprt;
    sprt->elo0 = real_number(text, ',', &second, -SPRT_ELO_MOST, SPRT_ELO_MOST, state);
    sprt->elo1 = real_number(second, '\0', NULL, -SPRT_ELO_MOST, SPRT_ELO_MOST, state);
    if (!(sprt->elo0 < sprt->elo1))
        argp_error(state, "--sprt: ELO0 must be less than ELO1");
    options->config.test = true;
}

static void read_model(const char *text, Options *options, struct argp_state *state)
{
    for (int model = ELO_LOGISTIC; model <= ELO_NORMALIZED; model++)
        if (strcmp(text, elo_model_name((EloModel)model)) == 0) {
            options->config.sprt.model = (EloModel)model;
            return;
        }
    argp_error(state, "--sprt-model: '%s' is neither logistic nor normalized", text);
}

static void set_nodes(PlayerSpec *spec, int64_t nodes)
{
    spec->nodes = (uint64_t)nodes;
    spec->movetime_ms = 0;
}

static void set_movetime(PlayerSpec *spec, int64_t ms)
{
    spec->nodes = 0;
    spec->movetime_ms = ms;
}

static void add_user_option(Options *options, int player, const char *text,
                            struct argp_state *state)
{
    PlayerSpec *spec = &options->config.players[player];
    if (spec->option_count == MAX_USER_OPTIONS)
        argp_error(state, "more than %d options of an engine", MAX_USER_OPTIONS);
    options->user_options[player][spec->option_count++] = text;
}

/* An option that each player has: `key` is that of the first. */
static error_t parse_player_option(int key, int player, char *value, Options *options,
                                   struct argp_state *state)
{
    PlayerSpec *spec = &options->config.players[player];
    Error err = {""};
    switch (key) {
    case OPTION_ENGINE:
        if (!player_spec_read(spec, value, &err))
            argp_error(state, "--engine%d: %s", player + 1, err.text);
        return 0;
    case OPTION_WEIGHTS: spec->weights = value; return 0;
    case OPTION_OPTION: add_user_option(options, player, value, state); return 0;
    case OPTION_VARIANT_NAME: spec->variant_name = value; return 0;
    case OPTION_NODES_OF: set_nodes(spec, whole_number(value, 1, INT64_MAX, state)); return 0;
    case OPTION_MOVETIME_OF: set_movetime(spec, whole_number(value, 1, MOST_MS, state)); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void set_both(Options *options, void (*set)(PlayerSpec *, int64_t), int64_t number)
{
    set(&options->config.players[0], number);
    set(&options->config.players[1], number);
}

static error_t parse_option(int key, char *value, struct argp_state *state)
{
    Options *options = state->input;
    MatchConfig *config = &options->config;
    if (key >= OPTION_ENGINE && key < OPTION_NODES)
        return parse_player_option(key & ~1, key & 1, value, options, state);
    if (key >= OPTION_RUN_KEY && key < OPTION_RUN_KEY + RUN_KEYS) {
        Error err = {""};
        if (!run_config_set(&config->openings, run_keys[key - OPTION_RUN_KEY].key, value, &err))
            argp_error(state, "option %s", err.text);
        return 0;
    }
    switch (key) {
    case OPTION_NODES:
        set_both(options, set_nodes, whole_number(value, 1, INT64_MAX, state));
        break;
    case OPTION_MOVETIME:
        set_both(options, set_movetime, whole_number(value, 1, MOST_MS, state));
        break;
    case OPTION_MARGIN: options->margin_ms = whole_number(value, 0, MOST_MS, state); break;
    case OPTION_HASH:
        config->players[0].hash_mb = config->players[1].hash_mb =
            (int)whole_number(value, 1, 65536, state);
        break;
    case OPTION_THREADS: config->threads = (int)whole_number(value, 1, MAX_THREADS, state); break;
    case OPTION_SPRT: read_sprt(value, options, state); break;
    case OPTION_SPRT_MODEL: read_model(value, options, state); break;
    case OPTION_ALPHA: config->sprt.alpha = real_number(value, '\0', NULL, 0, 0.5, state); break;
    case OPTION_BETA: config->sprt.beta = real_number(value, '\0', NULL, 0, 0.5, state); break;
    case OPTION_JSON: options->json = value; break;
    case OPTION_LOG: options->log = value; break;
    case OPTION_STDERR: config->players[0].log = config->players[1].log = value; break;
    case ARGP_KEY_ARG:
        if (options->variant != NULL)
            argp_error(state, "more than one variant: '%s'", value);
        options->variant = value;
        break;
    case ARGP_KEY_END:
        if (options->variant == NULL)
            argp_error(state, "which variant?");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The rows of the table, and those of the run's keys, whose names and manual are that table's. */
static struct argp_option *make_options(char *names[RUN_KEYS])
{
    const size_t own = sizeof option_table / sizeof option_table[0] - 1;
    struct argp_option *table = memory_new(own + RUN_KEYS + 1, sizeof *table);
    memcpy(table, option_table, own * sizeof *table);
    size_t count;
    const RunKey *keys = run_config_keys(&count);
    for (size_t i = 0; i < RUN_KEYS; i++) {
        const RunKey *key = keys;
        while (strcmp(key->key, run_keys[i].key) != 0)
            key++;
        names[i] = memory_copy_string(run_keys[i].key);
        for (char *c = names[i]; *c != '\0'; c++)
            *c = *c == '_' ? '-' : *c;
        table[own + i] =
            (struct argp_option){.name = names[i],
                                 .key = OPTION_RUN_KEY + (int)i,
                                 .arg = "N",
                                 .doc = run_keys[i].doc != NULL ? run_keys[i].doc : key->doc,
                                 .group = 3};
    }
    return table;
}

static void init_options(Options *options)
{
    *options = (Options){.margin_ms = -1};
    match_openings_init(&options->config.openings);
    options->config.sprt = (Sprt){.model = ELO_LOGISTIC, .alpha = 0.05, .beta = 0.05};
    for (int player = 0; player < 2; player++) {
        PlayerSpec *spec = &options->config.players[player];
        Error err;
        *spec = (PlayerSpec){.nodes = 1000,
                             .hash_mb = DEFAULT_HASH_MB,
                             .start_ms = PLAYER_START_MS,
                             .options = options->user_options[player]};
        player_spec_read(spec, "own", &err);
    }
}

/* What follows from the options together. */
static bool complete_options(Options *options, Error *err)
{
    MatchConfig *config = &options->config;
    if (config->openings.games % 2 != 0)
        return error_set(err, "--games %" PRIu64 ": they are played in pairs, so it must be even",
                         config->openings.games);
    if (config->openings.games == 0)
        return error_set(err, "no games (--games 0)");
    for (int player = 0; player < 2; player++) {
        PlayerSpec *spec = &config->players[player];
        spec->margin_ms = options->margin_ms >= 0 ? options->margin_ms
                          : spec->nodes > 0       ? PLAYER_NODES_MARGIN_MS
                                                  : TIME_MARGIN_MS;
    }
    if (config->threads == 0)
        config->threads = run_default_threads();
    if ((uint64_t)config->threads > config->openings.games / 2)
        config->threads = (int)(config->openings.games / 2);
    return true;
}

/* --- The match ---------------------------------------------------------------------------------
 */

/* What the hooks write to. */
typedef struct Output {
    Progress progress;
    FILE *log; /* NULL: none */
} Output;

static void log_game(void *context, uint64_t index, const MatchGame *game,
                     const char *const players[2])
{
    const Output *output = context;
    if (output->log == NULL)
        return;
    json_t *line = match_game_json(index, game, players);
    json_dumpf(line, output->log, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', output->log);
    fflush(output->log);
    json_decref(line);
}

static void show_progress(void *context, const MatchScore *score, const RunStatus *status)
{
    Output *output = context;
    const Rating rating = match_score_rating(score);
    char *note = output->progress.note;
    if (rating.kind == RATING_BOTH)
        snprintf(note, sizeof output->progress.note, ", Elo %+.0f +- %.0f", rating.elo,
                 (rating.elo_range.high - rating.elo_range.low) / 2);
    else
        snprintf(note, sizeof output->progress.note, ", score %.1f %%", 100 * rating.score);
    progress_show(&output->progress, status);
}

static int report(const Options *options, const MatchOutcome *outcome, Error *err)
{
    const MatchReport facts = {.config = &options->config, .outcome = outcome};
    Text text;
    text_init(&text);
    match_report_add_text(&facts, &text);
    fputs(text.data, stdout);
    text_release(&text);
    if (options->json != NULL && !json_file_write(match_report_json(&facts), options->json, err))
        return EXIT_FAILED;
    return outcome->verdict == SPRT_ACCEPT_H0 ? EXIT_H0 : EXIT_DONE;
}

static bool open_log(const char *file, Output *output, Error *err)
{
    output->log = file != NULL ? fopen(file, "w") : NULL;
    return file == NULL || output->log != NULL
           || error_set(err, "--log: cannot write %s: %s", file, strerror(errno));
}

static bool close_log(Output *output, const char *file, Error *err)
{
    if (output->log == NULL)
        return true;
    const bool failed = ferror(output->log) != 0;
    return (fclose(output->log) == 0 && !failed)
           || error_set(err, "--log: cannot write all of %s", file);
}

static int play(Options *options, Error *err)
{
    Output output = {.log = NULL};
    progress_init(&output.progress);
    if (!output_file_check("--json", options->json, err) || !open_log(options->log, &output, err))
        return EXIT_FAILED;
    const MatchHooks hooks = {
        .game = log_game, .progress = show_progress, .context = &output, .stop = stop_on_signals()};
    options->config.players[0].stop = options->config.players[1].stop = hooks.stop;
    MatchOutcome outcome;
    bool good = match_play(&options->config, &hooks, &outcome, err);
    progress_end(&output.progress);
    int status = EXIT_FAILED;
    if (outcome.names[1] != NULL && (good || outcome.score.games > 0)) {
        Error report_error = {""};
        status = report(options, &outcome, good ? err : &report_error);
        fprintf(stderr, "%.1f seconds\n", outcome.status.seconds);
    }
    if (good && outcome.status.stopped)
        good = error_set(err, "stopped");
    if (!close_log(&output, options->log, err))
        good = false;
    match_outcome_release(&outcome);
    return good ? status : EXIT_FAILED;
}

static int load_and_play(Options *options, Error *err)
{
    Weights weights;
    Variant *variant = variant_load(options->variant, err);
    if (variant == NULL)
        return EXIT_FAILED;
    int status = EXIT_FAILED;
    if (weights_load_default(&weights, variant, err)) {
        options->config.variant = variant;
        options->config.weights = &weights;
        status = play(options, err);
    }
    variant_free(variant);
    return status;
}

static int match_run(int argc, char **argv)
{
    Options *options = memory_new(1, sizeof *options);
    char *names[RUN_KEYS];
    struct argp_option *table = make_options(names);
    const struct argp argp = {
        .options = table, .parser = parse_option, .args_doc = "VARIANT", .doc = match_doc};
    init_options(options);
    argp_parse(&argp, argc, argv, 0, NULL, options);
    Error err = {""};
    const int status = complete_options(options, &err) ? load_and_play(options, &err) : EXIT_USAGE;
    if (err.text[0] != '\0')
        fprintf(stderr, "assay match: %s\n", err.text);
    for (size_t i = 0; i < RUN_KEYS; i++)
        free(names[i]);
    free(table);
    free(options);
    return status;
}

const Command cmd_match = {
    .name = "match",
    .summary = "plays two engines against each other: Elo, SPRT",
    .run = match_run,
};
