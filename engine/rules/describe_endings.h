/* How games end, as sentences. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends all that wins, loses or draws. */
void describe_endings(const Variant *variant, Text *text);
