#include "engine/search/weights.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/ini.h"
#include "engine/base/lookup.h"
#include "engine/base/memory.h"
#include "engine/base/nearest.h"

static const char *const type_terms[] = {
#define X(name) #name,
    WEIGHT_TYPE_TERMS(X)
#undef X
};

static const char *const side_terms[] = {
#define X(name) #name,
    WEIGHT_SIDE_TERMS(X)
#undef X
};

/* The weight of a term by its place in the list: the structs hold nothing but the list. */
_Static_assert(sizeof type_terms / sizeof type_terms[0] == WEIGHT_TYPE_TERM_COUNT, "no padding");
_Static_assert(sizeof side_terms / sizeof side_terms[0] == WEIGHT_SIDE_TERM_COUNT, "no padding");

static Weight *type_weight(TypeWeights *type, size_t term) { return (Weight *)type + term; }
static Weight *side_weight(SideWeights *side, size_t term) { return (Weight *)side + term; }

int weights_value(const Weights *weights, unsigned type)
{
    return weights->type[type].value.opening;
}

int weights_price(const Weights *weights, const Variant *variant, unsigned type)
{
    return variant->types[type].royal ? INT_MAX : weights_value(weights, type);
}

void weights_order(const Weights *weights, const Variant *variant, uint8_t order[MAX_TYPES])
{
    int count = 0;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        const int price = weights_price(weights, variant, type);
        int place = count++;
        for (; place > 0 && weights_price(weights, variant, order[place - 1]) > price; place--)
            order[place] = order[place - 1];
        order[place] = (uint8_t)type;
    }
    order[count] = 0;
}

uint64_t weights_hash(const Weights *weights, const Variant *variant)
{
    Weights copy = *weights;
    uint64_t hash = hash_mix((uint64_t)variant->type_count);
    for (int type = 1; type <= variant->type_count; type++)
        for (size_t term = 0; term < WEIGHT_TYPE_TERM_COUNT; term++) {
            const Weight *weight = type_weight(&copy.type[type], term);
            hash = hash_add(hash,
                            (uint64_t)(uint16_t)weight->opening << 16 | (uint16_t)weight->ending);
        }
    for (size_t term = 0; term < WEIGHT_SIDE_TERM_COUNT; term++) {
        const Weight *weight = side_weight(&copy.side, term);
        hash = hash_add(hash, (uint64_t)(uint16_t)weight->opening << 16 | (uint16_t)weight->ending);
    }
    return hash;
}

void weights_add_ini(const Weights *weights, const Variant *variant, Text *text)
{
    Weights copy = *weights;
    text_add(text, "[%s]\n", variant->name);
    for (int type = 1; type <= variant->type_count; type++)
        for (size_t term = 0; term < WEIGHT_TYPE_TERM_COUNT; term++) {
            const Weight *weight = type_weight(&copy.type[type], term);
            text_add(text, "%s.%c = %d %d\n", type_terms[term], variant->types[type].letter,
                     weight->opening, weight->ending);
        }
    for (size_t term = 0; term < WEIGHT_SIDE_TERM_COUNT; term++) {
        const Weight *weight = side_weight(&copy.side, term);
        text_add(text, "%s = %d %d\n", side_terms[term], weight->opening, weight->ending);
    }
}

/* Reads an integer and the spaces around it; moves `*text` on. */
static bool read_number(const char **text, int16_t *number)
{
    char *end;
    errno = 0;
    long value = strtol(*text, &end, 10);
    if (end == *text || errno != 0 || value < -WEIGHT_LIMIT || value > WEIGHT_LIMIT)
        return false;
    while (isspace((unsigned char)*end))
        end++;
    *text = end;
    *number = (int16_t)value;
    return true;
}

static bool read_weight(Weight *weight, const Ini *ini, const IniEntry *entry, Error *err)
{
    const char *text = entry->value;
    if (!read_number(&text, &weight->opening) || !read_number(&text, &weight->ending)
        || *text != '\0')
        return error_set(err,
                         "%s:%d: %s: '%s' is not two whole numbers from -%d to %d, middle game "
                         "and end game, in hundredths of a pawn",
                         ini->file, entry->line, entry->key, entry->value, WEIGHT_LIMIT,
                         WEIGHT_LIMIT);
    return true;
}

