/* The rules of a variant as plain sentences: a reader who knows only chess can play from them. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends a paragraph of words, broken into lines that begin with the indent. */
void describe_paragraph(Text *text, const char *indent, const char *words);

/* The types, as bits, that the array has or that may come to be. */
uint32_t describe_types(const Variant *variant);

/* Appends the rules that are no piece's moves. */
void describe_rules(const Variant *variant, Text *text);

/* Appends what is special about a type beyond the squares that its diagram shows, a line each. */
void describe_type_rules(const Variant *variant, unsigned type, Text *text);
