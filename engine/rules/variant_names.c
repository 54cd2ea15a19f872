#include "engine/rules/variant_names.h"

#include <string.h>

#include "engine/base/ini.h"
#include "engine/base/memory.h"
#include "engine/rules/section.h"

typedef struct NameList {
    LookupNames *names;
    size_t capacity;
} NameList;

static void add_name(NameList *list, const char *name)
{
    LookupNames *names = list->names;
    names->names = memory_grow(names->names, names->count, &list->capacity, sizeof *names->names);
    names->names[names->count++] = memory_copy_string(name);
}

static void add_sections(NameList *list, const char *file, const Ini *ini)
{
    for (size_t i = 0; i < ini->section_count; i++) {
        const char *section = ini->sections[i].name;
        Text name;
        text_init(&name);
        text_add(&name, "%s", file);
        if (strcmp(section, file) != 0)
            text_add(&name, ":%s", section);
        add_name(list, name.data);
        text_release(&name);
    }
}

static void add_file(NameList *list, const char *file)
{
    Ini ini;
    Error err = {""};
    Text path;
    text_init(&path);
    if (section_lookup(file, &path) && ini_read_file_repeats(&ini, path.data, &err)) {
        add_sections(list, file, &ini);
        ini_release(&ini);
    } else {
        add_name(list, file);
    }
    text_release(&path);
}

void variant_names_init(LookupNames *names)
{
    *names = (LookupNames){NULL, 0};
    NameList list = {.names = names, .capacity = 0};
    LookupNames files;
    lookup_names_init(&files, "variants");
    for (size_t i = 0; i < files.count; i++)
        add_file(&list, files.names[i]);
    lookup_names_release(&files);
}
