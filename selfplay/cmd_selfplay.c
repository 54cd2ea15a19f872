/* assay selfplay: plays the games of a run into a store. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "selfplay/progress.h"
#include "selfplay/run.h"
#include "selfplay/stop.h"
#include "selfplay/summary.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, MAX_THREADS = 4096 };

/* Options that are no keys of a run; those of the keys are OPTION_KEY + the key's row. */
enum { OPTION_OUT = 'o', OPTION_THREADS = 't', OPTION_RUN = 'r', OPTION_KEY = 0x1000 };

/* What the command line says. Strings are borrowed from argv. */
typedef struct Selfplay {
    const char *variant;
    const char *run;
    const char *folder;
    int threads;
    const char **values; /* for each key the option's text, NULL where it is not given; owned */
} Selfplay;

static const char selfplay_doc[] =
    "Plays games of a variant against itself and stores them.\v"
    "The same command goes on with a run that was interrupted; with more --games it makes a run "
    "longer. The games depend on the variant, the weights and the options, but not on --threads.\n"
    "\n"
    "Example:\n"
    "  assay selfplay naiad --games 2000 --nodes 1000\n"
    "plays 2000 games into results/runs/naiad-selfplay-KEY/games.db.";

static bool read_threads(const char *text, int *threads)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || number < 1 || number > MAX_THREADS) {
        return false;
    }
    *threads = (int)number;
    return true;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    Selfplay *selfplay = state->input;
    size_t key_count;
    run_config_keys(&key_count);
    if (key >= OPTION_KEY && key < OPTION_KEY + (int)key_count) {
        selfplay->values[key - OPTION_KEY] = argument;
        return 0;
    }
    switch (key) {
    case OPTION_OUT: selfplay->folder = argument; return 0;
    case OPTION_RUN: selfplay->run = argument; return 0;
    case OPTION_THREADS:
        if (!read_threads(argument, &selfplay->threads)) {
            argp_error(state, "--threads: '%s' is not a number from 1 to %d", argument,
                       MAX_THREADS);
        }
        return 0;
    case ARGP_KEY_ARG:
        if (selfplay->variant != NULL) {
            argp_error(state, "one variant at a time: '%s' and '%s'", selfplay->variant, argument);
        }
        selfplay->variant = argument;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* The options: those of the command and one for each key of a run but the variant, with '-' for
 * '_'. The names are owned by the array of names. */
static struct argp_option *make_options(char ***names)
{
    size_t count;
    const RunKey *keys = run_config_keys(&count);
    struct argp_option *options = memory_new(count + 4, sizeof *options);
    *names = memory_new(count + 1, sizeof **names);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(keys[i].key, "variant") == 0) {
            continue;
        }
        char *name = memory_copy_string(keys[i].key);
        for (char *c = name; *c != '\0'; c++) {
            *c = *c == '_' ? '-' : *c;
        }
        (*names)[used] = name;
        options[used++] = (struct argp_option){
            .name = name,
            .key = OPTION_KEY + (int)i,
            .arg = keys[i].type == RUN_KEY_NUMBER ? "N"
                   : keys[i].type == RUN_KEY_TEXT ? "NAME"
                                                  : "KIND",
            .doc = keys[i].doc,
        };
    }
    options[used++] = (struct argp_option){
        .name = "run",
        .key = OPTION_RUN,
        .arg = "NAME",
        .doc = "read settings from configs/runs/NAME.ini or a file; options go over them"};
    options[used++] = (struct argp_option){.name = "out",
                                           .key = OPTION_OUT,
                                           .arg = "FOLDER",
                                           .doc = "keep the games in FOLDER/games.db"};
    options[used] =
        (struct argp_option){.name = "threads",
                             .key = OPTION_THREADS,
                             .arg = "N",
                             .doc = "threads to play with (the processors that it may use)"};
    return options;
}

static error_t parse_command_line(Selfplay *selfplay, int argc, char **argv)
{
    char **names;
    struct argp_option *options = make_options(&names);
    const struct argp argp = {
        .options = options,
        .parser = parse_option,
        .args_doc = "[VARIANT]",
        .doc = selfplay_doc,
    };
    error_t code = argp_parse(&argp, argc, argv, 0, NULL, selfplay);
    for (size_t i = 0; names[i] != NULL; i++) {
        free(names[i]);
    }
    free(names);
    free(options);
    return code;
}

/* Defaults, the run file over them, the command line over that. */
static bool make_config(const Selfplay *selfplay, RunConfig *config, Error *err)
{
    run_config_init(config);
    if (selfplay->run != NULL && !run_config_load(config, selfplay->run, err)) {
        return false;
    }
    size_t count;
    const RunKey *keys = run_config_keys(&count);
    for (size_t i = 0; i < count; i++) {
        if (selfplay->values[i] != NULL
            && !run_config_set(config, keys[i].key, selfplay->values[i], err)) {
            return error_prefix(err, "option");
        }
    }
    if (selfplay->variant != NULL && !run_config_set(config, "variant", selfplay->variant, err)) {
        return false;
    }
    if (config->variant[0] == '\0') {
        return error_set(err, "which variant? Try `assay selfplay --help`");
    }
    return true;
}

