/* A section of a variant file, with all that it inherits, to a variant. */
#pragma once

#include <stdbool.h>

#include "engine/base/error.h"
#include "engine/base/ini.h"
#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* The section of that name; for NULL the first. NULL and `err` if there is none. */
const IniSection *section_pick(const Ini *ini, const char *name, Error *err);

/* Reads the section's parents and compiles all. NULL and `err` on failure; the message names a line
 * of the file of `ini`. */
Variant *section_compile(const Ini *ini, const IniSection *section, Error *err);

/* The file of a variant's name: our own come first, then examples of small changes to them, then
 * those that Fairy-Stockfish has built in. */
bool section_lookup(const char *name, Text *path);
