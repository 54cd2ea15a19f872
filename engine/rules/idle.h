/* Keys of a variant file that say nothing: an inventor who reads of one has forgotten something. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends a paragraph with the keys of the variant's own section (not those of its parents) without
 * which the compiled game is the same; nothing where there are none. A key that says what holds
 * anyway, such as nFoldRule = 3 or castling = false, is not among them. The file is read again. */
void idle_add_text(const Variant *variant, Text *text);