static bool unknown_key(const Ini *ini, const IniEntry *entry, const char *const *terms,
                        size_t count, const char *form, Error *err)
{
    size_t length = strcspn(entry->key, ".");
    char *name = memory_copy_string(entry->key);
    name[length] = '\0';
    const char *nearest = nearest_name(name, terms, count);
    error_set(err, "%s:%d: %s: unknown weight; did you mean '%s%s'?", ini->file, entry->line,
              entry->key, nearest != NULL ? nearest : terms[0], form);
    free(name);
    return false;
}

static bool read_type_entry(Weights *weights, const Variant *variant, const Ini *ini,
                            const IniEntry *entry, size_t dot, Error *err)
{
    const char *letter = entry->key + dot + 1;
    for (size_t term = 0; term < WEIGHT_TYPE_TERM_COUNT; term++) {
        if (strlen(type_terms[term]) != dot || memcmp(entry->key, type_terms[term], dot) != 0)
            continue;
        unsigned type = strlen(letter) == 1 ? variant_type(variant, letter[0]) : 0;
        if (type == 0)
            return error_set(err, "%s:%d: %s: '%s' is no piece of %s", ini->file, entry->line,
                             entry->key, letter, variant->name);
        if (variant->types[type].letter != letter[0])
            return error_set(err, "%s:%d: %s: write the letter as '%c'", ini->file, entry->line,
                             entry->key, variant->types[type].letter);
        Weight *weight = type_weight(&weights->type[type], term);
        if (!read_weight(weight, ini, entry, err))
            return false;
        if (strcmp(type_terms[term], "value") == 0 && variant->types[type].royal
            && (weight->opening != 0 || weight->ending != 0))
            return error_set(err, "%s:%d: %s: the royal piece has no value: it must be 0 0",
                             ini->file, entry->line, entry->key);
        return true;
    }
    return unknown_key(ini, entry, type_terms, WEIGHT_TYPE_TERM_COUNT, ".LETTER", err);
}

static bool read_entry(Weights *weights, const Variant *variant, const Ini *ini,
                       const IniEntry *entry, Error *err)
{
    size_t dot = strcspn(entry->key, ".");
    if (entry->key[dot] == '.')
        return read_type_entry(weights, variant, ini, entry, dot, err);
    for (size_t term = 0; term < WEIGHT_SIDE_TERM_COUNT; term++)
        if (strcmp(entry->key, side_terms[term]) == 0)
            return read_weight(side_weight(&weights->side, term), ini, entry, err);
    return unknown_key(ini, entry, side_terms, WEIGHT_SIDE_TERM_COUNT, "", err);
}

static bool read_section(Weights *weights, const Variant *variant, const Ini *ini,
                         const IniSection *section, Error *err)
{
    for (size_t i = 0; i < section->entry_count; i++)
        if (!read_entry(weights, variant, ini, &section->entries[i], err))
            return false;
    return true;
}

static bool read_file(Weights *weights, const Variant *variant, const char *path, Error *err)
{
    Ini ini;
    if (!ini_read_file(&ini, path, err))
        return false;
    Weights read;
    weights_init_automatic(&read, variant);
    const IniSection *section = ini_section(&ini, variant->name);
    bool ok;
    if (section == NULL)
        ok = error_set(err, "%s: there is no section [%s]", path, variant->name);
    else if (section->parent != NULL)
        ok = error_set(err, "%s:%d: a section of weights has no parent", path, section->line);
    else
        ok = read_section(&read, variant, &ini, section, err);
    ini_release(&ini);
    if (!ok)
        return false;
    size_t length = strlen(path);
    length = length < sizeof read.source - 1 ? length : sizeof read.source - 1;
    memset(read.source, 0, sizeof read.source);
    memcpy(read.source, path, length);
    *weights = read;
    return true;
}

static bool is_path(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 4 && strcmp(name + length - 4, ".ini") == 0);
}

bool weights_load(Weights *weights, const Variant *variant, const char *name, Error *err)
{
    if (is_path(name))
        return read_file(weights, variant, name, err);
    Text path;
    text_init(&path);
    bool ok = lookup_config("weights", name, &path);
    if (ok) {
        ok = read_file(weights, variant, path.data, err);
    } else {
        lookup_add_folders("weights", &path);
        error_set(err, "no weights '%s': there is no %s.ini in %s", name, name, path.data);
    }
    text_release(&path);
    return ok;
}

bool weights_load_default(Weights *weights, const Variant *variant, Error *err)
{
    Text path;
    text_init(&path);
    bool ok = true;
    if (lookup_config("weights", variant->name, &path))
        ok = read_file(weights, variant, path.data, err);
    else
        weights_init_automatic(weights, variant);
    text_release(&path);
    return ok;
}
