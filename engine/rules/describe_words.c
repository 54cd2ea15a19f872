#include "engine/rules/describe_words.h"

#include <string.h>

#include "engine/rules/notation.h"

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

void words_add_set(const Variant *variant, const Set *set, Text *words)
{
    Set rank_left = *set;
    /* Whole ranks have a name of their own. */
    for (int rank = 0; rank < variant->ranks; rank++) {
        bool whole = true;
        for (int file = 0; file < variant->files; file++)
            whole = whole && set_has(set, (unsigned)(rank * variant->files + file));
        if (!whole || variant->files == 1)
            continue;
        text_add(words, " rank %d,", rank + 1);
        for (int file = 0; file < variant->files; file++)
            set_remove(&rank_left, (unsigned)(rank * variant->files + file));
    }
    SET_EACH(square, &rank_left)
    {
        char name[4];
        square_to_text(variant, (Square)square, name);
        text_add(words, " %s,", name);
    }
    if (words->length > 0 && words->data[words->length - 1] == ',')
        words->data[--words->length] = '\0';
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
