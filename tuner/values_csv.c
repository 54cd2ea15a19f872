#include "tuner/values_csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tuner/precision.h"
#include "tuner/values_report.h"

/* A field of text: in quotes where it has to be, which are doubled in it. */
static void add_text_field(const char *field, Text *text)
{
    if (strpbrk(field, ",\"\r\n") == NULL) {
        text_add(text, ",%s", field);
        return;
    }
    text_add(text, ",\"");
    for (; *field != '\0'; field++) {
        if (*field == '"')
            text_add_char(text, '"');
        text_add_char(text, *field);
    }
    text_add_char(text, '"');
}

static void add_number_field(double number, Text *text)
{
    if (isfinite(number))
        text_add(text, ",%.6g", number);
    else
        text_add_char(text, ',');
}

static void add_value(const StudyRound *round, int number, const PieceValue *value, Text *text)
{
    const Play *play = &round->play;
    const PieceValues *values = &round->measurement.values;
    unsigned type = values_report_type(play->variant, value);
    const bool known = value->status == VALUE_MEASURED || value->status == VALUE_UNIT;
    const Estimate *estimate = &value->estimate;
    const char letter[2] = {type != 0 ? play->variant->types[type].letter : '\0', '\0'};
    /* The name of a variant is that of a section of a file: it may hold a comma. */
    Text line;
    text_init(&line);
    add_text_field(play->variant->name, &line);
    text_add(&line, ",%" PRIu64 ",%d", play->config.nodes, number);
    add_text_field(letter, &line);
    add_text_field(value->name, &line);
    add_text_field(value_status_name(value->status), &line);
    add_number_field(known ? estimate->units : (double)NAN, &line);
    add_number_field(known ? estimate->units_interval.low : (double)NAN, &line);
    add_number_field(known ? estimate->units_interval.high : (double)NAN, &line);
    add_number_field(precision_half_width(value), &line);
    add_number_field(value->bound, &line);
    add_number_field(estimate->log_odds, &line);
    add_number_field(estimate->log_odds_error, &line);
    add_number_field(estimate->log_odds_interval.low, &line);
    add_number_field(estimate->log_odds_interval.high, &line);
    add_number_field(value->bound_log_odds, &line);
    text_add(&line, ",%zu,%zu", value->games, value->pairs);
    add_text_field(values->unit, &line);
    add_text_field(value->reason, &line);
    add_text_field(measurement_kind(&round->measurement), &line);
    text_add(text, "%s\r\n", line.data + 1);
    text_release(&line);
}

void values_csv_add(const Study *study, Text *text)
{
    text_add(
        text,
        "variant,nodes,round,letter,piece,status,value,low,high,half_width,bound,log_odds,"
        "log_odds_error,log_odds_low,log_odds_high,bound_log_odds,%s,pairs,unit,reason,kind\r\n",
        measurement_rows(study_result(study)));
    for (int b = 0; b < study->budget_count; b++) {
        const StudyBudget *budget = &study->budgets[b];
        for (int r = 0; r < budget->round_count; r++) {
            const PieceValues *values = &budget->rounds[r]->measurement.values;
            for (int i = 0; i < values->value_count; i++)
                add_value(budget->rounds[r], r + 1, &values->values[i], text);
            add_value(budget->rounds[r], r + 1, &values->first_move, text);
        }
    }
}
