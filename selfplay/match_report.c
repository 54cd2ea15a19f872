#include "selfplay/match_report.h"

#include <inttypes.h>
#include <math.h>

#include "engine/base/version.h"
#include "selfplay/json.h"

static const char *const result_names[MATCH_RESULTS] = {[MATCH_WON] = "won",
                                                        [MATCH_DRAWN] = "drawn",
                                                        [MATCH_LOST] = "lost",
                                                        [MATCH_OPEN] = "no result"};

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

static uint64_t counted_pairs(const MatchScore *score)
{
    uint64_t count = 0;
    for (int i = 0; i < PENTANOMIAL; i++)
        count += score->counted[i];
    return count;
}

/* Games that a player lost by a fault. */
static uint64_t lost_by_fault(const MatchScore *score, int player)
{
    uint64_t count = 0;
    for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
        if (fault != FAULT_RESIGN)
            count += score->ends[END_REASON_COUNT + fault][player == 0 ? MATCH_LOST : MATCH_WON];
    return count;
}

/* --- For people --------------------------------------------------------------------------------
 */

static void add_player(const MatchReport *report, int player, Text *text)
{
    const PlayerSpec *spec = &report->config->players[player];
    text_add(text, "  %d  %s, ", player + 1, report->outcome->names[player]);
    if (spec->nodes > 0)
        text_add(text, "%" PRIu64 " nodes a move\n", spec->nodes);
    else
        text_add(text, "%" PRId64 " ms a move\n", spec->movetime_ms);
}

static void add_score(const MatchScore *score, Text *text)
{
    const uint64_t *results = score->results;
    const double rated = (double)(score->games - results[MATCH_OPEN]);
    const double points = (double)results[MATCH_WON] + 0.5 * (double)results[MATCH_DRAWN];
    text_add(text,
             "score of 1           %.1f of %.0f (%.1f %%): %" PRIu64 " won, %" PRIu64
             " drawn, %" PRIu64 " lost\n",
             points, rated, 100 * share(points, rated), results[MATCH_WON], results[MATCH_DRAWN],
             results[MATCH_LOST]);
    const double white = (double)score->white_wins + 0.5 * (double)results[MATCH_DRAWN];
    text_add(text, "White's score        %.1f %%\n", 100 * share(white, rated));
}

static void add_pairs(const MatchScore *score, Text *text)
{
    const uint64_t *counted = score->counted;
    text_add(text,
             "pairs by points      %" PRIu64 " of 0, %" PRIu64 " of 1/2, %" PRIu64 " of 1, %" PRIu64
             " of 3/2, %" PRIu64 " of 2\n",
             counted[0], counted[1], counted[2], counted[3], counted[4]);
    if (score->open_pairs > 0)
        text_add(text, "  left out           %" PRIu64 " with a game without result\n",
                 score->open_pairs);
    if (score->duplicate_pairs > 0)
        text_add(text,
                 "  left out           %" PRIu64
                 " that are, move by move, an earlier one again: effective sample size %" PRIu64
                 "\n",
                 score->duplicate_pairs, counted_pairs(score) + score->open_pairs);
}

static void add_rating(const Rating *rating, Text *text)
{
    static const char head[] = "Elo                 ";
    switch (rating->kind) {
    case RATING_NONE: text_add(text, "%s no estimate\n", head); return;
    case RATING_AT_LEAST:
        text_add(text, "%s at least %+.1f (95 %%)\n", head, rating->elo_range.low);
        break;
    case RATING_AT_MOST:
        text_add(text, "%s at most %+.1f (95 %%)\n", head, rating->elo_range.high);
        break;
    case RATING_BOTH:
        text_add(text, "%s %+.1f +- %.1f (95 %%: %+.1f to %+.1f), logistic, by pairs\n", head,
                 rating->elo, (rating->elo_range.high - rating->elo_range.low) / 2,
                 rating->elo_range.low, rating->elo_range.high);
        break;
    }
    if (!rating->spread)
        return;
    text_add(text, "normalized Elo       %+.1f +- %.1f (95 %%), by pairs\n", rating->nelo,
             rating->nelo_half);
    text_add(text, "1 is the stronger    %.1f %% likely (LOS)\n", 100 * rating->superiority);
}

