/* What is special about one type of piece, as sentences. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends what is special about a type beyond the squares that its diagrams show, a line each. */
void describe_type_rules(const Variant *variant, unsigned type, Text *text);
