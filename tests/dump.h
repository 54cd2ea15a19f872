/* A store as text, without what may differ between two runs of the same games (date, host,
 * revision): for comparing. */
#pragma once

#include <inttypes.h>

#include "selfplay/store.h"

static inline bool dump_visit(void *context, const GameRecord *record, Error *err)
{
    (void)err;
    Text *text = context;
    text_add(text, "%" PRIu64 "|%s|%d|%d|%d|%" PRIu64 "|%" PRIu32 "|%s|", record->index,
             record->start_fen.data, (int)record->result, (int)record->reason, record->plies,
             record->nodes, record->rejected, record->moves.data);
    for (int ply = 0; ply < record->plies; ply++) {
        text_add(text, " %d", game_record_score(record, ply));
    }
    text_add(text, "\n");
    return true;
}

/* Appends the store of that path. */
static inline bool dump_store(const char *path, Text *text, Error *err)
{
    Store *store = store_open_read(path, err);
    if (store == NULL) {
        return false;
    }
    RunIdentity identity;
    bool good = store_read_identity(store, &identity, err);
    if (good) {
        text_add(text, "%016" PRIx64 "\n%s%s%s", identity.key, identity.config, identity.rules,
                 identity.weights);
        good = store_each(store, UINT64_MAX, dump_visit, text, err);
    }
    run_identity_release(&identity);
    return store_close(store, err) && good;
}