/* What a run is played with. */
typedef struct Material {
    Variant *variant; /* owned */
    Weights weights;
} Material;

static bool load_material(const RunConfig *config, Material *material, Error *err)
{
    material->variant = variant_load(config->variant, err);
    if (material->variant == NULL) {
        return false;
    }
    return config->weights[0] != '\0'
               ? weights_load(&material->weights, material->variant, config->weights, err)
               : weights_load_default(&material->weights, material->variant, err);
}

/* Where the games go if no folder is given: one for each run. */
static void add_default_folder(const RunConfig *config, const Material *material, Text *folder)
{
    RunIdentity identity;
    run_identity_init(&identity, config, material->variant, &material->weights);
    text_add(folder, "results/runs/%s-selfplay-%08" PRIx64, material->variant->name,
             identity.key >> 32);
    run_identity_release(&identity);
}

static void print_summary(const RunSummary *summary, const RunIdentity *identity,
                          const RunConfig *config, const char *folder)
{
    Text text;
    text_init(&text);
    run_summary_add_text(summary, &text);
    printf("%s", text.data);
    text_release(&text);
    printf("variant              %s, rules %016" PRIx64 "\n", identity->variant,
           identity->rules_hash);
    printf("run                  seed %" PRIu64 ", key %016" PRIx64 ", weights %016" PRIx64 "\n",
           config->seed, identity->key, identity->weights_hash);
    printf("program              %s\n", version_string());
    printf("stored in            %s/games.db\n", folder);
}

static bool summarize(const RunConfig *config, const char *folder, Error *err)
{
    Text path;
    text_init(&path);
    run_store_path(folder, &path);
    Store *store = store_open_read(path.data, err);
    text_release(&path);
    RunSummary summary;
    RunIdentity identity = {0};
    bool good = store != NULL && store_read_identity(store, &identity, err)
                && run_summarize(store, config->games, &summary, err);
    if (good) {
        print_summary(&summary, &identity, config, folder);
    }
    run_identity_release(&identity);
    return store_close(store, err) && good;
}

static bool play(const Selfplay *selfplay, const RunConfig *config, const Material *material,
                 const char *folder, int argc, char **argv, Error *err)
{
    Progress progress;
    progress_init(&progress);
    const RunHooks hooks = {
        .progress = progress_show,
        .context = &progress,
        .stop = stop_on_signals(),
    };
    int threads = selfplay->threads > 0 ? selfplay->threads : run_default_threads();
    RunStatus status;
    bool good = run_play(config, material->variant, &material->weights, folder, threads, &hooks,
                         &status, err);
    progress_end(&progress);
    if (!good) {
        return false;
    }
    if (status.stopped) {
        progress_print_resume(&status, argc, argv);
        return error_set(err, "stopped");
    }
    return summarize(config, folder, err);
}

static int selfplay_run(int argc, char **argv)
{
    size_t key_count;
    run_config_keys(&key_count);
    Selfplay selfplay = {.values = memory_new(key_count, sizeof *selfplay.values)};
    /* argp moves the arguments about: what is printed for going on is the line as it was typed. */
    char **typed = memory_new((size_t)argc + 1, sizeof *typed);
    memcpy(typed, argv, (size_t)argc * sizeof *typed);

    int status = EXIT_FAILED;
    RunConfig config;
    Material material = {.variant = NULL};
    Text folder;
    text_init(&folder);
    Error err = {""};
    if (parse_command_line(&selfplay, argc, argv) != 0 || !make_config(&selfplay, &config, &err)) {
        status = EXIT_USAGE;
    } else if (load_material(&config, &material, &err)) {
        if (selfplay.folder != NULL) {
            text_add(&folder, "%s", selfplay.folder);
        } else {
            add_default_folder(&config, &material, &folder);
        }
        if (config.games == 0) {
            error_set(&err, "no games (--games 0)");
        } else if (play(&selfplay, &config, &material, folder.data, argc, typed, &err)) {
            status = EXIT_DONE;
        }
    }
    if (status != EXIT_DONE && err.text[0] != '\0') {
        fprintf(stderr, "assay selfplay: %s\n", err.text);
    }
    text_release(&folder);
    variant_free(material.variant);
    free(typed);
    free(selfplay.values);
    return status;
}

const Command cmd_selfplay = {
    .name = "selfplay",
    .summary = "plays the games of a run into a store",
    .run = selfplay_run,
};
