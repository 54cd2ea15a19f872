#include "engine/rules/settings.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/base/nearest.h"
#include "engine/base/version.h"
#include "engine/rules/fairy.h"

void settings_init(Settings *settings) { *settings = (Settings){0}; }

static void setting_release(Setting *setting)
{
    free(setting->suffix);
    free(setting->value);
    free(setting->file);
}

void settings_release(Settings *settings)
{
    for (size_t i = 0; i < settings->count; i++)
        setting_release(&settings->items[i]);
    free(settings->items);
    *settings = (Settings){0};
}

bool setting_error(const Setting *setting, Error *err, const char *format, ...)
{
    Text why;
    text_init(&why);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&why, format, arguments);
    va_end(arguments);
    const KeyRow *row = key_row(setting->id);
    error_set(err, "%s:%d: %.*s%s: %s%s%s%s", setting->file, setting->line, (int)key_stem(row),
              row->name, setting->suffix, why.data, setting->fallback ? " (the default is " : "",
              setting->fallback ? setting->value : "", setting->fallback ? ": give the key)" : "");
    text_release(&why);
    return false;
}

const Setting *settings_find(const Settings *settings, KeyId id, const char *suffix)
{
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        if (setting->id == id && strcmp(setting->suffix, suffix) == 0)
            return setting;
    }
    return NULL;
}

/* The index of `word` in a list of words separated by spaces, -1 if it is not there. */
static int choice_index(const char *choices, const char *word)
{
    size_t length = strlen(word);
    int index = 0;
    for (const char *at = choices != NULL ? choices : ""; *at != '\0' && length > 0; index++) {
        size_t span = strcspn(at, " ");
        if (span == length && strncmp(at, word, length) == 0)
            return index;
        at += span;
        at += *at == ' ';
    }
    return -1;
}

/* The number that a value is; false if it is none. */
static bool read_number(const char *value, int *number)
{
    char *end;
    errno = 0;
    long result = strtol(value, &end, 10);
    if (end == value || *end != '\0' || errno != 0 || result < -1000000 || result > 1000000)
        return false;
    *number = (int)result;
    return true;
}

static int value_number(const KeyRow *row, const char *value)
{
    if (row->type == KEY_BOOL)
        return choice_index("false true", value);
    if (row->type == KEY_CHOICE)
        return choice_index(row->choices, value);
    int number = 0;
    read_number(value, &number);
    return number;
}

int settings_number_or(const Settings *settings, KeyId id, int fallback)
{
    const Setting *setting = settings_find(settings, id, "");
    return setting != NULL ? value_number(key_row(id), setting->value) : fallback;
}

int settings_number(const Settings *settings, KeyId id)
{
    const Setting *setting = settings_find(settings, id, "");
    const KeyRow *row = key_row(id);
    assert(setting != NULL || row->fallback != NULL);
    return value_number(row, setting != NULL ? setting->value : row->fallback);
}

/* No value of any game is longer: it could not be quoted in a message. */
enum { MAX_VALUE = 2000 };

/* Whether the value can be read as the row's type. Letters and squares are looked at when compiled.
 */
static bool value_check(const Setting *setting, Error *err)
{
    const KeyRow *row = key_row(setting->id);
    const char *value = setting->value;
    int number;
    if (*value == '\0')
        return setting_error(setting, err, "no value behind the '='");
    if (strlen(value) > MAX_VALUE)
        return setting_error(setting, err, "a value of %zu characters; %d are enough for all",
                             strlen(value), MAX_VALUE);
    if (strpbrk(value, "#;") != NULL)
        return setting_error(setting, err, "'%c' in the value: a comment is a line of its own",
                             *strpbrk(value, "#;"));
    switch (row->type) {
    case KEY_NUMBER:
        if (!read_number(value, &number) || number < row->low || number > row->high)
            return setting_error(setting, err, "\"%s\" is no whole number from %d to %d", value,
                                 row->low, row->high);
        return true;
    case KEY_BOOL:
        if (value_number(row, value) < 0)
            return setting_error(setting, err, "\"%s\" is neither true nor false", value);
        return true;
    case KEY_CHOICE:
        if (value_number(row, value) < 0)
            return setting_error(setting, err, "\"%s\" is none of: %s", value, row->choices);
        return true;
    case KEY_TYPES:
    case KEY_REGION:
    case KEY_TEXT:
    case KEY_FAIRY_PIECE:
    case KEY_REFUSED:
    case KEY_IGNORED: return true;
    }
    return true;
}

const KeyRow *key_find(const char *key)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const KeyRow *row = key_row((KeyId)i);
        size_t length = key_stem(row);
        if (key_is_family(row) ? strncmp(key, row->name, length) == 0 && key[length] != '\0'
                               : strcmp(key, row->name) == 0)
            return row;
    }
    return NULL;
}

