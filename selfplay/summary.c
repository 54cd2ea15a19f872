#include "selfplay/summary.h"

#include <inttypes.h>

#include "engine/base/hash.h"
#include "selfplay/hash_set.h"

typedef struct Summing {
    RunSummary *summary;
    HashSet games, pairs;
    uint64_t last_index; /* of the game before; meaningless while summary->games is 0 */
    uint64_t last_hash;
} Summing;

static void sum_result(RunSummary *summary, GameResult result)
{
    switch (result) {
    case RESULT_WHITE: summary->white_wins++; break;
    case RESULT_DRAW: summary->draws++; break;
    case RESULT_BLACK: summary->black_wins++; break;
    case RESULT_NONE: break;
    }
}

static bool sum_game(void *context, const GameRecord *record, Error *err)
{
    Summing *summing = context;
    RunSummary *summary = summing->summary;
    if (record->reason <= END_NONE || record->reason >= END_REASON_COUNT
        || (record->result == RESULT_NONE) != (record->reason == END_PLY_CAP)) {
        return error_set(err, "game %" PRIu64 " has the end reason %d and the result %d",
                         record->index, (int)record->reason, (int)record->result);
    }
    bool second =
        summary->games > 0 && record->index % 2 == 1 && summing->last_index == record->index - 1;
    uint64_t hash = game_record_game_hash(record);
    if (second) {
        summary->pairs++;
        summary->distinct_pairs +=
            hash_set_add(&summing->pairs, hash_add(summing->last_hash, hash));
    } else {
        summary->openings++;
        summary->rejected_openings += record->rejected;
    }
    summary->games++;
    summary->duplicate_games += !hash_set_add(&summing->games, hash);
    sum_result(summary, record->result);
    summary->by_reason[record->reason]++;
    summary->plies += (uint64_t)record->plies;
    summary->nodes += record->nodes;
    summing->last_index = record->index;
    summing->last_hash = hash;
    return true;
}

bool run_summarize(Store *store, uint64_t end, RunSummary *summary, Error *err)
{
    *summary = (RunSummary){.games = 0};
    Summing summing = {.summary = summary};
    hash_set_init(&summing.games);
    hash_set_init(&summing.pairs);
    bool good = store_each(store, end, sum_game, &summing, err);
    hash_set_release(&summing.games);
    hash_set_release(&summing.pairs);
    return good;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static void add_share(Text *text, const char *name, uint64_t part, uint64_t whole)
{
    text_add(text, "  %-18s %" PRIu64 " (%.1f %%)\n", name, part, percent(part, whole));
}

void run_summary_add_text(const RunSummary *summary, Text *text)
{
    if (summary->games == 0) {
        text_add(text, "no games\n");
        return;
    }
    uint64_t games = summary->games;
    text_add(text, "games                %" PRIu64 " in %" PRIu64 " pairs\n", games,
             summary->pairs);
    add_share(text, "White won", summary->white_wins, games);
    add_share(text, "drawn", summary->draws, games);
    add_share(text, "Black won", summary->black_wins, games);
    text_add(text, "ended by\n");
    for (int reason = END_NONE + 1; reason < END_REASON_COUNT; reason++) {
        if (summary->by_reason[reason] > 0 || reason == END_PLY_CAP) {
            add_share(text, end_reason_name((EndReason)reason), summary->by_reason[reason], games);
        }
    }
    uint64_t capped = summary->by_reason[END_PLY_CAP];
    if (50 * capped > games) {
        text_add(text,
                 "  WARNING: %.1f %% of the games were stopped without a result (max_plies)\n",
                 percent(capped, games));
    }
    text_add(text, "plies a game         %.1f\n", (double)summary->plies / (double)games);
    text_add(text, "nodes a move         %.1f\n", (double)summary->nodes / (double)summary->plies);
    text_add(text, "duplicate games      %" PRIu64 " (%.2f %%)\n", summary->duplicate_games,
             percent(summary->duplicate_games, games));
    text_add(text, "effective pairs      %" PRIu64 " of %" PRIu64 "\n", summary->distinct_pairs,
             summary->pairs);
    text_add(text, "openings refused     %" PRIu64 " of %" PRIu64 " drawn (%.1f %%)\n",
             summary->rejected_openings, summary->rejected_openings + summary->openings,
             percent(summary->rejected_openings, summary->rejected_openings + summary->openings));
}
