#include "selfplay/run_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "selfplay/player_kind.h"

bool run_player_given(const RunConfig *config) { return config->player[0] != '\0'; }

/* Takes the text of the options apart. */
static bool split_options(RunPlayer *player, Error *err)
{
    char *rest = NULL;
    for (char *option = strtok_r(player->text, ";", &rest); option != NULL;
         option = strtok_r(NULL, ";", &rest)) {
        if (player->spec.option_count == RUN_PLAYER_OPTIONS)
            return error_set(err, "player_options: more than %d", RUN_PLAYER_OPTIONS);
        player->options[player->spec.option_count++] = option + strspn(option, " ");
    }
    return true;
}

bool run_player_init(RunPlayer *player, const RunConfig *config, const atomic_bool *stop,
                     Error *err)
{
    const uint64_t kb = config->table_kb, mb = kb < 1024 ? 1 : kb / 1024;
    *player = (RunPlayer){.text = memory_copy_string(config->player_options)};
    player->spec = (PlayerSpec){
        .variant_name = config->player_variant[0] != '\0' ? config->player_variant : NULL,
        .options = player->options,
        .nodes = config->nodes,
        .margin_ms = PLAYER_NODES_MARGIN_MS,
        .start_ms = PLAYER_START_MS,
        .hash_mb = (int)mb,
        .stop = stop,
    };
    if (!player_spec_read(&player->spec, config->player, err))
        return error_prefix(err, "player");
    if (player->spec.kind != &player_uci)
        return error_set(err,
                         "player: '%s' is no UCI engine, and only these can be limited by "
                         "nodes: write uci:COMMAND, or leave it out for our own engine",
                         config->player);
    return split_options(player, err);
}

void run_player_release(RunPlayer *player)
{
    free(player->text);
    *player = (RunPlayer){.text = NULL};
}

bool run_player_find_name(RunConfig *config, const Variant *variant, Error *err)
{
    if (!run_player_given(config))
        return true;
    RunPlayer spec;
    Player *player = NULL;
    if (run_player_init(&spec, config, NULL, err))
        player = player_new(&spec.spec, variant, err);
    if (player != NULL)
        snprintf(config->player_name, sizeof config->player_name, "%s", player_name(player));
    const bool good = player != NULL;
    player_free(player);
    run_player_release(&spec);
    return good;
}
