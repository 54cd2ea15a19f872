#include "engine/rules/section.h"

#include <stdlib.h>
#include <string.h>

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
    const IniSection *door; /* through which the file asked for was left first; NULL: it was not */
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

bool section_lookup(const char *name, Text *path)
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
    if (chain->door == NULL)
        chain->door = section;
    if ((fairy_file(ini) && lookup_fairy(name, &path)) || section_lookup(name, &path)) {
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
    bool ok = fairy_check_mixed(ini, section, err) && (!bare || add_template(settings, chain, err))
              && add_parents(settings, ini, section, chain, err)
              && settings_add_section(settings, ini->file, section, fairy, err);
    chain->count--;
    return ok;
}

const IniSection *section_pick(const Ini *ini, const char *name, Error *err)
{
    const IniSection *first = ini->section_count > 0 ? &ini->sections[0] : NULL;
    if (first == NULL) {
        error_set(
            err,
            "%s:1: no variant in it: it begins with a line [NAME:PARENT], such as [my-chess:chess]",
            ini->file);
        return NULL;
    }
    const IniSection *section = name != NULL ? ini_section(ini, name) : first;
    if (section == NULL)
        error_set(err, "%s:%d: there is no [%s] in the file; it begins with [%s]", ini->file,
                  first->line, name, first->name);
    return section;
}

static bool add_file_section(Settings *settings, const char *file, const char *name, Chain *chain,
                             Error *err)
{
    Ini ini;
    if (!ini_read_file_repeats(&ini, file, err))
        return false;
    const IniSection *section = section_pick(&ini, name, err);
    bool ok = section != NULL && add_section(settings, &ini, section, chain, err);
    ini_release(&ini);
    return ok;
}

/* ------------------------------------------------------------------------------------------------
 * The whole
 */

/* Makes a message that is about another file than the one asked for begin with the line that led
 * there. */
static void say_where(const Ini *ini, const IniSection *chosen, const Chain *chain,
                      const Settings *settings, Error *err)
{
    size_t length = strlen(ini->file);
    const IniSection *door = chain->door;
    if (strncmp(err->text, ini->file, length) == 0 && err->text[length] == ':')
        return;
    const Setting *start = settings_find(settings, KEY_START_FEN, "");
    if (door != NULL)
        error_prefix(err, "%s:%d: parent %s", ini->file, door->line, door->parent);
    else if (start != NULL && strcmp(start->file, ini->file) != 0)
        error_set(err,
                  "%s:%d: [%s] has no parent and no startFen: write [%s:chess] to start from "
                  "chess, or give the pieces and a startFen",
                  ini->file, chosen->line, chosen->name, chosen->name);
    else
        error_prefix(err, "%s:%d: [%s]", ini->file, chosen->line, chosen->name);
}

Variant *section_compile(const Ini *ini, const IniSection *section, Error *err)
{
    Variant *variant = NULL;
    Settings settings;
    Chain chain = {.count = 0};
    settings_init(&settings);
    if (add_section(&settings, ini, section, &chain, err)
        && settings_check_supported(&settings, err) && fairy_complete(&settings, err)) {
        settings_complete(&settings, ini->file, section->line);
        variant = variant_compile(&settings, section, ini->file, err);
    }
    if (variant == NULL)
        say_where(ini, section, &chain, &settings, err);
    settings_release(&settings);
    return variant;
}
