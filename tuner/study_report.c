#include "tuner/study_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "selfplay/json.h"
#include "tuner/shown_value.h"
#include "tuner/values_report.h"

/* ------------------------------------------------------------------------------------------------
 * For people
 */

/* One column of a table of several measurements. */
typedef struct Column {
    char heading[24];
    const Measurement *measurement;
} Column;

static const PieceValue *find_value(const PieceValues *values, const char *name)
{
    for (int i = 0; i < values->value_count; i++)
        if (strcmp(values->values[i].name, name) == 0)
            return &values->values[i];
    return NULL;
}

/* Lines end without spaces. */
static void end_line(Text *text)
{
    while (text->length > 0 && text->data[text->length - 1] == ' ')
        text->data[--text->length] = '\0';
    text_add_char(text, '\n');
}

static void add_cell(const PieceValue *value, bool in_units, Text *text)
{
    char cell[48] = "-";
    const ShownValue shown =
        value != NULL ? shown_value(value, in_units) : (ShownValue){.known = false};
    const int digits = shown_digits(in_units);
    if (value != NULL && value->status == VALUE_UNIT && in_units)
        snprintf(cell, sizeof cell, "1.00        ");
    else if (shown.known)
        snprintf(cell, sizeof cell, "%.*f +- %-5.*f", digits, shown.number, digits,
                 (shown.interval.high - shown.interval.low) / 2);
    else if (value != NULL && (value->status == VALUE_AT_LEAST || value->status == VALUE_AT_MOST))
        snprintf(cell, sizeof cell, "%s %.*f", value_status_name(value->status), digits,
                 shown.bound);
    text_add(text, "  %16s", cell);
}

/* The types (and identified sums) of the last column, over all columns; in log odds where that has
 * no unit. */
static void add_table(const Column *columns, int count, Text *text)
{
    const Measurement *last = columns[count - 1].measurement;
    text_add(text, "     %-14s", "piece");
    for (int c = 0; c < count; c++)
        text_add(text, "  %16s", columns[c].heading);
    text_add_char(text, '\n');
    for (int i = 0; i < last->values.value_count; i++) {
        const PieceValue *value = &last->values.values[i];
        unsigned type = values_report_type(last->play->variant, value);
        text_add(text, "  %c  %-14s", type != 0 ? last->play->variant->types[type].letter : ' ',
                 value->name);
        for (int c = 0; c < count; c++)
            add_cell(find_value(&columns[c].measurement->values, value->name),
                     last->values.unit_measured, text);
        end_line(text);
    }
}

static void add_games_row(const Column *columns, int count, Text *text)
{
    text_add(text, "     %-14s", "games");
    for (int c = 0; c < count; c++)
        text_add(text, "  %16" PRIu64, columns[c].measurement->end);
    text_add_char(text, '\n');
}

static void add_nodes_table(const Study *study, Text *text)
{
    Column columns[STUDY_MAX_BUDGETS];
    for (int b = 0; b < study->budget_count; b++) {
        const StudyBudget *budget = &study->budgets[b];
        snprintf(columns[b].heading, sizeof columns[b].heading, "%" PRIu64, budget->nodes);
        columns[b].measurement = &study_last(budget)->measurement;
    }
    text_add(text, "%s: %s, in %s, over nodes a move\n\n", study->base->variant->name,
             measurement_subject(study_result(study)), shown_scale(&study_result(study)->values));
    add_table(columns, study->budget_count, text);
    add_games_row(columns, study->budget_count, text);
    text_add(text, "\n(+-: half of the %.0f %% interval)\n",
             100 * study_result(study)->values.level);
}

static void add_moves_row(const StudyBudget *budget, Text *text)
{
    text_add(text, "     %-14s", "largest move");
    for (int r = 0; r < budget->round_count; r++)
        if (isnan(budget->rounds[r]->moved))
            text_add(text, "  %16s", "-");
        else
            text_add(text, "  %16.2f", budget->rounds[r]->moved);
    text_add_char(text, '\n');
}

static void add_verdict(const StudyBudget *budget, Text *text)
{
    char rounds[24];
    snprintf(rounds, sizeof rounds, "%d round%s", budget->round_count,
             budget->round_count > 1 ? "s" : "");
    if (budget->settled)
        text_add(text, "A fixed point after %s: no value moved by more than half its interval.\n",
                 rounds);
    else if (isnan(study_last(budget)->moved))
        text_add(text, "NOT a fixed point after %s: nothing is measured.\n", rounds);
    else
        text_add(text, "NOT a fixed point after %s: values still move.\n", rounds);
}

