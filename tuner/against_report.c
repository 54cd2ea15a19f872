#include "tuner/against_report.h"

#include <math.h>
#include <stdio.h>

#include "selfplay/json.h"
#include "tuner/shown_value.h"

/* The first army of "Q=N" has no name in the values. */
static const char *army_title(const Against *against, int army)
{
    const char *name = against_army_name(against, army);
    return name[0] != '\0' ? name : "the array's army";
}

/* ------------------------------------------------------------------------------------------------
 * For people
 */

/* A value against an army, in log odds where the unit is not measured against that. */
static void add_value(const PieceValue *value, bool in_units, Text *text)
{
    const ShownValue shown = shown_value(value, in_units);
    const int digits = shown_digits(in_units);
    char number[24] = "-", interval[48];
    snprintf(interval, sizeof interval, "%s", value_status_name(value->status));
    if (value->status == VALUE_UNIT) {
        snprintf(number, sizeof number, "%.2f", 1.0);
        snprintf(interval, sizeof interval, "the unit");
    } else if (value->status == VALUE_AT_LEAST || value->status == VALUE_AT_MOST) {
        snprintf(interval, sizeof interval, "%s %.*f", value_status_name(value->status), digits,
                 shown.bound);
    } else if (shown.known) {
        snprintf(number, sizeof number, "%.*f", digits, shown.number);
        snprintf(interval, sizeof interval, "%.*f to %.*f", digits, shown.interval.low, digits,
                 shown.interval.high);
    }
    text_add(text, "%7s  %-17s%7zu", number, interval, value->games);
}

static void add_piece(const Measurement *measurement, const PieceType *type, int place, Text *text)
{
    const AgainstValues *against = &measurement->against_values;
    const AgainstDifference *difference = &against->differences[place];
    text_add(text, "  %c  %-16s", type->letter, type->name);
    for (int army = 0; army < 2; army++)
        add_value(&measurement->values.values[army * against->piece_count + place],
                  against->unit_measured[army], text);
    if (difference->known)
        text_add(text, "%+9.2f  %+.2f to %+.2f", difference->units, difference->interval.low,
                 difference->interval.high);
    text_add_char(text, '\n');
}

/* Of the values that have none, why. */
static void add_reasons(const Measurement *measurement, Text *text)
{
    const AgainstValues *against = &measurement->against_values;
    for (int i = 0; i < 2 * against->piece_count; i++) {
        const PieceValue *value = &measurement->values.values[i];
        if (value->status != VALUE_MEASURED && value->status != VALUE_UNIT_NOT_MEASURED
            && value->reason[0] != '\0')
            text_add(text, "  %s: %s\n", value->name, value->reason);
    }
    for (int army = 0; army < 2; army++)
        if (!against->unit_measured[army])
            text_add(text,
                     "  no values in %s against %s: %s; play more games, or measure in another "
                     "piece (--unit)\n",
                     measurement->values.units, army_title(&measurement->against, army),
                     against->unit_reason[army]);
    text_add_char(text, '\n');
}

static const char *number_heading(const Measurement *measurement, int army)
{
    return measurement->against_values.unit_measured[army] ? "value" : "log odds";
}

int against_report_add_table(const Measurement *measurement, Text *text)
{
    const Variant *variant = measurement->play->variant;
    const Against *against = &measurement->against;
    if (!against->given)
        return 0;
    text_add(text, "     %-18s%s %-25s%s %-27s%s\n", "", "against", army_title(against, 0),
             "against", army_title(against, 1), "second less first");
    text_add(text, "     %-15s", "piece");
    for (int army = 0; army < 2; army++)
        text_add(text, "%8s  %-17s%*s", number_heading(measurement, army), "95 % interval",
                 army == 0 ? 6 : 7, "games");
    text_add(text, "%9s  %s\n", "", "95 % interval");
    int place = 0;
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal)
            add_piece(measurement, &variant->types[type], place++, text);
    add_reasons(measurement, text);
    return 2 * place + 1; /* what the armies differ in is told below */
}

