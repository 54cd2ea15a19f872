/* No list of keys that need each other is kept: the section is compiled again without each of its
 * keys, and two compiled games are compared byte by byte. */
#include "engine/rules/idle.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/ini.h"
#include "engine/base/memory.h"
#include "engine/rules/section.h"
#include "engine/rules/settings.h"

/* A copy of the variant's own bytes without pointers and names, and without what is derived from
 * the arrays that are compared themselves or only helps to describe them. */
static Variant *plain_copy(const Variant *variant)
{
    Variant *copy = memory_new_aligned(sizeof *copy);
    memcpy(copy, variant, sizeof *copy);
    memset(copy->name, 0, sizeof copy->name);
    copy->hash = 0;
    copy->file = copy->rules = copy->start_fen = NULL;
    copy->steps = copy->other_steps = NULL;
    copy->target_words = copy->prey = NULL;
    copy->between = NULL;
    copy->sets = copy->way_back = NULL;
    copy->paths = NULL;
    copy->path_index = NULL;
    memset(copy->sites, 0, sizeof copy->sites);
    for (int type = 0; type < MAX_TYPES; type++)
        copy->types[type].moves = NULL;
    return copy;
}

static bool same_bytes(const void *a, const void *b, size_t count, size_t size)
{
    return count == 0 || memcmp(a, b, count * size) == 0;
}

static bool same_game(const Variant *a, const Variant *b)
{
    Variant *left = plain_copy(a), *right = plain_copy(b);
    /* Variants begin as zeroed memory, padding too; bytes that differ where nothing does would only
     * leave a key unlisted. */
    bool same = same_bytes(left, right, 1, sizeof *left);
    free(left);
    free(right);
    return same && strcmp(a->start_fen, b->start_fen) == 0
           && same_bytes(a->steps, b->steps, a->step_count, sizeof *a->steps)
           && same_bytes(a->sets, b->sets, a->set_count, sizeof *a->sets)
           && same_bytes(a->paths, b->paths, a->path_count, sizeof *a->paths)
           && same_bytes(a->path_index, b->path_index, a->path_index_count, sizeof *a->path_index);
}

/* Compiles the section without one of its entries; NULL if it does not load so. */
static Variant *compile_without(const Ini *ini, IniSection *section, size_t entry)
{
    Error err = {""};
    IniEntry left_out = section->entries[entry];
    size_t behind = section->entry_count - entry - 1;
    memmove(&section->entries[entry], &section->entries[entry + 1], behind * sizeof left_out);
    section->entry_count--;
    Variant *variant = section_compile(ini, section, &err);
    section->entry_count++;
    memmove(&section->entries[entry + 1], &section->entries[entry], behind * sizeof left_out);
    section->entries[entry] = left_out;
    return variant;
}

/* Whether the entry says that there is no such rule: false, - or *, the first of several choices.
 */
static bool says_off(const KeyRow *row, const char *value)
{
    size_t length = strlen(value);
    return strcmp(value, "-") == 0 || strcmp(value, "*") == 0
           || (row->type == KEY_BOOL && strcmp(value, "false") == 0)
           || (row->type == KEY_CHOICE && strncmp(row->choices, value, length) == 0
               && (row->choices[length] == ' ' || row->choices[length] == '\0'));
}

/* Whether the key need not be tried: it always says something (board, pieces, array), or says that
 * there is no such rule. */
static bool need_not_try(const IniEntry *entry)
{
    const KeyRow *row = key_find(entry->key);
    if (row != NULL && says_off(row, entry->value))
        return true;
    KeyId id = row != NULL ? key_id(row) : KEY_COUNT;
    return row == NULL || row->type == KEY_FAIRY_PIECE || id == KEY_PIECE || id == KEY_CUSTOM_PIECE
           || id == KEY_MAX_FILE || id == KEY_MAX_RANK || id == KEY_START_FEN;
}

/* Whether the rules have the same letters for the key as the entry, in whatever order. */
static bool same_letters(const IniEntry *entry, const char *rules)
{
    Text start;
    text_init(&start);
    text_add(&start, "\n%s = ", entry->key);
    const char *value = strstr(rules, start.data);
    bool same = value != NULL && key_find(entry->key)->type == KEY_TYPES;
    if (same) {
        value += start.length;
        size_t length = strcspn(value, "\n");
        same = length == strlen(entry->value);
        for (size_t i = 0; i < length; i++)
            same = same && strchr(entry->value, value[i]) != NULL;
    }
    text_release(&start);
    return same;
}

/* Whether the rules are told differently without the entry, and the game is the same. */
static bool is_idle(const Variant *variant, const Ini *ini, IniSection *section, size_t entry)
{
    if (need_not_try(&section->entries[entry]))
        return false;
    Variant *without = compile_without(ini, section, entry);
    bool idle = without != NULL && strcmp(without->rules, variant->rules) != 0
                && !same_letters(&section->entries[entry], without->rules)
                && same_game(without, variant);
    variant_free(without);
    return idle;
}

void idle_add_text(const Variant *variant, Text *text)
{
    Ini ini;
    Error err = {""};
    if (!ini_read_file_repeats(&ini, variant->file, &err))
        return;
    size_t start = text->length;
    for (size_t i = 0; i < ini.section_count; i++) {
        IniSection *section = &ini.sections[i];
        for (size_t j = 0; strcmp(section->name, variant->name) == 0 && j < section->entry_count;
             j++) {
            const IniEntry *entry = &section->entries[j];
            if (!is_idle(variant, &ini, section, j))
                continue;
            text_add(text, "%s  line %d: %s = %s\n",
                     text->length == start
                         ? "\nWithout effect: the game is the same without these keys.\n"
                         : "",
                     entry->line, entry->key, entry->value);
        }
    }
    ini_release(&ini);
}
