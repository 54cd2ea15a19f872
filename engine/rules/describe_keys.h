/* The manual of variant files: what `assay check --keys` prints. */
#pragma once

#include "engine/base/text.h"

/* Appends what a variant file looks like, all keys, from their table, and how moves are written. */
void describe_keys(Text *text);
