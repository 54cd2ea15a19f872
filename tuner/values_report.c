#include "tuner/values_report.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "engine/base/version.h"
#include "selfplay/json.h"
#include "selfplay/run_player.h"
#include "tuner/against_report.h"
#include "tuner/precision.h"
#include "tuner/shown_value.h"
#include "tuner/versus_report.h"

static const char predictive_note[] =
    "What one more of a piece foretells of the result at a quiet moment in play, with all that "
    "usually\n"
    "goes with it there: what was given for it, and why it could be won. That is NOT what the "
    "piece\n"
    "itself is worth, which `assay values` without --predictive measures.\n\n";

/* Whether a value is of the type, be it against one of two armies (against_column_name()). */
static bool is_about(const char *value, const char *type)
{
    static const char against[] = " against ";
    const size_t length = strlen(type);
    return strncmp(value, type, length) == 0
           && (value[length] == '\0' || strncmp(value + length, against, strlen(against)) == 0);
}

unsigned values_report_type(const Variant *variant, const PieceValue *value)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (is_about(value->name, variant->types[type].name))
            return (unsigned)type;
    return 0;
}

/* ------------------------------------------------------------------------------------------------
 * For people
 */

static void add_interval(const Interval *interval, int digits, Text *text)
{
    char words[48];
    int length = snprintf(words, sizeof words, "%.*f to %.*f", digits, interval->low, digits,
                          interval->high);
    text_add(text, "  %-18s", length > 0 ? words : "");
}

static bool has_bound(const PieceValue *value)
{
    return value->status == VALUE_AT_LEAST || value->status == VALUE_AT_MOST;
}

/* Of the column that counts them. */
static int rows_width(const Measurement *measurement)
{
    return (int)strlen(measurement_rows(measurement)) + 3;
}

/* The row of a piece: its value, or why there is none. */
static void add_piece(const Measurement *measurement, const PieceValue *value, Text *text)
{
    const Variant *variant = measurement->play->variant;
    const bool in_units = measurement->values.unit_measured;
    const ShownValue shown = shown_value(value, in_units);
    const int digits = shown_digits(in_units);
    unsigned type = values_report_type(variant, value);
    text_add(text, "  %c  %-14s", type != 0 ? variant->types[type].letter : ' ', value->name);
    if (value->status == VALUE_UNIT)
        text_add(text, "%7.2f  %-18s", 1.0, "the unit");
    else if (has_bound(value))
        text_add(text, "%7s  %-8s %9.*f", "-", value_status_name(value->status), digits,
                 shown.bound);
    else if (shown.known) {
        text_add(text, "%7.*f", digits, shown.number);
        add_interval(&shown.interval, digits, text);
    } else
        text_add(text, "%7s  %-18s", "-", value_status_name(value->status));
    text_add(text, "%*zu", rows_width(measurement), value->games);
    /* That of the unit stands above the table, once. */
    if (!shown.known && value->reason[0] != '\0')
        text_add(text, "  %s", value->reason);
    text_add_char(text, '\n');
}

/* The piece that another run would best measure in: the one whose log odds are known best of those
 * that can be the unit. NULL where none is known well enough, or where it is not the pieces of one
 * army that are measured. */
static const PieceValue *find_better_unit(const Measurement *measurement)
{
    const Variant *variant = measurement->play->variant;
    const PieceValues *values = &measurement->values;
    const PieceValue *best = NULL;
    double most = 3; /* standard errors: less is no unit (piece_values.h) */
    if (measurement->versus.given || measurement->against.given)
        return NULL;
    for (int i = 0; i < values->value_count; i++) {
        const PieceValue *value = &values->values[i];
        const unsigned type = values_report_type(variant, value);
        const double errors = value->estimate.log_odds / value->estimate.log_odds_error;
        if (type != 0 && unit_possible(variant, type) && errors > most) {
            most = errors;
            best = value;
        }
    }
    return best;
}

