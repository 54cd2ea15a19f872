#include "engine/rules/castling_text.h"

#include <string.h>

/* The square of a colour's royal piece; 0 where it has none, and castles with another piece from a
 * fixed square. */
static unsigned find_king(const Variant *variant, const Piece *board, Colour colour)
{
    for (int square = 0; square < variant->squares; square++)
        if (variant->royal_type != 0 && board[square] == piece_make(colour, variant->royal_type))
            return (unsigned)square;
    return 0;
}

/* The castling that a right is to. */
static const Castling *find_castling(const Variant *variant, const Piece *board, unsigned right)
{
    Colour colour = (variant->castling_rights[WHITE] >> right & 1) != 0 ? WHITE : BLACK;
    return &variant->castlings[variant_castling(variant, right, find_king(variant, board, colour))];
}

/* Whether no like partner stands farther out on that side of the king. */
static bool is_outermost(const Variant *variant, const Piece *board, const Castling *castling)
{
    int step = castling->rook_from > castling->king_from ? 1 : -1;
    int rank = variant_rank(variant, castling->rook_from);
    for (int square = castling->rook_from + step;
         square >= 0 && variant_rank(variant, (unsigned)square) == rank; square += step)
        if (board[square] == board[castling->rook_from])
            return false;
    return true;
}

/* Whether a letter names the castling of a right that king and partner are at home for. */
static bool names(const Variant *variant, const Piece *board, const Castling *castling, char letter)
{
    return letter == castling->letter
           || (letter == castling->outer && is_outermost(variant, board, castling));
}

static bool is_letter(const Variant *variant, char letter)
{
    for (int i = 0; i < variant->castling_count; i++)
        if (letter == variant->castlings[i].letter || letter == variant->castlings[i].outer)
            return true;
    return false;
}

/* The other right on that side of the king, 0 if there is none. */
static const Castling *find_other(const Variant *variant, const Piece *board, CastlingRights rights,
                                  char outer)
{
    for (; outer != 0 && rights != 0; rights &= rights - 1) {
        const Castling *other = find_castling(variant, board, (unsigned)__builtin_ctz(rights));
        if (other->outer == outer)
            return other;
    }
    return NULL;
}

static bool read_letter(const Variant *variant, char letter, const Piece *board,
                        CastlingRights *rights, Error *err)
{
    if (!is_letter(variant, letter))
        return error_set(err, "castling: '%c' is no right of %s", letter, variant->name);
    CastlingRights all = variant->castling_rights[WHITE] | variant->castling_rights[BLACK];
    for (; all != 0; all &= all - 1) {
        unsigned right = (unsigned)__builtin_ctz(all);
        const Castling *castling = find_castling(variant, board, right);
        if (!castling_at_home(castling, board) || !names(variant, board, castling, letter))
            continue;
        if (*rights >> right & 1)
            return error_set(err, "castling: '%c' stands twice", letter);
        if (find_other(variant, board, *rights, castling->outer) != NULL)
            return error_set(err, "castling: '%c' is a second right on one side of the king",
                             letter);
        *rights |= 1u << right;
        return true;
    }
    return error_set(err, "castling: '%c' has no king and rook at home", letter);
}

bool castling_parse(const Variant *variant, const char *field, const Piece *board,
                    CastlingRights *rights, Error *err)
{
    CastlingRights read = 0;
    if (strcmp(field, "-") != 0)
        for (const char *at = field; *at != '\0'; at++)
            if (!read_letter(variant, *at, board, &read, err))
                return false;
    *rights = read;
    return true;
}

void castling_add_text(const Variant *variant, const Piece *board, CastlingRights rights,
                       Text *text)
{
    if (rights == 0)
        text_add_char(text, '-');
    for (; rights != 0; rights &= rights - 1) {
        const Castling *castling = find_castling(variant, board, (unsigned)__builtin_ctz(rights));
        bool outer = castling->outer != 0 && is_outermost(variant, board, castling);
        text_add_char(text, outer ? castling->outer : castling->letter);
    }
}
