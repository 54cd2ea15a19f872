/* Pieces of the sentences that rules are told in. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* Appends a paragraph of words, broken into lines that begin with the indent. */
void words_paragraph(Text *text, const char *indent, const char *words);

/* The same, and clears the words. */
void words_flush(Text *text, const char *indent, Text *words);

/* "ranks 1 to 6, file c, a8 and b8", with the last word given (" and "). */
void words_add_set(const Variant *variant, const Set *set, const char *last, Text *words);

/* The same for White, and where Black's differ, "rank 2 (Black: rank 7)". */
void words_add_sets(const Variant *variant, const Set sets[2], const char *last, Text *words);

/* The same of a region as a key has it, Black's mirrored. */
void words_add_region(const Variant *variant, const char *region, const char *last, Text *words);

/* "queen, rook or knight" with the last word given (" or "); "nothing". */
void words_add_types(const Variant *variant, uint32_t types, const char *last, Text *words);

/* The next line "KEY = value" of the effective rules whose key begins so, behind `*at`: what stands
 * in the key behind the prefix, and the value. */
bool rules_next(const char **at, const char *prefix, char suffix[64], char value[512]);