/* Why there are no values in units, and what to do. */
static void add_no_unit(const Measurement *measurement, Text *text)
{
    const PieceValues *values = &measurement->values;
    const PieceValue *better = find_better_unit(measurement);
    char known_best[sizeof better->name + 8];
    text_add(text, "No values in %s: %s.\n", values->units, values->unit_reason);
    text_add(text, "The numbers are what one more of a piece %s the log odds of the result.\n",
             measurement->positions > 0 ? "foretells of" : "adds to");
    if (better == NULL) {
        text_add(text, "Play more games, or measure in another piece (--unit=LETTER).\n\n");
        return;
    }
    const Variant *variant = measurement->play->variant;
    unit_plural(better->name, known_best, sizeof known_best);
    text_add(text, "Play more games, or measure in %s, which are known best (--unit=%c).\n\n",
             known_best, variant->types[values_report_type(variant, better)].letter);
}

static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

/* Games with the same army on both sides tell the first move from the armies. */
static bool first_move_has_armies(const Measurement *measurement)
{
    return !measurement->against.given && variant_armies_differ(measurement->play->variant);
}

static void add_first_move(const Measurement *measurement, Text *text)
{
    const PieceValue *first = &measurement->values.first_move;
    text_add(text, first_move_has_armies(measurement) ? "White's army         with the first move: "
                                                      : "first move           ");
    const PieceValues *values = &measurement->values;
    const ShownValue shown = shown_value(first, values->unit_measured);
    const int digits = shown_digits(values->unit_measured);
    if (shown.known)
        text_add(text, "%+.*f %s (%+.*f to %+.*f) for White\n", digits, shown.number,
                 shown_scale(values), digits, shown.interval.low, digits, shown.interval.high);
    else
        text_add(text, "%s%s%s\n", value_status_name(first->status),
                 first->reason[0] != '\0' ? ": " : "", first->reason);
}

static void add_fit(const Measurement *measurement, const PrecisionTarget *target, Text *text)
{
    const PieceValues *values = &measurement->values;
    text_add(text, "interval             %.0f %%, %s, clustered by pair of games\n",
             100 * values->level, interval_method_name(values->method));
    precision_add_text(values, target, measurement->end, text);
    if (values->games_used > 0)
        text_add(text,
                 "fit                  %s on %zu %s, %zu pairs; log likelihood %.2f, conditioning "
                 "%.2f\n",
                 values->model, values->games_used, measurement_rows(measurement),
                 values->pairs_used, values->log_likelihood, values->conditioning);
    else
        text_add(text, "fit                  none\n");
    if (values->unit_measured)
        text_add(text, "cross-check          fractional logit %s%s%s\n",
                 values->cross_check_agrees ? "agrees" : "does not agree",
                 values->cross_check_reason[0] != '\0' ? ": " : "", values->cross_check_reason);
    else if (values->games_used > 0)
        text_add(text, "cross-check          %s\n", values->cross_check_reason);
}

/* Whether the unit is the same however many one side has more. */
static void add_unit_check(const Measurement *measurement, Text *text)
{
    const UnitCheck *check = &measurement->unit_check;
    const PieceValues *values = &measurement->values;
    if (measurement->versus.given || measurement->against.given)
        return;
    if (!check->known)
        text_add(text, "unit                 whether %s add up is not known: %s\n", values->units,
                 check->reason);
    else
        text_add(text,
                 "unit                 a further %s is worth %.2f of the first (%.2f to %.2f): "
                 "%s\n",
                 values->unit, check->further, check->interval.low, check->interval.high,
                 check->adds_up ? "no sign that they do not add up" : "they do not add up");
}

static void add_terms(const PieceValues *values, Text *text)
{
    const ModelTest *test = &values->terms;
    if (!values->terms_tested) {
        if (values->terms_reason[0] != '\0')
            text_add(text, "terms of pairs       not tested: %s\n", values->terms_reason);
        return;
    }
    text_add(
        text,
        "terms of pairs       %s: Wald F(%d, %.0f) = %.2f, p = %.3f, clustered by pair of games; "
        "likelihood\n"
        "                     ratio %.2f, p = %.3f if games were independent\n",
        test->wald.p < 1 - values->level ? "earn their place" : "may all be 0", test->wald.terms,
        test->wald.degrees, test->wald.f, test->wald.p, test->likelihood_ratio,
        test->likelihood_ratio_p);
}

