#include "selfplay/play.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "selfplay/progress.h"
#include "selfplay/run_player.h"
#include "selfplay/stop.h"

/* Options that are no keys of a run; those of the keys are OPTION_KEY + the key's row. */
enum {
    OPTION_OUT = 'o',
    OPTION_THREADS = 't',
    OPTION_RUN = 'r',
    OPTION_KEY = 0x1000,
    MAX_THREADS = 4096
};

static bool read_threads(const char *text, int *threads)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < 1 || number > MAX_THREADS)
        return false;
    *threads = (int)number;
    return true;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    PlayOptions *options = state->input;
    size_t key_count;
    run_config_keys(&key_count);
    if (key >= OPTION_KEY && key < OPTION_KEY + (int)key_count) {
        options->values[key - OPTION_KEY] = argument;
        return 0;
    }
    switch (key) {
    case OPTION_OUT: options->folder = argument; return 0;
    case OPTION_RUN: options->run = argument; return 0;
    case OPTION_THREADS:
        if (!read_threads(argument, &options->threads))
            argp_error(state, "--threads: '%s' is not a number from 1 to %d", argument,
                       MAX_THREADS);
        return 0;
    case ARGP_KEY_ARG:
        if (options->variant != NULL)
            argp_error(state, "one variant at a time: '%s' and '%s'", options->variant, argument);
        options->variant = argument;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* The options of the keys of a run. Returns how many there are. */
static size_t add_key_options(PlayOptions *play)
{
    size_t count, used = 0;
    const RunKey *keys = run_config_keys(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(keys[i].key, "variant") == 0)
            continue;
        char *name = memory_copy_string(keys[i].key);
        for (char *c = name; *c != '\0'; c++)
            *c = *c == '_' ? '-' : *c;
        play->names[used] = name;
        play->options[used++] = (struct argp_option){
            .name = name,
            .key = OPTION_KEY + (int)i,
            .arg = keys[i].type == RUN_KEY_NUMBER ? "N"
                   : keys[i].type == RUN_KEY_TEXT ? "NAME"
                                                  : "KIND",
            .doc = keys[i].doc,
        };
    }
    return used;
}

void play_options_init(PlayOptions *options)
{
    static const struct argp_option own[] = {
        {.name = "run",
         .key = OPTION_RUN,
         .arg = "NAME",
         .doc = "read settings from configs/runs/NAME.ini or a file; options go over them"},
        {.name = "out",
         .key = OPTION_OUT,
         .arg = "FOLDER",
         .doc = "keep the games in FOLDER/games.db"},
        {.name = "threads",
         .key = OPTION_THREADS,
         .arg = "N",
         .doc = "threads to play with (the processors that it may use)"},
    };
    size_t count;
    run_config_keys(&count);
    *options = (PlayOptions){
        .values = memory_new(count, sizeof *options->values),
        .options = memory_new(count + sizeof own / sizeof own[0] + 1, sizeof *options->options),
        .names = memory_new(count + 1, sizeof *options->names),
    };
    memcpy(options->options + add_key_options(options), own, sizeof own);
    options->argp =
        (struct argp){.options = options->options, .parser = parse_option, .args_doc = "[VARIANT]"};
}

void play_options_release(PlayOptions *options)
{
    for (size_t i = 0; options->names != NULL && options->names[i] != NULL; i++)
        free(options->names[i]);
    free(options->names);
    free(options->options);
    free(options->values);
    *options = (PlayOptions){0};
}

const char **play_options_value(PlayOptions *options, const char *key)
{
    size_t count;
    const RunKey *keys = run_config_keys(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(keys[i].key, key) == 0)
            return &options->values[i];
    assert(false);
    return NULL;
}

static bool make_config(const PlayOptions *options, RunConfig *config, Error *err)
{
    run_config_init(config);
    if (options->run != NULL && !run_config_load(config, options->run, err))
        return false;
    size_t count;
    const RunKey *keys = run_config_keys(&count);
    for (size_t i = 0; i < count; i++)
        if (options->values[i] != NULL
            && !run_config_set(config, keys[i].key, options->values[i], err))
            return error_prefix(err, "option");
    if (options->variant != NULL && !run_config_set(config, "variant", options->variant, err))
        return false;
    return config->variant[0] != '\0' || error_set(err, "which variant? See --help");
}

