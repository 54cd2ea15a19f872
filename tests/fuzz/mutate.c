/* Variant files with faults: the shipped ones, changed at random. Each must be refused with a
 * message that names the file and a line, or be loaded and make sense: a position that holds, moves
 * that a second and slower way finds too, a FEN that reads back, a description. A value of the
 * section that was changed must have changed the effective rules: nothing is read and dropped.
 *
 * Usage: mutate COUNT FIRST FILE...: files number FIRST .. FIRST + COUNT - 1, which are the same on
 * every machine. Of each FILE every section with its parents in the file is a text to start from.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/ini.h"
#include "engine/base/memory.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "tests/fuzz/mutate_judge.h"

enum { MOST_CHANGES = 3 };

typedef struct Corpus {
    Specimen *items; /* owned, and their strings */
    size_t count, capacity;
} Corpus;

/* ------------------------------------------------------------------------------------------------
 * Texts to start from
 */

static void write_section(const Ini *ini, const IniSection *section, Text *text)
{
    const IniSection *parent = section->parent != NULL ? ini_section(ini, section->parent) : NULL;
    if (parent != NULL && parent < section)
        write_section(ini, parent, text);
    text_add(text, "[%s%s%s]\n", section->name, section->parent != NULL ? ":" : "",
             section->parent != NULL ? section->parent : "");
    for (size_t i = 0; i < section->entry_count; i++)
        text_add(text, "%s = %s\n", section->entries[i].key, section->entries[i].value);
}

static bool add_file(Corpus *corpus, const char *path)
{
    Ini ini;
    Error err = {""};
    if (!ini_read_file_repeats(&ini, path, &err)) {
        fprintf(stderr, "mutate: %s\n", err.text);
        return false;
    }
    for (size_t i = 0; i < ini.section_count; i++) {
        Text text;
        text_init(&text);
        text_add(&text, "# %s\n", path);
        write_section(&ini, &ini.sections[i], &text);
        corpus->items =
            memory_grow(corpus->items, corpus->count, &corpus->capacity, sizeof *corpus->items);
        corpus->items[corpus->count++] = (Specimen){
            .text = text.data, .section = memory_copy_string(ini.sections[i].name), .path = path};
    }
    ini_release(&ini);
    return true;
}

static void corpus_release(Corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        free(corpus->items[i].text);
        free(corpus->items[i].section);
    }
    free(corpus->items);
}

/* ------------------------------------------------------------------------------------------------
 * Changes
 */

/* A piece of a text. */
typedef struct Cut {
    size_t start, length;
} Cut;

/* A line at random, its end included. */
static Cut random_line(Random *random, const char *text)
{
    size_t at = random_below(random, (uint32_t)strlen(text) + 1);
    while (at > 0 && text[at - 1] != '\n')
        at--;
    size_t length = strcspn(text + at, "\n");
    return (Cut){at, length + (text[at + length] == '\n')};
}

/* A word, or a part of one between signs, of a line at random; length 0 if it has none. */
static Cut random_token(Random *random, const char *text)
{
    static const char signs[] = " =:/\n[].";
    Cut line = random_line(random, text);
    if (line.length == 0)
        return line;
    size_t at = line.start + random_below(random, (uint32_t)line.length);
    while (at > line.start && strchr(signs, text[at - 1]) == NULL)
        at--;
    return (Cut){at, strcspn(text + at, signs)};
}

/* Puts `length` bytes in the place of a cut. */
static void replace(Text *text, Cut cut, const char *bytes, size_t length)
{
    Text changed;
    text_init(&changed);
    text_add_bytes(&changed, text->data, cut.start);
    text_add_bytes(&changed, bytes, length);
    size_t behind = cut.start + cut.length;
    text_add_bytes(&changed, text->data + behind, text->length - behind);
    text_release(text);
    *text = changed;
}

static void change_byte(Random *random, Text *text, bool any)
{
    if (text->length == 0)
        return;
    size_t at = random_below(random, (uint32_t)text->length);
    char byte = (char)(any ? 1 + random_below(random, 255) : ' ' + random_below(random, 95));
    replace(text, (Cut){at, random_below(random, 3) != 0}, &byte, 1);
}

static void drop_byte(Random *random, Text *text)
{
    if (text->length > 0)
        replace(text, (Cut){random_below(random, (uint32_t)text->length), 1}, "", 0);
}

static void change_number(Random *random, Text *text)
{
    static const char *const numbers[] = {"0",  "1",  "2",   "3",        "5",         "9", "10",
                                          "16", "17", "-1",  "99",       "1000000",   "8", "4",
                                          "7",  "12", "+33", "00000008", "9999999999"};
    size_t start = random_below(random, (uint32_t)text->length + 1);
    start += strcspn(text->data + start, "0123456789");
    size_t length = strspn(text->data + start, "0123456789");
    const char *number = numbers[random_below(random, sizeof numbers / sizeof numbers[0])];
    if (length > 0)
        replace(text, (Cut){start, length}, number, strlen(number));
}

