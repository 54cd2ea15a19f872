/* Values against two armies for people and as data. */
#pragma once

#include <jansson.h>

#include "tuner/measurement.h"

/* Appends a table, a piece a row, of both values and their difference, and why one is not known.
 * How many of the measurement's values are in it: 0, and no table, where no armies are given. */
int against_report_add_table(const Measurement *measurement, Text *text);

/* Appends whether the values differ, and how many games there are of each kind. */
void against_report_add_test(const Measurement *measurement, Text *text);

/* {"first": ..., "second": ..., "pieces": [{"name": "knight", "difference": 0.4, ...}], ...} */
json_t *against_report_json(const Measurement *measurement);