/* Where the games go if no folder is given: one for each run. */
static void choose_folder(Play *play, const char *name)
{
    if (play->out == NULL)
        text_add(&play->folder, "results/runs/%s-%s-%08" PRIx64, play->variant->name, play->kind,
                 play->identity.key >> 32);
    else
        text_add(&play->folder, "%s%s%s", play->out, name[0] != '\0' ? "/" : "", name);
}

PlayExit play_init(Play *play, const PlayOptions *options, const char *kind, Error *err)
{
    *play = (Play){.kind = kind, .out = options->folder};
    text_init(&play->folder);
    if (!make_config(options, &play->config, err))
        return PLAY_USAGE;
    play->owned_variant = variant_load(play->config.variant, err);
    play->variant = play->owned_variant;
    if (play->variant == NULL)
        return PLAY_FAILED;
    const char *weights = play->config.weights;
    if (!(weights[0] != '\0' ? weights_load(&play->weights, play->variant, weights, err)
                             : weights_load_default(&play->weights, play->variant, err)))
        return PLAY_FAILED;
    if (!run_player_find_name(&play->config, play->variant, err))
        return PLAY_FAILED;
    run_identity_init(&play->identity, &play->config, play->variant, &play->weights);
    choose_folder(play, "");
    if (play->config.games > 0)
        return PLAY_DONE;
    error_set(err, "no games (--games 0)");
    return PLAY_FAILED;
}

void play_derive(Play *play, const Play *base, const RunConfig *config, const Weights *weights,
                 const char *name)
{
    *play = (Play){.config = *config,
                   .variant = base->variant,
                   .weights = *weights,
                   .kind = base->kind,
                   .out = base->out};
    text_init(&play->folder);
    run_identity_init(&play->identity, &play->config, play->variant, &play->weights);
    choose_folder(play, name);
}

void play_release(Play *play)
{
    run_identity_release(&play->identity);
    text_release(&play->folder);
    variant_free(play->owned_variant);
    *play = (Play){0};
}

void play_add_strength(const Play *play, Text *text)
{
    const RunConfig *config = &play->config;
    text_add(text, "strength of play     %" PRIu64 " nodes a move", config->nodes);
    if (run_player_given(config))
        text_add(text, " of %s (%s)", config->player_name, config->player);
    text_add_char(text, '\n');
}

bool play_games(const Play *play, const PlayOrders *orders, bool *late, Error *err)
{
    Progress progress;
    progress_init(&progress);
    memcpy(progress.note, orders->note, sizeof progress.note);
    const RunHooks hooks = {.progress = progress_show,
                            .context = &progress,
                            .stop = stop_on_signals(),
                            .deadline = orders->deadline};
    RunStatus status;
    bool good = run_play(&play->config, play->variant, &play->weights, play->folder.data,
                         orders->threads > 0 ? orders->threads : run_default_threads(), &hooks,
                         &status, err);
    progress_end(&progress);
    if (late != NULL)
        *late = good && status.late;
    if (good && status.stopped && !status.late) {
        progress_print_resume(&status, orders->argc, orders->argv);
        return error_set(err, "stopped");
    }
    return good;
}

Store *play_open_store(const Play *play, Error *err)
{
    Text path;
    text_init(&path);
    run_store_path(play->folder.data, &path);
    Store *store = store_open_read(path.data, err);
    text_release(&path);
    return store;
}

bool play_count_finished(const Play *play, uint64_t *games, Error *err)
{
    GameRange *ranges = NULL;
    size_t count = 0;
    Store *store = play_open_store(play, err);
    bool good = store != NULL && store_done(store, &ranges, &count, err);
    *games = good && count > 0 && ranges[0].first == 0 ? ranges[0].end / 2 * 2 : 0;
    free(ranges);
    Error close_error = {""};
    if (!store_close(store, &close_error) && good)
        return error_set(err, "%s", close_error.text);
    return good;
}
