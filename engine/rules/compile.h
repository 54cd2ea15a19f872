/* From settings to a Variant: the whole compiler, in two halves. */
#pragma once

#include "engine/rules/settings.h"
#include "engine/rules/variant.h"

/* Compiles complete settings (see settings_complete) of a section. NULL and `err` on failure. */
Variant *variant_compile(const Settings *settings, const IniSection *section, const char *file,
                         Error *err);

/* The second half: programs and attack tables from the pieces' moves. Board, types, regions and
 * promotions are there. */
bool compile_pieces(Variant *variant, const Settings *settings, Error *err);