static const char *verdict_text(SprtVerdict verdict)
{
    switch (verdict) {
    case SPRT_ACCEPT_H0: return "H0 accepted";
    case SPRT_ACCEPT_H1: return "H1 accepted";
    default: return "undecided";
    }
}

static void add_test(const MatchReport *report, Text *text)
{
    const Sprt *sprt = &report->config->sprt;
    text_add(text,
             "SPRT                 %s: LLR %.2f in (%.2f, %.2f) for %s Elo %g (H0) or %g (H1), by "
             "pairs\n",
             verdict_text(report->outcome->verdict), report->outcome->llr, sprt_lower(sprt),
             sprt_upper(sprt), elo_model_name(sprt->model), sprt->elo0, sprt->elo1);
}

static void add_ends(const MatchScore *score, Text *text)
{
    text_add(text, "\nended by (1:)        %10s %10s %10s %10s\n", result_names[MATCH_WON],
             result_names[MATCH_DRAWN], result_names[MATCH_LOST], result_names[MATCH_OPEN]);
    for (int end = 0; end < MATCH_ENDS; end++) {
        const uint64_t *row = score->ends[end];
        if (row[MATCH_WON] + row[MATCH_DRAWN] + row[MATCH_LOST] + row[MATCH_OPEN] > 0)
            text_add(text, "  %-18s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n",
                     match_end_name(end), row[MATCH_WON], row[MATCH_DRAWN], row[MATCH_LOST],
                     row[MATCH_OPEN]);
    }
}

static void add_warnings(const MatchReport *report, Text *text)
{
    const MatchScore *score = &report->outcome->score;
    const uint64_t open = score->results[MATCH_OPEN];
    if (50 * open > score->games)
        text_add(text,
                 "  WARNING: %.1f %% of the games were stopped without a result (max_plies)\n",
                 100 * share((double)open, (double)score->games));
    for (int player = 0; player < 2; player++) {
        const uint64_t faults = lost_by_fault(score, player);
        if (faults > 0)
            text_add(text,
                     "  WARNING: %d lost %" PRIu64
                     " games by a fault of its own; --log says what happened in each\n",
                     player + 1, faults);
    }
}

/* A mean, or that nothing is known. */
static void add_mean(double sum, uint64_t count, int decimals, Text *text)
{
    if (count == 0)
        text_add(text, " %12s", "-");
    else
        text_add(text, " %12.*f", decimals, sum / (double)count);
}

static void add_totals(const MatchReport *report, Text *text)
{
    text_add(text, "\nin a move            %12s %12s %12s %12s\n", "nodes", "depth", "ms",
             "longest ms");
    for (int player = 0; player < 2; player++) {
        const PlayerTotals *totals = &report->outcome->score.totals[player];
        const bool timed = report->config->players[player].movetime_ms > 0;
        text_add(text, "  %d                  ", player + 1);
        add_mean((double)totals->nodes, totals->node_moves, 0, text);
        add_mean((double)totals->depth, totals->depth_moves, 1, text);
        add_mean(1000 * totals->seconds, timed ? totals->moves : 0, 1, text);
        add_mean(1000 * totals->longest, timed && totals->moves > 0, 0, text);
        text_add_char(text, '\n');
    }
}

static void add_settings(const MatchReport *report, Text *text)
{
    const MatchConfig *config = report->config;
    const MatchScore *score = &report->outcome->score;
    text_add(text,
             "\nopenings             %" PRIu64
             " random plies, balanced within %d centipawns; %" PRIu64 " of %" PRIu64
             " drawn were refused\n",
             config->openings.opening_plies, report->outcome->margin, score->rejected_openings,
             score->rejected_openings + score->pairs);
    text_add(text, "plies a game         %.1f\n",
             share((double)score->plies, (double)score->games));
    text_add(text, "variant              %s, rules %016" PRIx64 "\n", config->variant->name,
             config->variant->hash);
    text_add(text, "seed                 %" PRIu64 "\n", config->openings.seed);
    text_add(text, "program              %s\n", version_string());
}

