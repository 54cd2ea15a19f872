/* The rules of a variant as plain sentences: a reader who knows only chess can play from them. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* The types, as bits, that the array has or that may come to be. */
uint32_t describe_types(const Variant *variant);

/* Appends the rules that are no piece's moves. */
void describe_rules(const Variant *variant, Text *text);
