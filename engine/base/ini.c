/* The file is read whole, cut into lines, and each line is judged by itself; what is accepted is
 * copied. Line by line there is no state but the section that is open, which is the last one. */
#include "engine/base/ini.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"

/* A piece of the text that is read; no zero byte ends it. */
typedef struct Span {
    const char *start;
    size_t length;
} Span;

typedef struct IniReader {
    Ini ini;
    size_t section_capacity;
    size_t entry_capacity; /* of the open section */
    int line;              /* from 1 */
    Error *err;            /* borrowed */
    bool repeats;          /* a key may stand twice in a section */
} IniReader;

static bool ini_is_space(char character) { return character == ' ' || character == '\t'; }

static Span span_trim(Span span)
{
    while (span.length > 0 && ini_is_space(span.start[0])) {
        span.start++;
        span.length--;
    }
    while (span.length > 0 && ini_is_space(span.start[span.length - 1])) {
        span.length--;
    }
    return span;
}

static const char *span_find(Span span, char character)
{
    return span.length > 0 ? memchr(span.start, character, span.length) : NULL;
}

/* What lies before `at`, and what lies behind it. */
static Span span_before(Span span, const char *at)
{
    return (Span){span.start, (size_t)(at - span.start)};
}

static Span span_after(Span span, const char *at)
{
    return (Span){at + 1, (size_t)(span.start + span.length - (at + 1))};
}

/* A copy in which tabs are spaces. */
static char *span_copy(Span span)
{
    char *copy = memory_new(span.length + 1, 1);
    for (size_t i = 0; i < span.length; i++) {
        copy[i] = span.start[i] == '\t' ? ' ' : span.start[i];
    }
    return copy;
}

/* How many bytes the character at the start of the span has in UTF-8; 0 if it is none, or one that
 * controls a terminal. */