/* What the armies themselves are worth, in units against the first. */
static void add_armies(const PieceValues *values, const PieceValue *armies, Text *text)
{
    const ShownValue shown = shown_value(armies, values->unit_measured);
    const int digits = shown_digits(values->unit_measured);
    text_add(text, "  the armies         %s: ", armies->name);
    if (shown.known)
        text_add(text, "%+.*f %s (%+.*f to %+.*f)\n", digits, shown.number, shown_scale(values),
                 digits, shown.interval.low, digits, shown.interval.high);
    else
        text_add(text, "%s%s%s\n", value_status_name(armies->status),
                 armies->reason[0] != '\0' ? ": " : "", armies->reason);
}

void against_report_add_test(const Measurement *measurement, Text *text)
{
    const AgainstValues *against = &measurement->against_values;
    const WaldTest *test = &against->test;
    if (!measurement->against.given)
        return;
    text_add(text,
             "two armies           %zu games, %zu pairs with one each; %zu games, %zu pairs "
             "with the same on both sides\n",
             against->games[1], against->pairs[1], against->games[0], against->pairs[0]);
    const int armies = 2 * against->piece_count; /* behind the pieces against either */
    add_armies(&measurement->values, &measurement->values.values[armies], text);
    if (against->tested)
        text_add(text,
                 "  values             %s: Wald F(%d, %.0f) = %.2f, p = %.3f, clustered by pair of "
                 "games\n",
                 test->p < 1 - measurement->values.level ? "depend on the enemy's army"
                                                         : "may be the same against both",
                 test->terms, test->degrees, test->f, test->p);
    else
        text_add(text, "  values             not compared: %s\n", against->reason);
    if (against->tested && against->symmetric)
        text_add(text,
                 "  WARNING: a %s is not known well enough for good intervals of "
                 "differences; play more games\n",
                 measurement->values.unit);
}

/* ------------------------------------------------------------------------------------------------
 * As data
 */

static json_t *piece_json(const PieceType *type, const AgainstDifference *difference)
{
    return json_pack("{s:s, s:s#, s:o, s:o, s:o}", "name", type->name, "letter", &type->letter, 1,
                     "difference", json_number_or_null(difference->units), "difference_ci95",
                     difference->known ? json_interval(&difference->interval) : json_null(),
                     "difference_error", json_number_or_null(difference->error));
}

static json_t *pieces_json(const Measurement *measurement)
{
    const Variant *variant = measurement->play->variant;
    json_t *pieces = json_array();
    int place = 0;
    for (int type = 1; type <= variant->type_count; type++) {
        if (variant->types[type].royal)
            continue;
        json_t *piece =
            piece_json(&variant->types[type], &measurement->against_values.differences[place++]);
        for (int army = 0; army < 2; army++) {
            char column[160];
            against_column_name(&measurement->against, variant->types[type].name, army, column,
                                sizeof column);
            json_object_set_new(piece, army == 0 ? "first" : "second", json_string(column));
        }
        json_array_append_new(pieces, piece);
    }
    return pieces;
}

static json_t *test_json(const AgainstValues *against)
{
    const WaldTest *test = &against->test;
    if (!against->tested)
        return json_null();
    return json_pack("{s:i, s:o, s:o, s:o}", "terms", test->terms, "wald_f",
                     json_number_or_null(test->f), "degrees", json_number_or_null(test->degrees),
                     "wald_p", json_number_or_null(test->p));
}

json_t *against_report_json(const Measurement *measurement)
{
    const AgainstValues *against = &measurement->against_values;
    return json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "first", army_title(&measurement->against, 0),
        "second", army_title(&measurement->against, 1), "games_with_one_each",
        (json_int_t)against->games[1], "pairs_with_one_each", (json_int_t)against->pairs[1],
        "games_with_the_same", (json_int_t)against->games[0], "pairs_with_the_same",
        (json_int_t)against->pairs[0], "test", test_json(against), "pieces",
        pieces_json(measurement));
}
