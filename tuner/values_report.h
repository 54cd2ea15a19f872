/* What `assay values` says: the same facts as a table for people and as JSON. */
#pragma once

#include <jansson.h>

#include "engine/base/text.h"
#include "tuner/measurement.h"
#include "tuner/precision.h"

/* Appends the table. `target` is the precision that was asked for. No wall times: the same run
 * gives the same bytes. */
void values_report_add_text(const Measurement *measurement, const PrecisionTarget *target,
                            Text *text);

/* The type that a value is of; 0 for a sum of several, which has no letter. */
unsigned values_report_type(const Variant *variant, const PieceValue *value);

/* The same as data, for json_decref() by the caller. What is not known is null, never a number. */
json_t *values_report_json(const Measurement *measurement);

/* Only the values, as an array. */
json_t *values_report_pieces_json(const Measurement *measurement);
