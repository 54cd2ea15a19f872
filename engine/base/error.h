/* Errors of the world (a file, a key, an option): one complete message for the user. */
#pragma once

#include <stdbool.h>

/* `text` is one lower-case sentence without a full stop, "" while nothing has gone wrong. */
typedef struct Error {
    char text[1024];
} Error;

/* Writes the message to `err` (a longer one is cut with "...") and returns false, so that a
 * function that fails can end in `return error_set(err, ...)`. */
bool error_set(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " before the message that is there already. Returns false. */
bool error_prefix(Error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
