#include "tuner/versus_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "selfplay/json.h"

static const double usual_half_width = 0.25;

/* So many units beyond the odds, the odds say little about the difference. */
static const double far_difference = 1.5;

static void add_arm(const char *name, const VersusArm *arm, Text *text)
{
    text_add(text, "  %-18s ", name);
    if (arm->pairs < 2)
        text_add(text, "%zu games\n", arm->games);
    else
        text_add(text, "%.1f %% +- %.1f (standard error) in %zu games, %zu pairs\n",
                 100 * arm->score, 100 * arm->error, arm->games, arm->pairs);
}

static void add_games(const Measurement *measurement, const PrecisionTarget *target,
                      const PieceValue *value, Text *text)
{
    Precision precision = {.value = value, .half_width = precision_half_width(value)};
    const double wanted =
        target->half_width > 0 && !target->share ? target->half_width : usual_half_width;
    if (isfinite(precision.half_width))
        text_add(text, "games it takes       some %" PRIu64 " for +- %.2f %s\n",
                 precision_games(&precision, measurement->summary.games, wanted), wanted,
                 measurement->values.units);
}

void versus_report_add_text(const Measurement *measurement, const PrecisionTarget *target,
                            Text *text)
{
    const VersusScores *scores = &measurement->versus_scores;
    const PieceValues *values = &measurement->values;
    const bool armies = measurement->versus.type == 0;
    const PieceValue *value = &values->values[armies ? values->value_count - 1 : 1];
    char odds[96];
    snprintf(odds, sizeof odds, "%d %s %s", abs(scores->units),
             abs(scores->units) == 1 ? values->unit : values->units,
             scores->units < 0 ? "less" : "more");
    text_add(text, "score                of the side with %s\n",
             armies ? "White's army" : "the first piece");
    add_arm("nothing else", &scores->even, text);
    add_arm(odds, &scores->odds, text);
    text_add(text, "linear in the score  ");
    if (isnan(scores->linear))
        text_add(text, "no value: the odds made no difference\n");
    else
        text_add(text, "%+.2f %s (%+.2f to %+.2f)\n", scores->linear, values->units,
                 scores->linear_interval.low, scores->linear_interval.high);
    add_games(measurement, target, value, text);
    if (value->status == VALUE_MEASURED
        && fabs(value->estimate.units + scores->units) > far_difference)
        text_add(text, "  WARNING: these odds say little about such a difference; compare with a "
                       "piece that is nearer\n");
}

static json_t *arm_json(const VersusArm *arm)
{
    return json_pack("{s:I, s:I, s:o, s:o}", "games", (json_int_t)arm->games, "pairs",
                     (json_int_t)arm->pairs, "score", json_number_or_null(arm->score), "error",
                     json_number_or_null(arm->error));
}

json_t *versus_report_json(const VersusScores *scores)
{
    return json_pack("{s:o, s:o, s:i, s:o, s:o}", "even", arm_json(&scores->even), "odds",
                     arm_json(&scores->odds), "units", scores->units, "linear",
                     json_number_or_null(scores->linear), "linear_ci95",
                     json_interval(&scores->linear_interval));
}