/* The key that may have been meant, NULL if none is near: of a family such as peice.knight the part
 * up to the point is looked at. `suffix` is what is behind it. */
static const char *nearest_key(const char *key, const char **suffix)
{
    const char *names[KEY_COUNT];
    for (size_t i = 0; i < KEY_COUNT; i++)
        names[i] = key_row((KeyId)i)->name;
    const char *point = strchr(key, '.');
    *suffix = point != NULL ? point + 1 : "";
    char *stem = memory_copy_string(key);
    if (point != NULL)
        stem[*suffix - key] = '\0';
    const char *near = nearest_name(stem, names, KEY_COUNT);
    if (near != NULL && near[strlen(near) - 1] != '.')
        *suffix = "";
    free(stem);
    return near;
}

static bool unknown_key(const char *file, const IniEntry *entry, Error *err)
{
    const char *suffix;
    const char *near = nearest_key(entry->key, &suffix);
    if (near == NULL)
        return error_set(err,
                         "%s:%d: %.60s: unknown key: this is version %s, whose keys assay check "
                         "--keys lists",
                         file, entry->line, entry->key, version_release());
    return error_set(err, "%s:%d: %.60s: unknown key; did you mean %s%s? (this is version %s)",
                     file, entry->line, entry->key, near, suffix, version_release());
}

void settings_remove(Settings *settings, const Setting *setting)
{
    size_t index = (size_t)(setting - settings->items);
    setting_release(&settings->items[index]);
    settings->count--;
    memmove(&settings->items[index], &settings->items[index + 1],
            (settings->count - index) * sizeof(Setting));
}

static void settings_append(Settings *settings, Setting setting)
{
    settings->items =
        memory_grow(settings->items, settings->count, &settings->capacity, sizeof(Setting));
    settings->items[settings->count++] = setting;
}

void settings_put(Settings *settings, Setting setting)
{
    const Setting *old = settings_find(settings, setting.id, setting.suffix);
    if (old == NULL) {
        settings_append(settings, setting);
        return;
    }
    size_t index = (size_t)(old - settings->items);
    setting_release(&settings->items[index]);
    settings->items[index] = setting;
}

/* The setting that an entry writes; its strings are owned. */
static Setting entry_setting(const char *file, const IniEntry *entry, const KeyRow *row)
{
    return (Setting){
        .id = key_id(row),
        .suffix = memory_copy_string(key_is_family(row) ? entry->key + key_stem(row) : ""),
        .value = memory_copy_string(entry->value),
        .file = memory_copy_string(file),
        .line = entry->line,
    };
}

static bool settings_add_entry(Settings *settings, const char *file, const IniEntry *entry,
                               bool fairy_file, Error *err)
{
    const KeyRow *row = key_find(entry->key);
    if (row == NULL)
        return unknown_key(file, entry, err);
    if (row->type == KEY_IGNORED)
        return true;
    Setting setting = entry_setting(file, entry, row);
    bool ours = row->name[strlen(row->name) - 1] == '.';
    if (ours && strcmp(setting.value, "-") == 0) {
        const Setting *old = settings_find(settings, setting.id, setting.suffix);
        if (old != NULL)
            settings_remove(settings, old);
        else
            setting_error(&setting, err, "there is none to take away");
        setting_release(&setting);
        return old != NULL;
    }
    bool fairy = row->type == KEY_FAIRY_PIECE || setting.id == KEY_CUSTOM_PIECE;
    if (!value_check(&setting, err) || (fairy && !fairy_add_piece(settings, &setting, err))) {
        setting_release(&setting);
        return false;
    }
    if (fairy_file && setting.id == KEY_PROMOTED)
        fairy_keep_promoted(settings, &setting);
    if (fairy)
        setting_release(&setting);
    else
        settings_put(settings, setting);
    return true;
}

/* A key for both colours overrides inherited ones for one of them. */
static void remove_overridden(Settings *settings, const char *key)
{
    for (size_t i = settings->count; i-- > 0;) {
        const char *name = key_row(settings->items[i].id)->name;
        size_t length = strlen(key);
        bool twin = strncmp(name, key, length) == 0
                    && (strcmp(name + length, "White") == 0 || strcmp(name + length, "Black") == 0);
        bool by_pawns = strcmp(key, "pawnTypes") == 0
                        && (strncmp(name, "promotionPawnTypes", 18) == 0
                            || strncmp(name, "nMoveRuleTypes", 14) == 0);
        if (twin || by_pawns)
            settings_remove(settings, &settings->items[i]);
    }
}

static bool entry_is_piece(const IniEntry *entry)
{
    const KeyRow *row = key_find(entry->key);
    return row != NULL && (row->type == KEY_FAIRY_PIECE || key_id(row) == KEY_CUSTOM_PIECE);
}

