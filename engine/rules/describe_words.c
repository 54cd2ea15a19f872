#include "engine/rules/describe_words.h"

#include <string.h>

#include "engine/rules/notation.h"
#include "engine/rules/squares.h"

enum { LINE_WIDTH = 78 };

void words_paragraph(Text *text, const char *indent, const char *words)
{
    size_t column = 0;
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (column > 0 && column + 1 + length > LINE_WIDTH) {
            text_add_char(text, '\n');
            column = 0;
        }
        text_add(text, "%s%.*s", column == 0 ? indent : " ", (int)length, words);
        column += column == 0 ? strlen(indent) + length : 1 + length;
        words += length;
        words += strspn(words, " ");
    }
    text_add_char(text, '\n');
}

void words_flush(Text *text, const char *indent, Text *words)
{
    words_paragraph(text, indent, words->data);
    text_clear(words);
}

/* Takes a line of squares away from `left` if it is all there. */
static bool take_line(Set *left, unsigned first, int step, int length)
{
    for (int i = 0; i < length; i++)
        if (!set_has(left, first + (unsigned)(i * step)))
            return false;
    for (int i = 0; i < length; i++)
        set_remove(left, first + (unsigned)(i * step));
    return true;
}

/* Whole ranks, one after the other, with a comma behind. */
static void add_ranks(const Variant *variant, Set *left, Text *items)
{
    for (int rank = 0; rank < variant->ranks; rank++) {
        int end = rank;
        while (end < variant->ranks
               && take_line(left, (unsigned)(end * variant->files), 1, variant->files))
            end++;
        if (end > rank + 1)
            text_add(items, "ranks %d %s %d,", rank + 1, end > rank + 2 ? "to" : "and", end);
        else if (end > rank)
            text_add(items, "rank %d,", end);
        rank = end;
    }
}

static void add_files(const Variant *variant, Set *left, Text *items)
{
    for (int file = 0; file < variant->files; file++) {
        int end = file;
        while (end < variant->files
               && take_line(left, (unsigned)end, variant->files, variant->ranks))
            end++;
        if (end > file + 1)
            text_add(items, "files %c %s %c,", 'a' + file, end > file + 2 ? "to" : "and",
                     'a' + end - 1);
        else if (end > file)
            text_add(items, "file %c,", 'a' + file);
        file = end;
    }
}

/* Puts items that each end in a comma into a sentence. */
static void add_list(const Text *items, const char *last, Text *words)
{
    const char *at = items->data;
    while (*at != '\0') {
        size_t length = strcspn(at, ",");
        const char *next = at + length + 1;
        size_t next_length = strcspn(next, ",");
        text_add(words, "%.*s%s", (int)length, at,
                 *next == '\0'                   ? ""
                 : next[next_length + 1] == '\0' ? last
                                                 : ", ");
        at = next;
    }
}

void words_add_set(const Variant *variant, const Set *set, const char *last, Text *words)
{
    Set left = *set;
    Text items;
    text_init(&items);
    if (variant->files > 1)
        add_ranks(variant, &left, &items);
    if (variant->ranks > 1)
        add_files(variant, &left, &items);
    SET_EACH(square, &left)
    {
        char name[4];
        square_to_text(variant, (Square)square, name);
        text_add(&items, "%s,", name);
    }
    if (set_count(set) == variant->squares)
        text_add(words, "any square");
    else if (items.length == 0)
        text_add(words, "no square");
    else
        add_list(&items, last, words);
    text_release(&items);
}

void words_add_sets(const Variant *variant, const Set sets[2], const char *last, Text *words)
{
    words_add_set(variant, &sets[WHITE], last, words);
    if (set_equal(&sets[WHITE], &sets[BLACK]))
        return;
    text_add(words, " (Black: ");
    words_add_set(variant, &sets[BLACK], last, words);
    text_add_char(words, ')');
}

void words_add_region(const Variant *variant, const char *region, const char *last, Text *words)
{
    Error err = {""};
    Set sets[2];
    if (!region_parse_clipped(variant->files, variant->ranks, region, &sets[WHITE], &err)) {
        text_add(words, "%s", region);
        return;
    }
    sets[BLACK] = set_mirror(variant->files, variant->ranks, sets[WHITE]);
    words_add_sets(variant, sets, last, words);
}

void words_add_types(const Variant *variant, uint32_t types, const char *last, Text *words)
{
    int left = 0;
    for (int type = 1; type <= variant->type_count; type++)
        left += (types >> type & 1) != 0;
    if (left == 0)
        text_add(words, "nothing");
    for (int type = 1; type <= variant->type_count; type++) {
        if ((types >> type & 1) == 0)
            continue;
        left--;
        const PieceType *piece = &variant->types[type];
        bool numbered = strncmp(piece->name, "customPiece", strlen("customPiece")) == 0;
        if (numbered)
            text_add_char(words, piece->letter);
        else
            text_add(words, "%s", piece->name);
        text_add(words, "%s", left > 1 ? ", " : left == 1 ? last : "");
    }
}

bool rules_next(const char **at, const char *prefix, char suffix[64], char value[512])
{
    size_t length = strlen(prefix);
    while (**at != '\0') {
        const char *line = *at;
        size_t line_length = strcspn(line, "\n");
        *at += line_length + (line[line_length] == '\n');
        const char *equals = strstr(line, " = ");
        if (strncmp(line, prefix, length) != 0 || equals == NULL)
            continue;
        size_t key = (size_t)(equals - line) - length,
               rest = line_length - (size_t)(equals + 3 - line);
        if (key >= 64 || rest >= 512)
            continue;
        memcpy(suffix, line + length, key);
        suffix[key] = '\0';
        memcpy(value, equals + 3, rest);
        value[rest] = '\0';
        return true;
    }
    return false;
}