void match_report_add_text(const MatchReport *report, Text *text)
{
    const MatchScore *score = &report->outcome->score;
    text_add(text, "%s: %" PRIu64 " games in %" PRIu64 " pairs\n", report->config->variant->name,
             score->games, score->pairs);
    add_player(report, 0, text);
    add_player(report, 1, text);
    text_add_char(text, '\n');
    if (score->games == 0) {
        text_add(text, "no games\n");
        return;
    }
    const Rating rating = match_score_rating(score);
    add_score(score, text);
    add_pairs(score, text);
    add_rating(&rating, text);
    if (report->config->test)
        add_test(report, text);
    add_ends(score, text);
    add_warnings(report, text);
    add_totals(report, text);
    add_settings(report, text);
}

/* --- As data -----------------------------------------------------------------------------------
 */

static json_t *count_json(uint64_t count) { return json_integer((json_int_t)count); }

static json_t *totals_json(const PlayerTotals *totals, bool timed)
{
    json_t *root = json_object();
    json_object_set_new(root, "moves", count_json(totals->moves));
    json_object_set_new(root, "nodes_per_move",
                        json_number_or_null((double)totals->nodes / (double)totals->node_moves));
    json_object_set_new(root, "depth",
                        json_number_or_null((double)totals->depth / (double)totals->depth_moves));
    if (timed) {
        json_object_set_new(root, "ms_per_move",
                            json_number_or_null(1000 * totals->seconds / (double)totals->moves));
        json_object_set_new(root, "longest_ms", json_real(1000 * totals->longest));
    }
    return root;
}

static json_t *player_json(const MatchReport *report, int player)
{
    const PlayerSpec *spec = &report->config->players[player];
    const MatchScore *score = &report->outcome->score;
    json_t *root = json_object();
    json_object_set_new(root, "name", json_string(report->outcome->names[player]));
    json_object_set_new(root, "command",
                        spec->command != NULL ? json_string(spec->command) : json_null());
    json_object_set_new(root, "nodes", count_json(spec->nodes));
    json_object_set_new(root, "movetime_ms", json_integer(spec->movetime_ms));
    json_t *options = json_array();
    for (size_t i = 0; i < spec->option_count; i++)
        json_array_append_new(options, json_string(spec->options[i]));
    json_object_set_new(root, "options", options);
    json_object_set_new(root, "lost_by_fault", count_json(lost_by_fault(score, player)));
    json_object_update_new(root, totals_json(&score->totals[player], spec->movetime_ms > 0));
    return root;
}

static json_t *row_json(const uint64_t row[MATCH_RESULTS])
{
    json_t *root = json_object();
    for (int result = 0; result < MATCH_RESULTS; result++)
        json_object_set_new(root, result_names[result], count_json(row[result]));
    return root;
}

static json_t *ends_json(const MatchScore *score)
{
    json_t *root = json_object();
    for (int end = 0; end < MATCH_ENDS; end++) {
        const uint64_t *row = score->ends[end];
        if (row[MATCH_WON] + row[MATCH_DRAWN] + row[MATCH_LOST] + row[MATCH_OPEN] > 0)
            json_object_set_new(root, match_end_name(end), row_json(row));
    }
    return root;
}

/* An end of an interval that is not bounded there is null. */
static json_t *elo_range_json(const Rating *rating)
{
    return json_pack("[o,o]",
                     rating->kind == RATING_AT_MOST ? json_null()
                                                    : json_number_or_null(rating->elo_range.low),
                     rating->kind == RATING_AT_LEAST ? json_null()
                                                     : json_number_or_null(rating->elo_range.high));
}

