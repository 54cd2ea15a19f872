#include "engine/rules/variant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/ini.h"
#include "engine/base/lookup.h"
#include "engine/base/memory.h"
#include "engine/rules/section.h"

/* Compiles one section; `section` NULL is the first. */
static Variant *load_section(const Ini *ini, const char *section, Error *err)
{
    const IniSection *chosen = section_pick(ini, section, err);
    return chosen != NULL ? section_compile(ini, chosen, err) : NULL;
}

static Variant *load_file(const char *file, const char *section, Error *err)
{
    Ini ini;
    if (!ini_read_file_repeats(&ini, file, err))
        return NULL;
    Variant *variant = load_section(&ini, section, err);
    ini_release(&ini);
    return variant;
}

Variant *variant_read(const char *file, const char *text, size_t length, Error *err)
{
    Ini ini;
    if (!ini_read_text(&ini, file, text, length, err))
        return NULL;
    Variant *variant = load_section(&ini, NULL, err);
    ini_release(&ini);
    return variant;
}

static bool lookup_file(const char *name, Text *path)
{
    return strchr(name, '/') == NULL && section_lookup(name, path);
}

static Variant *load_by_name(const char *name, Error *err)
{
    Text path, folders;
    Variant *variant = NULL;
    text_init(&path);
    text_init(&folders);
    if (lookup_file(name, &path)) {
        variant = load_file(path.data, name, err);
    } else {
        lookup_add_folders("variants", &folders);
        error_set(err, "there is no variant \"%s\": no such file, and no %s.ini in %s", name, name,
                  folders.data);
    }
    text_release(&path);
    text_release(&folders);
    return variant;
}

/* FILE:NAME, where FILE may be a variant's name. */
static Variant *load_named_section(const char *name, const char *colon, Error *err)
{
    char *file = memory_copy_string(name);
    file[colon - name] = '\0';
    Text path;
    text_init(&path);
    bool by_name = access(file, F_OK) != 0 && lookup_file(file, &path);
    Variant *variant = load_file(by_name ? path.data : file, colon + 1, err);
    text_release(&path);
    free(file);
    return variant;
}

Variant *variant_load(const char *name, Error *err)
{
    if (access(name, F_OK) == 0 && (strchr(name, '/') != NULL || strchr(name, '.') != NULL))
        return load_file(name, NULL, err);
    const char *colon = strrchr(name, ':');
    return colon != NULL ? load_named_section(name, colon, err) : load_by_name(name, err);
}

void variant_free(Variant *variant)
{
    if (variant == NULL)
        return;
    for (int type = 1; type <= variant->type_count; type++)
        free(variant->types[type].moves);
    free(variant->file);
    free(variant->rules);
    free(variant->start_fen);
    free(variant->steps);
    free(variant->target_words);
    free(variant->other_steps);
    free(variant->prey);
    free(variant->between);
    free(variant->sets);
    free(variant->paths);
    free(variant->path_index);
    free(variant->way_back);
    free(variant);
}

unsigned variant_type(const Variant *variant, char letter)
{
    char upper = (char)toupper((unsigned char)letter);
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].letter == upper)
            return (unsigned)type;
    return 0;
}

bool variant_armies_differ(const Variant *variant)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].start[WHITE] != variant->types[type].start[BLACK])
            return true;
    return false;
}

unsigned variant_promotion(const Variant *variant, Colour colour, unsigned type, unsigned from,
                           unsigned to)
{
    for (int rule = 1; rule < variant->promotion_count; rule++) {
        const PromotionRule *promotion = &variant->promotions[rule];
        if ((promotion->by >> type & 1) != 0
            && (set_has(&promotion->squares[colour], to)
                || (promotion->from_too && set_has(&promotion->squares[colour], from))))
            return (unsigned)rule;
    }
    return 0;
}
