/* A variant in plain words: what `assay check` prints. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends the effective rules as sentences, the array, and for each type a diagram of its moves. */
void describe_variant(const Variant *variant, Text *text);
