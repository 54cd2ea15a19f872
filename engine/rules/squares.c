#include "engine/rules/squares.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A rank's number at the start of `text`: 1 .. ranks, 0 if there is none. */
static int rank_parse(int ranks, const char *text, size_t *length)
{
    int rank = 0;
    *length = 0;
    while (*length < 2 && isdigit((unsigned char)text[*length]))
        rank = rank * 10 + (text[(*length)++] - '0');
    return rank <= ranks && text[0] != '0' ? rank : 0;
}

unsigned square_parse(int files, int ranks, const char *text, size_t *length)
{
    int file = text[0] - 'a';
    if (file < 0 || file >= files)
        return NO_SQUARE;
    int rank = rank_parse(ranks, text + 1, length);
    *length += 1;
    return rank == 0 ? NO_SQUARE : (unsigned)((rank - 1) * files + file);
}

int file_parse(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    int file = digits == 0 && text[0] != '\0' && text[1] == '\0' ? text[0] - 'a' : -1;
    if (digits > 0 && digits <= 2 && text[digits] == '\0')
        file = (int)strtol(text, NULL, 10) - 1;
    return file >= 0 && file < MAX_FILES ? file : -1;
}

/* Adds one word of a region; false if it means nothing. */
static bool region_add_word(int files, int ranks, const char *word, size_t length, Set *region)
{
    int file = word[0] == '*' ? -1 : word[0] - 'a';
    bool any_rank = length == 1 || (length == 2 && word[1] == '*');
    size_t digits = 0;
    int rank = any_rank ? -1 : rank_parse(ranks, word + 1, &digits) - 1;
    if (file >= files || file < -1 || (length == 1 && file >= 0)
        || (!any_rank && (rank < 0 || digits + 1 != length)))
        return false;
    for (int square = 0; square < files * ranks; square++)
        if ((file < 0 || square % files == file) && (rank < 0 || square / files == rank))
            set_add(region, (unsigned)square);
    return true;
}

/* The words of a region, of which those beyond the edge of the board may be left out. */
static bool parse_words(int files, int ranks, bool clip, const char *text, Set *region, Error *err)
{
    Set ignored = set_empty();
    *region = set_empty();
    if (text[0] == '-' && text[1 + strspn(text + 1, " ")] == '\0')
        return true;
    if (text[strspn(text, " ")] == '\0')
        return error_set(err, "no squares: a1, a rank (*3) or a file (d*), or - for none");
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, " ");
        if (length > 0 && !region_add_word(files, ranks, at, length, region)
            && !(clip && region_add_word(MAX_FILES, MAX_RANKS, at, length, &ignored)))
            return error_set(err, "\"%.*s\" is no square, rank (*3) or file (d*) of this board",
                             (int)length, at);
        at += length;
        at += *at == ' ';
    }
    return true;
}

bool region_parse(int files, int ranks, const char *text, Set *region, Error *err)
{
    return parse_words(files, ranks, false, text, region, err);
}

bool region_parse_clipped(int files, int ranks, const char *text, Set *region, Error *err)
{
    return parse_words(files, ranks, true, text, region, err);
}

unsigned square_mirror(int files, int ranks, unsigned square)
{
    int file = (int)square % files, rank = (int)square / files;
    return (unsigned)((ranks - 1 - rank) * files + file);
}

Set set_mirror(int files, int ranks, Set set)
{
    Set mirrored = set_empty();
    SET_EACH(square, &set) { set_add(&mirrored, square_mirror(files, ranks, square)); }
    return mirrored;
}
