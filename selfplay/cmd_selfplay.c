/* assay selfplay: plays the games of a run into a store. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "selfplay/play.h"
#include "selfplay/summary.h"

static const char selfplay_doc[] =
    "Plays games of a variant against itself and stores them.\v"
    "The same command goes on with a run that was interrupted; with more --games it makes a run "
    "longer. The games depend on the variant, the weights and the options, but not on --threads.\n"
    "\n"
    "Example:\n"
    "  assay selfplay naiad --games 2000 --nodes 1000\n"
    "plays 2000 games into results/runs/naiad-selfplay-KEY/games.db.";

static void print_summary(const RunSummary *summary, const Play *play)
{
    const RunIdentity *identity = &play->identity;
    Text text;
    text_init(&text);
    run_summary_add_text(summary, &text);
    play_add_strength(play, &text);
    printf("%s", text.data);
    text_release(&text);
    printf("variant              %s, rules %016" PRIx64 "\n", identity->variant,
           identity->rules_hash);
    printf("run                  seed %" PRIu64 ", key %016" PRIx64 ", weights %016" PRIx64 "\n",
           play->config.seed, identity->key, identity->weights_hash);
    printf("program              %s\n", version_string());
    printf("stored in            %s/games.db\n", play->folder.data);
}

static bool summarize(const Play *play, Error *err)
{
    RunSummary summary;
    Store *store = play_open_store(play, err);
    bool good = store != NULL && run_summarize(store, play->config.games, &summary, err);
    if (good)
        print_summary(&summary, play);
    return store_close(store, err) && good;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is argp's */
static error_t pass_options(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

static int selfplay_run(int argc, char **argv)
{
    PlayOptions options;
    play_options_init(&options);
    const struct argp_child children[] = {{.argp = &options.argp}, {0}};
    const struct argp argp = {.parser = pass_options, .doc = selfplay_doc, .children = children};
    /* argp moves the arguments about: what is printed for going on is the line as it was typed. */
    char **typed = memory_new((size_t)argc + 1, sizeof *typed);
    memcpy(typed, argv, (size_t)argc * sizeof *typed);
    argp_parse(&argp, argc, argv, 0, NULL, &options);

    Play play;
    Error err = {""};
    PlayExit status = play_init(&play, &options, "selfplay", &err);
    const PlayOrders orders = {.threads = options.threads, .argc = argc, .argv = typed};
    if (status == PLAY_DONE && (!play_games(&play, &orders, NULL, &err) || !summarize(&play, &err)))
        status = PLAY_FAILED;
    if (status != PLAY_DONE)
        fprintf(stderr, "assay selfplay: %s\n", err.text);
    play_release(&play);
    play_options_release(&options);
    free(typed);
    return (int)status;
}

const Command cmd_selfplay = {
    .name = "selfplay",
    .summary = "plays the games of a run into a store",
    .run = selfplay_run,
};