static json_t *rating_json(const Rating *rating)
{
    if (rating->kind == RATING_NONE)
        return json_null();
    json_t *root = json_object();
    json_object_set_new(root, "model", json_string("logistic, by pairs"));
    json_object_set_new(root, "score", json_real(rating->score));
    json_object_set_new(root, "score_ci95", json_interval(&rating->score_range));
    json_object_set_new(root, "elo",
                        rating->kind == RATING_BOTH ? json_real(rating->elo) : json_null());
    json_object_set_new(root, "elo_ci95", elo_range_json(rating));
    json_object_set_new(root, "normalized_elo",
                        rating->spread ? json_real(rating->nelo) : json_null());
    json_object_set_new(root, "normalized_elo_half_ci95",
                        rating->spread ? json_real(rating->nelo_half) : json_null());
    json_object_set_new(root, "los", rating->spread ? json_real(rating->superiority) : json_null());
    return root;
}

static json_t *test_json(const MatchReport *report)
{
    const Sprt *sprt = &report->config->sprt;
    if (!report->config->test)
        return json_null();
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:s}", "model",
                     elo_model_name(sprt->model), "elo0", sprt->elo0, "elo1", sprt->elo1, "alpha",
                     sprt->alpha, "beta", sprt->beta, "lower", sprt_lower(sprt), "upper",
                     sprt_upper(sprt), "llr", report->outcome->llr, "verdict",
                     verdict_text(report->outcome->verdict));
}

static json_t *counted_json(const MatchScore *score)
{
    json_t *root = json_array();
    for (int i = 0; i < PENTANOMIAL; i++)
        json_array_append_new(root, count_json(score->counted[i]));
    return root;
}

json_t *match_report_json(const MatchReport *report)
{
    const MatchConfig *config = report->config;
    const MatchScore *score = &report->outcome->score;
    const Rating rating = match_score_rating(score);
    json_t *root = json_object();
    json_object_set_new(root, "variant", json_string(config->variant->name));
    json_object_set_new(root, "players",
                        json_pack("[o,o]", player_json(report, 0), player_json(report, 1)));
    json_object_set_new(root, "games", count_json(score->games));
    json_object_set_new(root, "results", row_json(score->results));
    json_object_set_new(root, "white_wins", count_json(score->white_wins));
    json_object_set_new(root, "black_wins", count_json(score->white_losses));
    json_object_set_new(root, "pairs", count_json(score->pairs));
    json_object_set_new(root, "pentanomial", counted_json(score));
    json_object_set_new(root, "pairs_without_result", count_json(score->open_pairs));
    json_object_set_new(root, "duplicate_pairs", count_json(score->duplicate_pairs));
    json_object_set_new(root, "rating", rating_json(&rating));
    json_object_set_new(root, "sprt", test_json(report));
    json_object_set_new(root, "ends", ends_json(score));
    json_object_set_new(root, "stopped", json_boolean(report->outcome->status.stopped));
    json_object_set_new(root, "opening_plies", count_json(config->openings.opening_plies));
    json_object_set_new(root, "opening_margin", json_integer(report->outcome->margin));
    json_object_set_new(root, "rejected_openings", count_json(score->rejected_openings));
    json_object_set_new(root, "seed", count_json(config->openings.seed));
    json_object_set_new(root, "rules", json_string(config->variant->rules));
    json_object_set_new(root, "rules_hash", json_hex(config->variant->hash));
    json_object_set_new(root, "version", json_string(version_string()));
    return root;
}

static const char *game_result_text(const MatchGame *game)
{
    static const char *const names[] = {"0-1", "1/2-1/2", "1-0"};
    return game->result == RESULT_NONE ? "*" : names[game->result];
}

json_t *match_game_json(uint64_t index, const MatchGame *game, const char *const players[2])
{
    json_t *root =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:i, s:s}", "game", (json_int_t)index, "white",
                  players[WHITE], "black", players[BLACK], "result", game_result_text(game), "end",
                  match_game_end_name(game), "plies", game->plies, "moves", game->moves.data);
    if (game->fault != FAULT_NONE) {
        json_object_set_new(root, "at_fault",
                            json_string(game->at_fault == WHITE ? "white" : "black"));
        json_object_set_new(root, "why", json_string(game->why));
    }
    return root;
}
