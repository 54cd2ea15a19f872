#include "engine/rules/board_text.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/pockets.h"

/* The empty squares that a number at `*at` stands for; moves `*at` behind it. */
static int read_gap(const Variant *variant, const char **at)
{
    int gap = *(*at)++ - '0';
    if (variant->files >= 10 && gap > 0 && isdigit((unsigned char)**at)
        && gap * 10 + (**at - '0') <= variant->files)
        gap = gap * 10 + (*(*at)++ - '0');
    return gap;
}

/* A placement while it is read. */
typedef struct BoardReader {
    const Variant *variant;
    const char *at;
    Piece *board;
    Pockets *pockets;
    Error *err;
} BoardReader;

/* A piece, with what marks it as promoted: + before the letter of what it was, or ~ behind. */
static bool read_piece(BoardReader *reader, int rank, int file)
{
    const Variant *variant = reader->variant;
    const bool drops = (variant->features & FEATURE_DROPS) != 0;
    const bool plus = drops && *reader->at == '+';
    reader->at += plus;
    const char letter = *reader->at;
    unsigned type = variant_type(variant, letter);
    if (type == 0)
        return error_set(reader->err, "rank %d: '%c' on %c%d is no piece of %s", rank + 1, letter,
                         'a' + file, rank + 1, variant->name);
    reader->at++;
    const bool tilde = drops && !plus && *reader->at == '~';
    reader->at += tilde;
    if (file < variant->files) {
        const int square = rank * variant->files + file;
        reader->board[square] = piece_make(isupper((unsigned char)letter) ? WHITE : BLACK, type);
        reader->pockets->origin[square] = (uint8_t)(plus ? type : tilde ? ORIGIN_MARKED : 0);
    }
    return true;
}

static bool read_rank(BoardReader *reader, int rank)
{
    const Variant *variant = reader->variant;
    int file = 0;
    while (*reader->at != '\0' && strchr(" /[", *reader->at) == NULL) {
        if (isdigit((unsigned char)*reader->at)) {
            int gap = read_gap(variant, &reader->at);
            if (gap == 0)
                return error_set(reader->err, "rank %d: a gap of 0 squares", rank + 1);
            file += gap;
        } else {
            if (!read_piece(reader, rank, file))
                return false;
            file++;
        }
        if (file > variant->files)
            break;
    }
    if (file != variant->files)
        return error_set(reader->err, "rank %d: %s than %d squares", rank + 1,
                         file > variant->files ? "more" : "fewer", variant->files);
    return true;
}

bool board_parse(const Variant *variant, const char *text, Piece board[MAX_SQUARES],
                 Pockets *pockets, Error *err)
{
    Pockets unused;
    BoardReader reader = {.variant = variant,
                          .at = text,
                          .board = board,
                          .pockets = pockets != NULL ? pockets : &unused,
                          .err = err};
    memset(board, NO_PIECE, MAX_SQUARES);
    memset(reader.pockets, 0, sizeof *reader.pockets);
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        if (!read_rank(&reader, rank))
            return false;
        if (rank > 0 && *reader.at != '/')
            return error_set(err, "%d ranks instead of %d", variant->ranks - rank, variant->ranks);
        reader.at += rank > 0;
    }
    return pockets_parse(variant, &reader.at, reader.pockets, err);
}

/* The letter of a piece, as capital or small, with the mark of a promoted one. */
static void add_piece(const Variant *variant, Piece piece, unsigned origin, Text *text)
{
    const bool plus = origin != 0 && origin != variant->demoted_pawn;
    char letter = variant->types[plus ? origin : piece_type(piece)].letter;
    if (piece_colour(piece) == BLACK)
        letter = (char)tolower((unsigned char)letter);
    text_add(text, "%s%c%s", plus ? "+" : "", letter, origin != 0 && !plus ? "~" : "");
}

void board_add_text(const Variant *variant, const Piece board[MAX_SQUARES], const Pockets *pockets,
                    Text *text)
{
    for (int rank = variant->ranks - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < variant->files; file++) {
            const int square = rank * variant->files + file;
            if (board[square] == NO_PIECE) {
                gap++;
                continue;
            }
            if (gap > 0)
                text_add(text, "%d", gap);
            gap = 0;
            add_piece(variant, board[square], pockets->origin[square], text);
        }
        if (gap > 0)
            text_add(text, "%d", gap);
        if (rank > 0)
            text_add_char(text, '/');
    }
    if (variant->features & FEATURE_DROPS)
        pockets_add_text(variant, pockets, text);
}
