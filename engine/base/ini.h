/* A strict reader of INI files in the dialect of Fairy-Stockfish's variants.ini.
 *
 *     # a comment (# or ; as the first character of a line)
 *     [name:parent]
 *     key = value
 *
 * The first '=' splits; spaces around key and value go; there are no inline comments and no
 * continued lines; keys are case-sensitive. A byte-order mark, CRLF and a missing last newline are
 * accepted, lines may be of any length, a tab is a space, and a comment may be in any encoding.
 * Anything else is an error with its line: text outside a section, a line without '=' (a ':' in its
 * place is named), an empty key, text behind ']', a NUL byte, bytes that are not UTF-8, a section
 * name or a key that is given twice. Meaning is for the caller to give: the reader knows no keys,
 * and it does not resolve parents: what stands behind the ':' may be several. */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"

typedef struct IniEntry {
    char *key;
    char *value; /* may be "" */
    int line;    /* from 1 */
    int former;  /* the line where the section has the key already, 0 if it has not */
} IniEntry;

typedef struct IniSection {
    char *name;
    char *parent; /* NULL where the header names none */
    int line;
    IniEntry *entries;
    size_t entry_count;
} IniSection;

/* Everything in it is owned. */
typedef struct Ini {
    char *file; /* as given, for messages */
    IniSection *sections;
    size_t section_count;
} Ini;

/* Reads a file or a text of `length` bytes; `name` stands for the file in messages. On failure
 * `ini` is empty and `err` says `file:line: what`. */
bool ini_read_file(Ini *ini, const char *path, Error *err);
bool ini_read_text(Ini *ini, const char *name, const char *text, size_t length, Error *err);
void ini_release(Ini *ini);

/* The same, where a key that a section has already is no error: its entries tell of each other, and
 * which counts is for the caller to say. */
bool ini_read_file_repeats(Ini *ini, const char *path, Error *err);

/* The section or entry of that name, NULL if there is none. */
const IniSection *ini_section(const Ini *ini, const char *name);
const IniEntry *ini_entry(const IniSection *section, const char *key);
