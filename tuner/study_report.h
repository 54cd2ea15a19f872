/* What a study says: the tables of its measurements, and beside them how the values go over rounds
 * and over node budgets. */
#pragma once

#include <jansson.h>

#include "tuner/study.h"

/* Appends the tables. No wall times: the same runs give the same bytes. */
void study_report_add_text(const Study *study, Text *text);

/* The result's report as data, with "precision", with "rounds" if there may be several, and with
 * "budgets" (a report for each) if there are several. For json_decref() by the caller. */
json_t *study_report_json(const Study *study);
