/* The names by which variant_load() finds the variants of our folders. */
#pragma once

#include "engine/base/lookup.h"

/* NAME for the variant that has the name of its file, NAME:SECTION for the others of the file, in
 * the order of the alphabet and of the file. A file that cannot be read is in it by its name, for
 * loading it says why. */
void variant_names_init(LookupNames *names);