static void drop_or_double_line(Random *random, Text *text, bool twice)
{
    Cut line = random_line(random, text->data);
    char *copy = memory_copy_string(text->data);
    replace(text, (Cut){line.start, twice ? 0 : line.length}, copy + line.start,
            twice ? line.length : 0);
    free(copy);
}

/* A line or a token of another text in the place of one, or before it. */
static void splice(Random *random, Text *text, const char *other, bool lines)
{
    Cut (*const pick)(Random *, const char *) = lines ? random_line : random_token;
    Cut from = pick(random, other), to = pick(random, text->data);
    if (lines && random_below(random, 2) == 0)
        to.length = 0;
    replace(text, to, other + from.start, from.length);
}

/* The value that another text gives the key of a line, in the place of the line's own. */
static void borrow_value(Random *random, Text *text, const char *other)
{
    Cut line = random_line(random, text->data);
    const char *start = text->data + line.start;
    size_t key = strcspn(start, "=\n");
    if (start[key] != '=')
        return;
    for (const char *at = other; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strncmp(at, start, key + 1) != 0)
            continue;
        Cut value = {line.start + key + 1, strcspn(start + key + 1, "\n")};
        replace(text, value, at + key + 1, strcspn(at + key + 1, "\n"));
        return;
    }
}

static void change(Random *random, const Corpus *corpus, Text *text)
{
    const char *other = corpus->items[random_below(random, (uint32_t)corpus->count)].text;
    switch (random_below(random, 11)) {
    case 0: change_byte(random, text, true); break;
    case 1: change_byte(random, text, false); break;
    case 2: drop_byte(random, text); break;
    case 3: change_number(random, text); break;
    case 4: drop_or_double_line(random, text, false); break;
    case 5: drop_or_double_line(random, text, true); break;
    case 6: splice(random, text, other, true); break;
    case 7: splice(random, text, other, false); break;
    case 8:
    case 9: borrow_value(random, text, other); break;
    default: splice(random, text, text->data, false); break;
    }
}

/* ------------------------------------------------------------------------------------------------
 * Files
 */

static bool write_file(const char *path, const Text *text)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL && fwrite(text->data, 1, text->length, file) == text->length;
    ok = file != NULL && fclose(file) == 0 && ok;
    if (!ok)
        perror(path);
    return ok;
}

/* One changed file. */
static bool try_one(const Corpus *corpus, unsigned long index, const char *path, Tally *tally)
{
    Random random;
    random_init_keyed(&random, 0, RANDOM_TEST, index);
    const Specimen *specimen = &corpus->items[random_below(&random, (uint32_t)corpus->count)];
    Text text;
    Error fault = {""};
    text_init(&text);
    text_add(&text, "%s", specimen->text);
    for (uint32_t changes = 1 + random_below(&random, MOST_CHANGES); changes > 0; changes--)
        change(&random, corpus, &text);
    bool ok = write_file(path, &text);
    if (ok && !judge(specimen, path, tally, &fault)) {
        fprintf(stderr, "mutate: file %lu, from [%s] of %s: %s\n%s\n", index, specimen->section,
                specimen->path, fault.text, text.data);
        ok = false;
    }
    text_release(&text);
    return ok;
}

static bool load_originals(Corpus *corpus)
{
    size_t kept = 0;
    for (size_t i = 0; i < corpus->count; i++) {
        Specimen *specimen = &corpus->items[i];
        if (judge_original(specimen)) {
            corpus->items[kept++] = *specimen;
            continue;
        }
        free(specimen->text);
        free(specimen->section);
    }
    corpus->count = kept;
    return kept > 0;
}

int main(int argc, char **argv)
{
    char path[64];
    Corpus corpus = {0};
    Tally tally = {0};
    bool ok = argc > 3;
    if (!ok)
        fprintf(stderr, "usage: %s COUNT FIRST FILE...\n", argv[0]);
    for (int i = 3; ok && i < argc; i++)
        ok = add_file(&corpus, argv[i]);
    ok = ok && load_originals(&corpus);
    snprintf(path, sizeof path, "/tmp/assay-mutate-%ld.ini", (long)getpid());
    unsigned long count = ok ? strtoul(argv[1], NULL, 10) : 0, faults = 0,
                  first = ok ? strtoul(argv[2], NULL, 10) : 0;
    for (unsigned long i = 0; i < count && faults < 20; i++)
        faults += !try_one(&corpus, first + i, path, &tally);
    unlink(path);
    printf("%zu texts, %lu files: %lu loaded, %lu refused, %lu changed values, %lu faults\n",
           corpus.count, count, tally.loaded, tally.refused, tally.values, faults);
    corpus_release(&corpus);
    return ok && faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
