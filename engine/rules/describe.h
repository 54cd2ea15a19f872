/* A variant in plain words: what `assay check` prints. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends the effective rules as sentences, the array, and for each type a diagram of its moves. */
void describe_variant(const Variant *variant, Text *text);

/* Appends the manual of all keys, from their table. */
void describe_keys(Text *text);
