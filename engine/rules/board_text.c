#include "engine/rules/board_text.h"

#include <ctype.h>
#include <string.h>

/* The empty squares that a number at `*at` stands for; moves `*at` behind it. */
static int read_gap(const Variant *variant, const char **at)
{
    int gap = *(*at)++ - '0';
    if (variant->files >= 10 && gap > 0 && isdigit((unsigned char)**at)
        && gap * 10 + (**at - '0') <= variant->files)
        gap = gap * 10 + (*(*at)++ - '0');
    return gap;
}

static bool read_rank(const Variant *variant, const char **at, int rank, Piece *board, Error *err)
{
    int file = 0;
    while (**at != '\0' && **at != ' ' && **at != '/') {
        char letter = **at;
        if (isdigit((unsigned char)letter)) {
            int gap = read_gap(variant, at);
            if (gap == 0)
                return error_set(err, "rank %d: a gap of 0 squares", rank + 1);
            file += gap;
        } else {
            unsigned type = variant_type(variant, letter);
            if (type == 0)
                return error_set(err, "rank %d: '%c' on %c%d is no piece of %s", rank + 1, letter,
                                 'a' + file, rank + 1, variant->name);
            if (file < variant->files)
                board[rank * variant->files + file] =
                    piece_make(isupper((unsigned char)letter) ? WHITE : BLACK, type);
            file++;
            (*at)++;
        }
        if (file > variant->files)
            break;
    }
    if (file != variant->files)
        return error_set(err, "rank %d: %s than %d squares", rank + 1,
                         file > variant->files ? "more" : "fewer", variant->files);
    return true;
}

bool board_parse(const Variant *variant, const char *text, Piece board[MAX_SQUARES], Error *err)
{
    memset(board, NO_PIECE, MAX_SQUARES);
    const char *at = text;
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        if (!read_rank(variant, &at, rank, board, err))
            return false;
        if (rank > 0 && *at != '/')
            return error_set(err, "%d ranks instead of %d", variant->ranks - rank, variant->ranks);
        at += rank > 0;
    }
    if (*at != '\0' && *at != ' ')
        return error_set(err, "more than %d ranks", variant->ranks);
    return true;
}

void board_add_text(const Variant *variant, const Piece board[MAX_SQUARES], Text *text)
{
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < variant->files; file++) {
            Piece piece = board[rank * variant->files + file];
            if (piece == NO_PIECE) {
                gap++;
                continue;
            }
            if (gap > 0)
                text_add(text, "%d", gap);
            gap = 0;
            char letter = variant->types[piece_type(piece)].letter;
            text_add_char(
                text, piece_colour(piece) == WHITE ? letter : (char)tolower((unsigned char)letter));
        }
        if (gap > 0)
            text_add(text, "%d", gap);
        if (rank > 0)
            text_add_char(text, '/');
    }
}
