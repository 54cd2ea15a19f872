/* What `assay match` says: the same facts as a page for people and as JSON. */
#pragma once

#include <jansson.h>

#include "engine/base/text.h"
#include "selfplay/match.h"

/* All that is reported; borrowed. Times are reported of players that are limited by time: those
 * limited by nodes give the same report on every machine. */
typedef struct MatchReport {
    const MatchConfig *config;
    const MatchOutcome *outcome;
} MatchReport;

void match_report_add_text(const MatchReport *report, Text *text);

/* For json_decref() by the caller, as the next. */
json_t *match_report_json(const MatchReport *report);

/* One game, for the log. */
json_t *match_game_json(uint64_t index, const MatchGame *game, const char *const players[2]);
