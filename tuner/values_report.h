/* What `assay values` says: the same facts as a table for people and as JSON. */
#pragma once

#include <jansson.h>

#include "engine/base/text.h"
#include "selfplay/play.h"
#include "selfplay/summary.h"
#include "tuner/game_data.h"
#include "tuner/piece_values.h"

/* All that is reported; borrowed. */
typedef struct ValuesReport {
    const Play *play;
    const RunSummary *summary;
    const GameDataCounts *counts;
    const PieceValues *values;
} ValuesReport;

/* Appends the table. No wall times: the same run gives the same bytes. */
void values_report_add_text(const ValuesReport *report, Text *text);

/* The same as data, for json_decref() by the caller. What is not known is null, never a number. */
json_t *values_report_json(const ValuesReport *report);