/* What part of a game the values are of. */
static void add_stage(const Measurement *measurement, Text *text)
{
    const RunConfig *config = &measurement->play->config;
    const bool to_hand = (measurement->play->variant->features & FEATURE_TO_HAND) != 0;
    if (config->openings != OPENINGS_IMBALANCE)
        return;
    if (measurement->versus.given || config->thinning == 0) /* a versus is never thinned */
        text_add(
            text,
            "stage of the game    the opening: full boards but for what is between the sides\n");
    else
        text_add(text,
                 "stage of the game    any: both sides first %s the same pieces, up to %" PRIu64
                 " %% of the array's\n",
                 to_hand ? "take and hold" : "lose", config->thinning);
}

/* Where there are pieces in hand, how sides come to differ, and what is counted. */
static void add_hands(const Measurement *measurement, Text *text)
{
    const Play *play = measurement->play;
    if (play->config.openings != OPENINGS_IMBALANCE || measurement->versus.given
        || (play->variant->features & FEATURE_DROPS) == 0)
        return;
    text_add(text,
             "pieces in hand       count as those on the board; a side is made poorer by a piece\n"
             "                     that leaves the game, off the board or out of its hand, or by\n"
             "                     one more in the other's hand; pure odds are of the board\n");
}

/* Which positions predictive values are from. */
static void add_positions(const Measurement *measurement, Text *text)
{
    const RunConfig *config = &measurement->play->config;
    if (measurement->positions == 0)
        return;
    text_add(text,
             "positions            %zu quiet ones, at most %d of each game, of games that %s\n",
             measurement->values.games, measurement->positions,
             config->openings == OPENINGS_IMBALANCE ? "begin with a random imbalance"
                                                    : "begin with the array");
}

static void add_design(const Measurement *measurement, Text *text)
{
    add_positions(measurement, text);
    add_stage(measurement, text);
    add_hands(measurement, text);
    text_add(text, "design               %s in which the sides differ in a piece, and how\n",
             measurement_rows(measurement));
    balance_add_text(&measurement->balance, measurement_rows(measurement), text);
}

static void add_run(const Measurement *measurement, Text *text)
{
    const RunIdentity *identity = &measurement->play->identity;
    run_summary_add_text(&measurement->summary, text);
    play_add_strength(measurement->play, text);
    text_add(text, "variant              %s, rules %016" PRIx64 "\n", identity->variant,
             identity->rules_hash);
    text_add(text,
             "run                  seed %" PRIu64 ", key %016" PRIx64 ", weights %016" PRIx64
             " (%s)\n",
             measurement->play->config.seed, identity->key, identity->weights_hash,
             measurement->play->weights.source);
    text_add(text, "program              %s\n", version_string());
    text_add(text, "stored in            %s/games.db\n", measurement->play->folder.data);
}

void values_report_add_text(const Measurement *measurement, const PrecisionTarget *target,
                            Text *text)
{
    const PieceValues *values = &measurement->values;
    /* Of two armies each may have its unit, or none. */
    text_add(text, "%s: %s, in %s\n\n", measurement->play->variant->name,
             measurement_subject(measurement),
             measurement->against.given ? values->units : shown_scale(values));
    if (measurement->positions > 0)
        text_add(text, predictive_note);
    if (!values->unit_measured && !measurement->against.given)
        add_no_unit(measurement, text);
    const int in_other_table = against_report_add_table(measurement, text);
    if (in_other_table < values->value_count) {
        text_add(text, "     %-13s%8s  %-18s%*s\n", in_other_table > 0 ? "sum" : "piece",
                 values->unit_measured ? "value" : "log odds", "95 % interval",
                 rows_width(measurement), measurement_rows(measurement));
        for (int i = in_other_table; i < values->value_count; i++)
            add_piece(measurement, &values->values[i], text);
        text_add_char(text, '\n');
    }
    add_first_move(measurement, text);
    add_fit(measurement, target, text);
    add_unit_check(measurement, text);
    add_terms(values, text);
    against_report_add_test(measurement, text);
    if (measurement->versus.given)
        versus_report_add_text(measurement, target, text);
    add_design(measurement, text);
    add_run(measurement, text);
}

/* ------------------------------------------------------------------------------------------------
 * As data
 */

