/* What reports as data have in common. */
#pragma once

#include <jansson.h>

#include "engine/base/error.h"
#include "selfplay/interval.h"

/* null for infinite numbers and for what is none. */
json_t *json_number_or_null(double number);

/* [low, high]; null where one of them is. */
json_t *json_interval(const Interval *interval);

/* Sixteen hexadecimal digits: a hash, or a key. */
json_t *json_hex(uint64_t number);

/* Writes `root`, which is let go of, to the file that --json names. */
bool json_file_write(json_t *root, const char *file, Error *err);
