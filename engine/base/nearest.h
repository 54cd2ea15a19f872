/* The name that was probably meant: for messages about unknown commands, keys and options. */
#pragma once

#include <stddef.h>

/* The one of `count` names that is nearest to `name` by letters put in, left out, changed or
 * swapped with their neighbour, where upper and lower case count as half a change; the first of
 * several. NULL if none is near enough to have been meant: within one change for each three letters
 * of `name`, and at least one. The result is one of `names`. */
const char *nearest_name(const char *name, const char *const *names, size_t count);
