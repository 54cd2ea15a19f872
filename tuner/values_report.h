/* What `assay values` says: the same facts as a table for people and as JSON. */
#pragma once

#include <jansson.h>

#include "engine/base/text.h"
#include "tuner/measurement.h"

/* Appends the table. No wall times: the same run gives the same bytes. */
void values_report_add_text(const Measurement *measurement, Text *text);

/* The same as data, for json_decref() by the caller. What is not known is null, never a number. */
json_t *values_report_json(const Measurement *measurement);
