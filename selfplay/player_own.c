/* Our own engine, in this thread. It is cleared before each game, so a game by nodes depends on its
 * moves alone. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "engine/search/searcher.h"
#include "selfplay/player_kind.h"

typedef struct Own {
    Weights weights;
    Searcher *searcher; /* owned */
    SearchLimits limits;
    char name[512];
} Own;

static void *own_start(const PlayerSpec *spec, const Variant *variant, Error *err)
{
    if (spec->option_count > 0) {
        error_set(err, "option '%s': our own engine has none; see --weights1, --nodes and --hash",
                  spec->options[0]);
        return NULL;
    }
    Own *own = memory_new(1, sizeof *own);
    if (!(spec->weights != NULL ? weights_load(&own->weights, variant, spec->weights, err)
                                : weights_load_default(&own->weights, variant, err))) {
        free(own);
        return NULL;
    }
    own->searcher = searcher_new(variant, &own->weights, (size_t)spec->hash_mb * 1024 * 1024);
    own->limits =
        (SearchLimits){.nodes = spec->nodes, .time_ms = spec->movetime_ms, .stop = spec->stop};
    snprintf(own->name, sizeof own->name, "Assay %s, weights %s", version_string(),
             own->weights.source);
    return own;
}

static void own_finish(void *state)
{
    Own *own = state;
    searcher_free(own->searcher);
    free(own);
}

static const char *own_name(const void *state) { return ((const Own *)state)->name; }

static bool own_begin(void *state, const GameLine *line, Error *err)
{
    (void)line;
    (void)err;
    searcher_clear(((Own *)state)->searcher);
    return true;
}

static PlayerMove own_move(void *state, GameLine *line)
{
    Own *own = state;
    const double start = clock_now();
    const SearchResult result = searcher_search(own->searcher, &line->position, &own->limits);
    return (PlayerMove){
        .move = result.best,
        .fault = result.best == NO_MOVE ? FAULT_ILLEGAL : FAULT_NONE,
        .stopped = own->limits.stop != NULL && *own->limits.stop,
        .seconds = clock_now() - start,
        .nodes = result.nodes,
        .depth = result.depth,
    };
}

const PlayerKind player_own = {
    .name = "own",
    .by_nodes = true,
    .start = own_start,
    .finish = own_finish,
    .name_of = own_name,
    .begin = own_begin,
    .move = own_move,
};
