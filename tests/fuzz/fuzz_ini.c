/* The INI reader on any bytes: it must not crash or leak, an error must name the file and a line,
 * and what it accepts must say the same when it is written out and read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/ini.h"
#include "engine/base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

static void write_ini(Text *text, const Ini *ini)
{
    for (size_t i = 0; i < ini->section_count; i++) {
        const IniSection *section = &ini->sections[i];
        text_add(text, "[%s%s%s]\n", section->name, section->parent != NULL ? ":" : "",
                 section->parent != NULL ? section->parent : "");
        for (size_t j = 0; j < section->entry_count; j++) {
            text_add(text, "%s=%s\n", section->entries[j].key, section->entries[j].value);
        }
    }
}

static void require_same(const Ini *a, const Ini *b)
{
    require(a->section_count == b->section_count);
    for (size_t i = 0; i < a->section_count; i++) {
        const IniSection *left = &a->sections[i];
        const IniSection *right = &b->sections[i];
        require(strcmp(left->name, right->name) == 0);
        require((left->parent == NULL) == (right->parent == NULL));
        require(left->parent == NULL || strcmp(left->parent, right->parent) == 0);
        require(left->entry_count == right->entry_count);
        for (size_t j = 0; j < left->entry_count; j++) {
            require(strcmp(left->entries[j].key, right->entries[j].key) == 0);
            require(strcmp(left->entries[j].value, right->entries[j].value) == 0);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Ini ini;
    Error err = {""};
    if (!ini_read_text(&ini, "f", (const char *)data, size, &err)) {
        require(strncmp(err.text, "f:", 2) == 0 && strtol(err.text + 2, NULL, 10) > 0);
        require(ini.sections == NULL && ini.file == NULL);
        return 0;
    }
    Text text;
    text_init(&text);
    write_ini(&text, &ini);
    Ini again;
    require(ini_read_text(&again, "f", text.data, text.length, &err));
    require_same(&ini, &again);
    ini_release(&again);
    text_release(&text);
    ini_release(&ini);
    return 0;
}
