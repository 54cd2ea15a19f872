/* Values as CSV (RFC 4180): a header, then one line a value. */
#pragma once

#include "tuner/study.h"

/* Appends all values of all runs of the study: of each node budget and round. What is not known is
 * an empty field. */
void values_csv_add(const Study *study, Text *text);