static json_t *letter_json(const Variant *variant, const PieceValue *value)
{
    unsigned type = values_report_type(variant, value);
    return type != 0 ? json_stringn(&variant->types[type].letter, 1) : json_null();
}

static json_t *value_json(const Measurement *measurement, const PieceValue *value)
{
    bool known = value->status == VALUE_MEASURED || value->status == VALUE_UNIT;
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:b}",
                     "name", value->name, "status", value_status_name(value->status), "value",
                     known ? json_number_or_null(value->estimate.units) : json_null(), "ci95",
                     known ? json_interval(&value->estimate.units_interval) : json_null(),
                     "half_width", json_number_or_null(precision_half_width(value)), "log_odds",
                     json_number_or_null(value->estimate.log_odds), "log_odds_error",
                     json_number_or_null(value->estimate.log_odds_error), "log_odds_ci95",
                     json_interval(&value->estimate.log_odds_interval), "bound",
                     json_number_or_null(value->bound), "bound_log_odds",
                     json_number_or_null(value->bound_log_odds), measurement_rows(measurement),
                     (json_int_t)value->games, "pairs", (json_int_t)value->pairs, "reason",
                     value->reason[0] != '\0' ? json_string(value->reason) : json_null(),
                     "cross_check_agrees", value->cross_check_agrees);
}

/* Of the value in place `i`: columns come first; sums of them have no balance of their own. */
static json_t *design_json(const Measurement *measurement, int i)
{
    const Balance *balance = &measurement->balance;
    return i < balance->column_count
               ? balance_json(&balance->columns[i], measurement_rows(measurement))
               : json_null();
}

json_t *values_report_pieces_json(const Measurement *measurement)
{
    json_t *pieces = json_array();
    for (int i = 0; i < measurement->values.value_count; i++) {
        const PieceValue *value = &measurement->values.values[i];
        json_t *piece = value_json(measurement, value);
        json_object_set_new(piece, "letter", letter_json(measurement->play->variant, value));
        json_object_set_new(piece, "design", design_json(measurement, i));
        json_array_append_new(pieces, piece);
    }
    return pieces;
}

static json_t *reasons_json(const RunSummary *summary)
{
    json_t *reasons = json_object();
    for (int reason = END_NONE + 1; reason < END_REASON_COUNT; reason++)
        if (summary->by_reason[reason] > 0)
            json_object_set_new(reasons, end_reason_name((EndReason)reason),
                                json_integer((json_int_t)summary->by_reason[reason]));
    return reasons;
}

static void add_games_json(const Measurement *measurement, json_t *root)
{
    const RunSummary *summary = &measurement->summary;
    uint64_t finished = summary->white_wins + summary->draws + summary->black_wins;
    json_object_set_new(root, "games", json_integer((json_int_t)summary->games));
    json_object_set_new(root, "white_wins", json_integer((json_int_t)summary->white_wins));
    json_object_set_new(root, "draws", json_integer((json_int_t)summary->draws));
    json_object_set_new(root, "black_wins", json_integer((json_int_t)summary->black_wins));
    json_object_set_new(root, "draw_share",
                        finished > 0 ? json_real(share(summary->draws, finished)) : json_null());
    json_object_set_new(root, "capped", json_integer((json_int_t)measurement->counts.capped));
    json_object_set_new(root, "end_reasons", reasons_json(summary));
    json_object_set_new(root, "duplicate_games",
                        json_integer((json_int_t)summary->duplicate_games));
    json_object_set_new(root, "distinct_pairs", json_integer((json_int_t)summary->distinct_pairs));
    json_object_set_new(root, "openings", json_integer((json_int_t)summary->openings));
    json_object_set_new(root, "rejected_openings",
                        json_integer((json_int_t)summary->rejected_openings));
    json_object_set_new(root, "capped_share",
                        json_number_or_null(share(measurement->counts.capped, summary->games)));
    json_object_set_new(root, "duplicate_share",
                        json_number_or_null(share(summary->duplicate_games, summary->games)));
    json_object_set_new(root, "rejected_share",
                        json_number_or_null(share(summary->rejected_openings,
                                                  summary->rejected_openings + summary->openings)));
    json_object_set_new(root, "plies_per_game",
                        json_number_or_null(share(summary->plies, summary->games)));
    json_object_set_new(root, "nodes_per_move",
                        json_number_or_null(share(summary->nodes, summary->plies)));
}