static size_t span_character(Span span)
{
    static const unsigned char least[] = {0, 0x80, 0xa0, 0x90};
    const unsigned char *bytes = (const unsigned char *)span.start;
    if (bytes[0] < 0x80) {
        return (bytes[0] >= ' ' && bytes[0] != 0x7f) || bytes[0] == '\t' ? 1 : 0;
    }
    size_t more = bytes[0] >= 0xf0 ? 3 : bytes[0] >= 0xe0 ? 2 : 1;
    if (bytes[0] < 0xc2 || bytes[0] > 0xf4 || more >= span.length) {
        return 0;
    }
    if ((bytes[0] & 0x0f) == 0 && more > 1 && bytes[1] < least[more]) {
        return 0; /* longer than it need be */
    }
    for (size_t i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return more + 1;
}

/* How much of a span to quote in a message: names are short, a broken line may be of any length. */
static int span_quoted(Span span) { return span.length < 60 ? (int)span.length : 60; }

static bool ini_fail(IniReader *reader, const char *what)
{
    return error_set(reader->err, "%s:%d: %s", reader->ini.file, reader->line, what);
}

static bool ini_fail_about(IniReader *reader, const char *what, Span span)
{
    return error_set(reader->err, "%s:%d: %s '%.*s'", reader->ini.file, reader->line, what,
                     span_quoted(span), span.start);
}

static bool ini_check_text(IniReader *reader, Span line)
{
    int character = 1;
    for (Span rest = line; rest.length > 0; character++) {
        size_t length = span_character(rest);
        if (length == 0) {
            return error_set(reader->err,
                             "%s:%d: character %d of the line, byte 0x%02x, is no text: save the "
                             "file as UTF-8",
                             reader->ini.file, reader->line, character,
                             (unsigned)(unsigned char)rest.start[0]);
        }
        rest = (Span){rest.start + length, rest.length - length};
    }
    return true;
}

/* No header is longer, with several parents: its names are quoted whole in messages. */
enum { MAX_HEADER = 400 };

static bool ini_read_header(IniReader *reader, Span line)
{
    if (line.length > MAX_HEADER) {
        return ini_fail_about(reader, "too long for a section header:", line);
    }
    const char *end = span_find(line, ']');
    if (end == NULL) {
        return ini_fail_about(reader, "no ']' at the end of the section header", line);
    }
    Span rest = span_trim(span_after(line, end));
    if (rest.length > 0) {
        return ini_fail_about(reader, "text behind the section header:", rest);
    }
    Span name = span_trim(span_before(span_after(line, line.start), end));
    Span parent = {NULL, 0};
    const char *colon = span_find(name, ':');
    if (colon != NULL) {
        parent = span_trim(span_after(name, colon));
        name = span_trim(span_before(name, colon));
        if (parent.length == 0) {
            return ini_fail_about(reader, "no parent behind the ':' of section", name);
        }
        if (span_find(parent, ':') != NULL) {
            return ini_fail_about(reader, "more than one parent for section", name);
        }
    }
    if (name.length == 0) {
        return ini_fail(reader, "a section without a name: [NAME] or [NAME:PARENT]");
    }
    if (span_find(name, '[') != NULL) {
        return ini_fail_about(reader, "a '[' in the section name", name);
    }
    char *copy = span_copy(name);
    const IniSection *former = ini_section(&reader->ini, copy);
    if (former != NULL) {
        free(copy);
        return error_set(reader->err, "%s:%d: section '%.*s' is there already, in line %d",
                         reader->ini.file, reader->line, span_quoted(name), name.start,
                         former->line);
    }
    Ini *ini = &reader->ini;
    ini->sections = memory_grow(ini->sections, ini->section_count, &reader->section_capacity,
                                sizeof *ini->sections);
    ini->sections[ini->section_count++] = (IniSection){
        .name = copy,
        .parent = parent.start != NULL ? span_copy(parent) : NULL,
        .line = reader->line,
    };
    reader->entry_capacity = 0;
    return true;
}

/* A line that has no '=': says what may have been meant. */
static bool ini_fail_without_equals(IniReader *reader, Span line)
{
    if (span_find(line, ':') != NULL) {
        return ini_fail_about(reader, "':' where a '=' should be in", line);
    }
    return ini_fail_about(reader, "neither KEY = VALUE nor # comment:", line);
}

static bool ini_read_entry(IniReader *reader, Span line)
{
    const char *equals = span_find(line, '=');
    if (equals == NULL) {
        return ini_fail_without_equals(reader, line);
    }
    Span key = span_trim(span_before(line, equals));
    Span value = span_trim(span_after(line, equals));
    if (key.length == 0) {
        return ini_fail(reader, "no key before the '='");
    }
    if (strchr("#;[", key.start[0]) != NULL) {
        return error_set(reader->err, "%s:%d: '%c' must be the first character of its line",
                         reader->ini.file, reader->line, key.start[0]);
    }
    if (reader->ini.section_count == 0) {
        return ini_fail_about(reader, "no [SECTION] stands above the key", key);
    }
    IniSection *section = &reader->ini.sections[reader->ini.section_count - 1];
    char *copy = span_copy(key);
    const IniEntry *former = ini_entry(section, copy);
    if (former != NULL && !reader->repeats) {
        free(copy);
        return error_set(reader->err, "%s:%d: key '%.*s' is there already, in line %d",
                         reader->ini.file, reader->line, span_quoted(key), key.start, former->line);
    }
    int before = former != NULL ? former->line : 0;
    section->entries = memory_grow(section->entries, section->entry_count, &reader->entry_capacity,
                                   sizeof *section->entries);
    section->entries[section->entry_count++] =
        (IniEntry){.key = copy, .value = span_copy(value), .line = reader->line, .former = before};
    return true;
}

static bool ini_read_line(IniReader *reader, Span line)
{
    if (line.length > 0 && line.start[line.length - 1] == '\r') {
        line.length--;
    }
    if (span_find(line, '\0') != NULL) {
        return ini_fail(reader, "a NUL byte: not a text file, or one in UTF-16: save it as UTF-8");
    }
    if (span_find(line, '\r') != NULL) {
        return ini_fail(reader, "a carriage return inside a line");
    }
    if (span_trim(line).length == 0 || line.start[0] == '#' || line.start[0] == ';') {
        return true;
    }
    if (!ini_check_text(reader, line)) {
        return false;
    }
    if (line.start[0] == '[') {
        return ini_read_header(reader, line);
    }
    return ini_read_entry(reader, line);
}

static bool ini_read(Ini *ini, const char *name, const char *text, size_t length, bool repeats,
                     Error *err)
{
    static const char mark[3] = {'\xef', '\xbb', '\xbf'};
    IniReader reader = {.ini.file = memory_copy_string(name), .repeats = repeats, .err = err};
    Span rest = {text, length};
    if (rest.length >= sizeof mark && memcmp(rest.start, mark, sizeof mark) == 0) {
        rest = (Span){text + sizeof mark, length - sizeof mark};
    }
    bool ok = true;
    while (ok && rest.length > 0) {
        const char *end = span_find(rest, '\n');
        Span line = end != NULL ? span_before(rest, end) : rest;
        rest = end != NULL ? span_after(rest, end) : (Span){NULL, 0};
        reader.line++;
        ok = ini_read_line(&reader, line);
    }
    if (!ok) {
        ini_release(&reader.ini);
    }
    *ini = reader.ini;
    return ok;
}

bool ini_read_text(Ini *ini, const char *name, const char *text, size_t length, Error *err)
{
    return ini_read(ini, name, text, length, false, err);
}

/* Adds the whole file to `text`. */
static bool ini_load(Text *text, const char *path, Error *err)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return error_set(err, "%s: %s", path, strerror(errno));
    }
    char block[8192];
    size_t size = 0;
    errno = 0;
    while ((size = fread(block, 1, sizeof block, file)) > 0) {
        text_add_bytes(text, block, size);
    }
    bool ok = !ferror(file) || error_set(err, "%s: %s", path, strerror(errno));
    fclose(file);
    return ok;
}

static bool ini_load_and_read(Ini *ini, const char *path, bool repeats, Error *err)
{
    *ini = (Ini){0};
    Text text;
    text_init(&text);
    bool ok =
        ini_load(&text, path, err) && ini_read(ini, path, text.data, text.length, repeats, err);
    text_release(&text);
    return ok;
}

bool ini_read_file(Ini *ini, const char *path, Error *err)
{
    return ini_load_and_read(ini, path, false, err);
}

bool ini_read_file_repeats(Ini *ini, const char *path, Error *err)
{
    return ini_load_and_read(ini, path, true, err);
}

static void ini_release_section(IniSection *section)
{
    for (size_t i = 0; i < section->entry_count; i++) {
        free(section->entries[i].key);
        free(section->entries[i].value);
    }
    free(section->entries);
    free(section->name);
    free(section->parent);
}

void ini_release(Ini *ini)
{
    for (size_t i = 0; i < ini->section_count; i++) {
        ini_release_section(&ini->sections[i]);
    }
    free(ini->sections);
    free(ini->file);
    *ini = (Ini){0};
}

const IniSection *ini_section(const Ini *ini, const char *name)
{
    for (size_t i = 0; i < ini->section_count; i++) {
        if (strcmp(ini->sections[i].name, name) == 0) {
            return &ini->sections[i];
        }
    }
    return NULL;
}

const IniEntry *ini_entry(const IniSection *section, const char *key)
{
    for (size_t i = 0; i < section->entry_count; i++) {
        if (strcmp(section->entries[i].key, key) == 0) {
            return &section->entries[i];
        }
    }
    return NULL;
}
