/* What a versus found, beside the table of values: the scores of its two halves. */
#pragma once

#include <jansson.h>

#include "tuner/measurement.h"

/* Appends the scores, the linear estimate and the games that a half width takes: that of `target`,
 * or a quarter of a pawn. */
void versus_report_add_text(const Measurement *measurement, const PrecisionTarget *target,
                            Text *text);

json_t *versus_report_json(const VersusScores *scores);