static json_t *terms_json(const PieceValues *values)
{
    const ModelTest *test = &values->terms;
    if (!values->terms_tested)
        return json_null();
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "terms", test->wald.terms, "wald_f",
                     json_number_or_null(test->wald.f), "degrees",
                     json_number_or_null(test->wald.degrees), "wald_p",
                     json_number_or_null(test->wald.p), "likelihood_ratio",
                     json_number_or_null(test->likelihood_ratio), "likelihood_ratio_p",
                     json_number_or_null(test->likelihood_ratio_p));
}

static json_t *unit_check_json(const UnitCheck *check)
{
    if (!check->known)
        return json_null();
    return json_pack("{s:o, s:o, s:b}", "further", json_number_or_null(check->further), "ci95",
                     json_interval(&check->interval), "adds_up", check->adds_up);
}

static void add_fit_json(const Measurement *measurement, json_t *root)
{
    const PieceValues *values = &measurement->values;
    json_object_set_new(root, "unit", json_string(values->unit));
    json_object_set_new(root, "unit_measured", json_boolean(values->unit_measured));
    json_object_set_new(root, "unit_reason",
                        values->unit_measured ? json_null() : json_string(values->unit_reason));
    json_object_set_new(root, "pieces", json_null()); /* its place; filled in by the caller */
    json_object_set_new(root, "first_move", value_json(measurement, &values->first_move));
    json_object_set_new(root, "draw_band", json_number_or_null(values->draw_band));
    json_object_set_new(root, "model", json_string(values->model));
    json_object_set_new(root, "interval_method", json_string(interval_method_name(values->method)));
    json_object_set_new(root, measurement->positions > 0 ? "positions_used" : "games_used",
                        json_integer((json_int_t)values->games_used));
    json_object_set_new(root, "pairs_used", json_integer((json_int_t)values->pairs_used));
    json_object_set_new(root, "log_likelihood", json_number_or_null(values->log_likelihood));
    json_object_set_new(root, "terms_test", terms_json(values));
    json_object_set_new(root, "conditioning",
                        values->model[0] != '\0' ? json_number_or_null(values->conditioning)
                                                 : json_null());
    json_object_set_new(root, "cross_check_agrees", json_boolean(values->cross_check_agrees));
}

json_t *values_report_json(const Measurement *measurement)
{
    const Play *play = measurement->play;
    json_t *root = json_object();
    json_object_set_new(root, "variant", json_string(play->variant->name));
    json_object_set_new(root, "kind", json_string(measurement_kind(measurement)));
    if (measurement->positions > 0)
        json_object_set_new(root, "positions_of_a_game", json_integer(measurement->positions));
    json_object_set_new(root, "player",
                        run_player_given(&play->config) ? json_string(play->config.player_name)
                                                        : json_null());
    json_object_set_new(root, "seed", json_integer((json_int_t)play->config.seed));
    json_object_set_new(root, "nodes", json_integer((json_int_t)play->config.nodes));
    add_games_json(measurement, root);
    add_fit_json(measurement, root);
    json_object_set_new(root, "pieces", values_report_pieces_json(measurement));
    json_object_set_new(root, "unit_check", unit_check_json(&measurement->unit_check));
    json_object_set_new(root, "first_move_has_armies",
                        json_boolean(first_move_has_armies(measurement)));
    if (measurement->versus.given)
        json_object_set_new(root, "versus", versus_report_json(&measurement->versus_scores));
    if (measurement->against.given)
        json_object_set_new(root, "against", against_report_json(measurement));
    json_object_set_new(root, "rules", json_string(play->variant->rules));
    json_object_set_new(root, "rules_hash", json_hex(play->identity.rules_hash));
    json_object_set_new(root, "weights_hash", json_hex(play->identity.weights_hash));
    json_object_set_new(root, "run_key", json_hex(play->identity.key));
    json_object_set_new(root, "config", json_string(play->identity.config));
    json_object_set_new(root, "version", json_string(version_string()));
    return root;
}
