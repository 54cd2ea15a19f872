/* Files that a command is asked to write its results to, each named by an option. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"

/* Whether the file that `option` ("--json") names can be written: looked at before hours of play,
 * not after them. It is as it was afterwards. NULL is fine. */
bool output_file_check(const char *option, const char *file, Error *err);

/* Writes the text to it. */
bool output_file_write(const char *option, const char *file, const Text *text, Error *err);