/* Entries for one key: that program takes the last. */
static bool check_repeats(const char *file, const IniSection *section, bool fairy, Error *err)
{
    for (size_t i = 0; i < section->entry_count && !fairy; i++) {
        const IniEntry *entry = &section->entries[i];
        if (entry->former != 0)
            return error_set(err, "%s:%d: key '%s' is there already, in line %d", file, entry->line,
                             entry->key, entry->former);
    }
    return true;
}

static bool is_refused(const Setting *setting)
{
    const KeyRow *row = key_row(setting->id);
    return row->type == KEY_REFUSED
           && (row->choices == NULL || choice_index(row->choices, setting->value) < 0);
}

/* A piece that cannot be read is named only if no rule that is refused stands above it. */
static void name_refused_before(const char *file, const IniSection *section, const IniEntry *piece,
                                Error *err)
{
    for (size_t i = 0; i < section->entry_count && &section->entries[i] != piece; i++) {
        const KeyRow *row = key_find(section->entries[i].key);
        if (row == NULL)
            continue;
        Setting setting = entry_setting(file, &section->entries[i], row);
        bool refused = is_refused(&setting);
        if (refused)
            setting_error(&setting, err, "%s", row->doc);
        setting_release(&setting);
        if (refused)
            return;
    }
}

bool settings_add_section(Settings *settings, const char *file, const IniSection *section,
                          bool fairy, Error *err)
{
    if (!check_repeats(file, section, fairy, err))
        return false;
    for (size_t i = 0; i < settings->count; i++)
        settings->items[i].inherited = true;
    for (size_t i = 0; i < section->entry_count; i++)
        remove_overridden(settings, section->entries[i].key);
    /* Fairy-Stockfish reads the pieces of a section before its other keys. */
    for (int pieces = 1; pieces >= 0; pieces--)
        for (size_t i = 0; i < section->entry_count; i++)
            if (entry_is_piece(&section->entries[i]) == (pieces == 1)
                && !settings_add_entry(settings, file, &section->entries[i], fairy, err)) {
                if (pieces == 1)
                    name_refused_before(file, section, &section->entries[i], err);
                return false;
            }
    return true;
}

bool settings_check_supported(const Settings *settings, Error *err)
{
    const Setting *first = NULL;
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        if (!is_refused(setting))
            continue;
        bool own = !setting->inherited && (first == NULL || first->inherited);
        if (first == NULL || own || (!setting->inherited && setting->line < first->line))
            first = setting;
    }
    return first == NULL || setting_error(first, err, "%s", key_row(first->id)->doc);
}

/* Whether a setting turns a rule off in the one way that there is to say so, and so is none. */
static bool is_no_rule(const Setting *setting)
{
    const bool hands = setting->id == KEY_PIECE_DROPS || setting->id == KEY_CAPTURES_TO_HAND
                       || setting->id == KEY_DROP_LOOP;
    return key_row(setting->id)->type == KEY_REFUSED
           || (hands && strcmp(setting->value, "false") == 0);
}

void settings_complete(Settings *settings, const char *file, int line)
{
    Settings sorted;
    settings_init(&sorted);
    for (size_t id = 0; id < KEY_COUNT; id++) {
        bool found = false;
        for (size_t i = 0; i < settings->count; i++) {
            if (settings->items[i].id != (KeyId)id)
                continue;
            if (is_no_rule(&settings->items[i])) {
                setting_release(&settings->items[i]);
                continue;
            }
            settings_append(&sorted, settings->items[i]);
            found = true;
        }
        if (!found && key_row((KeyId)id)->fallback != NULL)
            settings_append(&sorted,
                            (Setting){.id = (KeyId)id,
                                      .suffix = memory_copy_string(""),
                                      .value = memory_copy_string(key_row((KeyId)id)->fallback),
                                      .file = memory_copy_string(file),
                                      .line = line,
                                      .fallback = true});
    }
    free(settings->items);
    *settings = sorted;
}

void settings_add_text(const Settings *settings, Text *text)
{
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        const KeyRow *row = key_row(setting->id);
        text_add(text, "%.*s%s = %s\n", (int)key_stem(row), row->name, setting->suffix,
                 setting->value);
    }
}

uint64_t settings_hash(const Settings *settings)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < settings->count; i++) {
        const Setting *setting = &settings->items[i];
        const KeyRow *row = key_row(setting->id);
        if (row->fallback != NULL && strcmp(row->fallback, setting->value) == 0)
            continue;
        hash = hash_add(hash, hash_bytes(row->name, strlen(row->name)));
        hash = hash_add(hash, hash_bytes(setting->suffix, strlen(setting->suffix)));
        hash = hash_add(hash, hash_bytes(setting->value, strlen(setting->value)));
    }
    return hash;
}
