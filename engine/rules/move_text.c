#include "engine/rules/move_text.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/squares.h"

enum { MAX_TEXT = 64 };

/* A text without what says nothing of which move it is, and how far it is read. */
typedef struct Reader {
    const Variant *variant;
    char text[MAX_TEXT];
    const char *at;
    MoveText *parsed;
    Error *err;
} Reader;

static bool cut_end(char *text, const char *end)
{
    size_t length = strlen(text), cut = strlen(end);
    if (length < cut || strcmp(text + length - cut, end) != 0)
        return false;
    text[length - cut] = '\0';
    return true;
}

/* Takes off checks, praise and "e.p.". */
static bool cut_signs(Reader *reader, const char *text)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    if (length >= MAX_TEXT)
        return error_set(reader->err, "\"%.20s...\" is too long for a move", text);
    memcpy(reader->text, text, length + 1);
    while (length > 0 && strchr("+#!? ", reader->text[length - 1]) != NULL)
        reader->text[--length] = '\0';
    if (length == 0)
        return error_set(reader->err, "\"%s\" names no square to go to", text);
    reader->parsed->en_passant = cut_end(reader->text, "e.p.") || cut_end(reader->text, "ep");
    while (cut_end(reader->text, " "))
        ;
    reader->at = reader->text;
    return true;
}

static bool not_understood(const Reader *reader)
{
    return error_set(reader->err, "\"%s\" is not understood from \"%s\" on: write as e2e4 or Nf3",
                     reader->text, reader->at);
}

static bool read_type(Reader *reader, unsigned *type)
{
    *type = variant_type(reader->variant, *reader->at);
    if (*type == 0)
        return error_set(reader->err, "no piece of %s has the letter '%c'", reader->variant->name,
                         *reader->at);
    reader->at++;
    return true;
}

/* Castling: -O or -0 twice or once more behind the first letter, then perhaps a right. */
static bool read_castling(Reader *reader)
{
    int count = 1;
    reader->at++;
    while (reader->at[0] == '-' && (reader->at[1] == 'O' || reader->at[1] == '0')) {
        reader->at += 2;
        count++;
    }
    reader->parsed->castles = true;
    reader->parsed->castles_short = count == 2;
    if (count > 3)
        return not_understood(reader);
    reader->at += *reader->at == ':';
    if (isalpha((unsigned char)*reader->at))
        reader->parsed->right = *reader->at++;
    return *reader->at == '\0' || not_understood(reader);
}

static bool read_square(Reader *reader, char sign)
{
    const Variant *variant = reader->variant;
    MoveText *parsed = reader->parsed;
    size_t length = 0;
    unsigned square = square_parse(variant->files, variant->ranks, reader->at, &length);
    if (square == NO_SQUARE) {
        char last[4];
        square_to_text(variant, (Square)(variant->squares - 1), last);
        length = 1 + strspn(reader->at + 1, "0123456789");
        return error_set(reader->err, "\"%.*s\" is no square of the board (a1 to %s)", (int)length,
                         reader->at, last);
    }
    if (parsed->square_count == MAX_TEXT_SQUARES)
        return error_set(reader->err, "\"%s\" names more squares than any move", reader->text);
    parsed->signs[parsed->square_count] = sign;
    parsed->squares[parsed->square_count++] = (Square)square;
    reader->at += length;
    return true;
}

/* What comes in: N@g5. Of a pawn the letter may be missing. */
static bool read_drop(Reader *reader)
{
    reader->parsed->drops = true;
    reader->at++;
    return read_square(reader, '\0') && (*reader->at == '\0' || not_understood(reader));
}

/* The file and the rank that tell the piece from others, before any square. */
static bool read_origin(Reader *reader)
{
    const Variant *variant = reader->variant;
    MoveText *parsed = reader->parsed;
    int file = reader->at[0] - 'a';
    bool alone = reader->at[0] != '\0' && !isdigit((unsigned char)reader->at[1]);
    if (file >= 0 && file < variant->files && alone) {
        parsed->file = file;
        reader->at++;
    }
    int rank = 0, digits = 0;
    while (digits < 2 && isdigit((unsigned char)reader->at[digits]))
        rank = rank * 10 + (reader->at[digits++] - '0');
    if (digits > 0 && (rank < 1 || rank > variant->ranks))
        return error_set(reader->err, "\"%.*s\" is no rank of the board (1 to %d)", digits,
                         reader->at, variant->ranks);
    parsed->rank = rank - 1;
    reader->at += digits;
    return true;
}

static bool read_squares(Reader *reader)
{
    for (;;) {
        bool sign = *reader->at != '\0' && strchr("x*-:", *reader->at) != NULL;
        const char *square = reader->at + sign;
        bool named = islower((unsigned char)square[0]) && isdigit((unsigned char)square[1]);
        if (!named)
            return true;
        char written = sign ? *reader->at : '\0';
        reader->at = square;
        if (!read_square(reader, written == ':' ? 'x' : written))
            return false;
    }
}

/* What a castling or a promotion has behind the squares. A small letter is a promotion's only where
 * both squares are given, as machines write it. */
static bool read_suffix(Reader *reader)
{
    MoveText *parsed = reader->parsed;
    const char *at = reader->at;
    if (at[0] == 'o' && isalpha((unsigned char)at[1]) && at[2] == '\0') {
        parsed->right = at[1];
        return true;
    }
    bool sign = at[0] == '=';
    bool letter = sign ? isalpha((unsigned char)at[1]) != 0
                       : isupper((unsigned char)at[0])
                             || (islower((unsigned char)at[0]) && parsed->square_count > 1);
    if (!letter)
        return *at == '\0' || not_understood(reader);
    reader->at += sign;
    return read_type(reader, &parsed->promotion) && (*reader->at == '\0' || not_understood(reader));
}

bool move_text_parse(const Variant *variant, const char *text, MoveText *parsed, Error *err)
{
    Reader reader = {.variant = variant, .at = "", .parsed = parsed, .err = err};
    *parsed = (MoveText){.file = -1, .rank = -1};
    if (!cut_signs(&reader, text))
        return false;
    if ((reader.at[0] == 'O' || reader.at[0] == '0') && reader.at[1] == '-')
        return read_castling(&reader);
    if (isupper((unsigned char)*reader.at) && !read_type(&reader, &parsed->type))
        return false;
    if (*reader.at == '@')
        return read_drop(&reader);
    if (!read_origin(&reader) || !read_squares(&reader))
        return false;
    if (parsed->square_count == 0)
        return *reader.at != '\0' ? not_understood(&reader)
                                  : error_set(err, "\"%s\" names no square to go to", reader.text);
    return read_suffix(&reader);
}