static void add_path(const StudyBudget *budget, Text *text)
{
    Column columns[STUDY_MAX_ROUNDS];
    for (int r = 0; r < budget->round_count; r++) {
        snprintf(columns[r].heading, sizeof columns[r].heading, "round %d", r + 1);
        columns[r].measurement = &budget->rounds[r]->measurement;
    }
    const PieceValues *last = &study_last(budget)->measurement.values;
    text_add(text, "path%s\n\n", last->unit_measured ? "" : ", in log odds");
    add_table(columns, budget->round_count, text);
    add_games_row(columns, budget->round_count, text);
    add_moves_row(budget, text);
    text_add(text,
             "\n(+-: half of the interval. Largest move: of a value from the one that the round "
             "was played\nwith, in such halves.)\n");
    add_verdict(budget, text);
}

static void add_budget(const Study *study, const StudyBudget *budget, Text *text)
{
    const Measurement *measurement = &study_last(budget)->measurement;
    values_report_add_text(measurement, &study->options->target, text);
    if (study->options->rounds > 1) {
        text_add_char(text, '\n');
        add_path(budget, text);
    }
}

void study_report_add_text(const Study *study, Text *text)
{
    if (study->budget_count > 1)
        add_nodes_table(study, text);
    for (int b = 0; b < study->budget_count; b++) {
        if (study->budget_count > 1)
            text_add(text, "\n--- at %" PRIu64 " nodes a move\n\n", study->budgets[b].nodes);
        add_budget(study, &study->budgets[b], text);
    }
}

/* ------------------------------------------------------------------------------------------------
 * As data
 */

static json_t *precision_json(const Study *study, const Measurement *measurement)
{
    const PrecisionTarget *target = &study->options->target;
    Precision precision = precision_judge(&measurement->values, target);
    json_t *root = json_object();
    bool known = precision.value != NULL && isfinite(precision.half_width);
    json_object_set_new(root, "widest", known ? json_string(precision.value->name) : json_null());
    json_object_set_new(root, "half_width", known ? json_real(precision.half_width) : json_null());
    json_object_set_new(root, "games_to_halve",
                        known ? json_integer(4 * (json_int_t)measurement->end) : json_null());
    if (target->half_width <= 0)
        return root;
    json_object_set_new(root, target->share ? "wanted_share" : "wanted",
                        json_real(target->half_width));
    json_object_set_new(root, "reached", json_boolean(precision.reached));
    json_object_set_new(root, "games_to_reach",
                        known && !precision.reached && precision.half_width > precision.wanted
                            ? json_integer((json_int_t)precision_games(&precision, measurement->end,
                                                                       precision.wanted))
                            : json_null());
    return root;
}

static json_t *round_json(const StudyRound *round, int number)
{
    const RunIdentity *identity = &round->play.identity;
    return json_pack("{s:i, s:I, s:o, s:o, s:o, s:o}", "round", number, "games",
                     (json_int_t)round->measurement.end, "run_key", json_hex(identity->key),
                     "weights_hash", json_hex(identity->weights_hash), "largest_move",
                     json_number_or_null(round->moved), "pieces",
                     values_report_pieces_json(&round->measurement));
}

static json_t *budget_json(const Study *study, const StudyBudget *budget)
{
    const Measurement *measurement = &study_last(budget)->measurement;
    json_t *root = values_report_json(measurement);
    json_object_set_new(root, "precision", precision_json(study, measurement));
    if (study->options->rounds <= 1)
        return root;
    json_object_set_new(root, "fixed_point", json_boolean(budget->settled));
    json_t *rounds = json_array();
    for (int r = 0; r < budget->round_count; r++)
        json_array_append_new(rounds, round_json(budget->rounds[r], r + 1));
    json_object_set_new(root, "rounds", rounds);
    return root;
}

json_t *study_report_json(const Study *study)
{
    json_t *root = budget_json(study, &study->budgets[study->budget_count - 1]);
    if (study->budget_count == 1)
        return root;
    json_t *budgets = json_array();
    for (int b = 0; b < study->budget_count; b++)
        json_array_append_new(budgets, budget_json(study, &study->budgets[b]));
    json_object_set_new(root, "budgets", budgets);
    return root;
}
