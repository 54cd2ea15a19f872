#include "engine/rules/variant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/ini.h"
#include "engine/base/lookup.h"
#include "engine/base/memory.h"
#include "engine/rules/compile.h"
#include "engine/rules/fairy.h"
#include "engine/rules/settings.h"

enum { MAX_PARENTS = 32 };

/* ------------------------------------------------------------------------------------------------
 * Inheritance
 */

/* The sections that are being read, from the one asked for up to its parents: against cycles. */
typedef struct Chain {
    const char *files[MAX_PARENTS];
    const char *names[MAX_PARENTS];
    int count;
} Chain;

static bool add_file_section(Settings *settings, const char *file, const char *name, Chain *chain,
                             Error *err);

static bool chain_has(const Chain *chain, const char *file, const char *name)
{
    for (int i = 0; i < chain->count; i++)
        if (strcmp(chain->files[i], file) == 0 && strcmp(chain->names[i], name) == 0)
            return true;
    return false;
}

static bool add_section(Settings *settings, const Ini *ini, const IniSection *section, Chain *chain,
                        Error *err);

static bool lookup_folder(const char *folder, const char *name, Text *path)
{
    Text inner;
    text_init(&inner);
    text_add(&inner, "%s/%s", folder, name);
    bool found = strchr(name, '/') == NULL && lookup_config("variants", inner.data, path);
    text_release(&inner);
    return found;
}

/* Fairy-Stockfish's built-in variants lie in a folder of their own. */
static bool lookup_fairy(const char *name, Text *path)
{
    return lookup_folder("fairy-stockfish", name, path);
}

/* Our own come first, then examples of small changes to them, then that program's. */
static bool lookup_variant(const char *name, Text *path)
{
    return lookup_config("variants", name, path) || lookup_folder("tweaks", name, path)
           || lookup_fairy(name, path);
}

/* A section of that program's dialect without a parent is chess without pieces. */
static bool add_template(Settings *settings, Chain *chain, Error *err)
{
    Text path;
    text_init(&path);
    bool ok = lookup_fairy("template", &path)
                  ? add_file_section(settings, path.data, "template", chain, err)
                  : error_set(err, "there is no fairy-stockfish/template.ini among the variants");
    if (ok)
        fairy_reset_pieces(settings);
    text_release(&path);
    return ok;
}

/* The parent is an earlier section of the file, or a variant that is looked up by its name. */
static bool add_parent(Settings *settings, const Ini *ini, const IniSection *section,
                       const char *name, Chain *chain, Error *err)
{
    const IniSection *parent = ini_section(ini, name);
    if (parent != NULL && parent < section)
        return add_section(settings, ini, parent, chain, err);
    if (parent == section)
        return error_set(err, "%s:%d: [%s] is its own parent", ini->file, section->line,
                         section->name);
    if (parent != NULL)
        return error_set(
            err,
            "%s:%d: the parent \"%s\" comes later, in line %d; it must stand before its children",
            ini->file, section->line, name, parent->line);
    Text path;
    text_init(&path);
    bool ok;
    if ((fairy_file(ini) && lookup_fairy(name, &path)) || lookup_variant(name, &path)) {
        ok = add_file_section(settings, path.data, name, chain, err);
    } else {
        Text folders;
        text_init(&folders);
        lookup_add_folders("variants", &folders);
        ok = error_set(
            err,
            "%s:%d: there is no variant \"%s\" to inherit from: neither in this file nor in %s",
            ini->file, section->line, name, folders.data);
        text_release(&folders);
    }
    text_release(&path);
    return ok;
}

/* A section of our own dialect may have several parents, separated by commas: each is read over
 * those before it. */
static bool add_parents(Settings *settings, const Ini *ini, const IniSection *section, Chain *chain,
                        Error *err)
{
    if (section->parent == NULL)
        return true;
    if (fairy_file(ini))
        return add_parent(settings, ini, section, section->parent, chain, err);
    bool ok = true;
    for (const char *at = section->parent; ok && at != NULL;) {
        at += strspn(at, " ");
        size_t length = strcspn(at, ",");
        char *name = memory_copy_string(at);
        const char *end = at + length;
        while (length > 0 && name[length - 1] == ' ')
            length--;
        name[length] = '\0';
        ok = length > 0 ? add_parent(settings, ini, section, name, chain, err)
                        : error_set(err, "%s:%d: a comma without a parent beside it in [%s:%s]",
                                    ini->file, section->line, section->name, section->parent);
        free(name);
        at = *end == ',' ? end + 1 : NULL;
    }
    return ok;
}

static bool add_section(Settings *settings, const Ini *ini, const IniSection *section, Chain *chain,
                        Error *err)
{
    if (chain_has(chain, ini->file, section->name))
        return error_set(err, "%s:%d: [%s] inherits from itself", ini->file, section->line,
                         section->name);
    if (chain->count == MAX_PARENTS)
        return error_set(err, "%s:%d: more than %d parents in a row", ini->file, section->line,
                         MAX_PARENTS);
    chain->files[chain->count] = ini->file;
    chain->names[chain->count++] = section->name;
    bool fairy = fairy_file(ini);
    bool bare = section->parent == NULL && fairy && fairy_section(section);
    bool ok = (!bare || add_template(settings, chain, err))
              && add_parents(settings, ini, section, chain, err)
              && settings_add_section(settings, ini->file, section, fairy, err);
    chain->count--;
    return ok;
}

/* The section of that name; of a file with one section only, or for the name NULL, the first. */
static const IniSection *pick_section(const Ini *ini, const char *name, Error *err)
{
    const IniSection *first = ini->section_count > 0 ? &ini->sections[0] : NULL;
    if (first == NULL) {
        error_set(err, "%s: no [variant] in it", ini->file);
        return NULL;
    }
    const IniSection *section = name != NULL ? ini_section(ini, name) : first;
    if (section == NULL)
        error_set(err, "%s: there is no [%s] in it; it begins with [%s]", ini->file, name,
                  first->name);
    return section;
}

static bool add_file_section(Settings *settings, const char *file, const char *name, Chain *chain,
                             Error *err)
{
    Ini ini;
    if (!ini_read_file_repeats(&ini, file, err))
        return false;
    const IniSection *section = pick_section(&ini, name, err);
    bool ok = section != NULL && add_section(settings, &ini, section, chain, err);
    ini_release(&ini);
    return ok;
}

/* ------------------------------------------------------------------------------------------------
 * Loading
 */

/* Compiles one section; `section` NULL is the first. */
static Variant *load_section(const Ini *ini, const char *section, Error *err)
{
    Variant *variant = NULL;
    Settings settings;
    Chain chain = {.count = 0};
    settings_init(&settings);
    const IniSection *chosen = pick_section(ini, section, err);
    if (chosen != NULL && add_section(&settings, ini, chosen, &chain, err)
        && settings_check_supported(&settings, err) && fairy_complete(&settings, err)) {
        settings_complete(&settings);
        variant = variant_compile(&settings, chosen->name, ini->file, err);
    }
    settings_release(&settings);
    return variant;
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
    return strchr(name, '/') == NULL && lookup_variant(name, path);
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
