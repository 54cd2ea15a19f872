/* Castling as the array says, from any file, and from a move on: the keys castling... */
#include <ctype.h>
#include <string.h>

#include "engine/rules/compile_internal.h"
#include "engine/rules/squares.h"

/* The file (from 0) that a key names by its letter or number; `fallback` without the key, -1 if it
 * is none. */
static int read_file(Compiler *compiler, KeyId id, int fallback)
{
    const Setting *setting = compile_find(compiler, id);
    if (setting == NULL)
        return fallback;
    int file = file_parse(setting->value);
    if (file < 0 || (file >= compiler->variant->files && !setting->inherited)) {
        setting_error(setting, compiler->err, "\"%s\" is no file from a to %c", setting->value,
                      'a' + compiler->variant->files - 1);
        return -1;
    }
    return file;
}

/* The keys of castling, read. */
typedef struct CastlingKeys {
    uint32_t king_types, rook_types;
    int kingside, queenside, rank, king_file, rook_kingside, rook_queenside;
} CastlingKeys;

static bool read_castling_keys(Compiler *compiler, CastlingKeys *keys)
{
    const Setting *king = compile_find(compiler, KEY_CASTLING_KING_PIECE),
                  *rooks = compile_find(compiler, KEY_CASTLING_ROOK_PIECES);
    keys->kingside = read_file(compiler, KEY_CASTLING_KINGSIDE, 6);
    keys->queenside = read_file(compiler, KEY_CASTLING_QUEENSIDE, 2);
    keys->king_file = read_file(compiler, KEY_CASTLING_KING_FILE, 4);
    keys->rook_kingside =
        read_file(compiler, KEY_CASTLING_ROOK_KINGSIDE, compiler->variant->files - 1);
    keys->rook_queenside = read_file(compiler, KEY_CASTLING_ROOK_QUEENSIDE, 0);
    keys->rank = compile_number(compiler, KEY_CASTLING_RANK, 1) - 1;
    keys->king_types = 1u << compiler->variant->royal_type;
    keys->rook_types = 1u << variant_type(compiler->variant, 'r');
    if (keys->kingside < 0 || keys->queenside < 0 || keys->king_file < 0 || keys->rook_kingside < 0
        || keys->rook_queenside < 0)
        return false;
    return (king == NULL || compile_read_types(compiler, king, &keys->king_types))
           && (rooks == NULL || compile_read_types(compiler, rooks, &keys->rook_types));
}

static bool array_has(const Compiler *compiler, int file, int rank, Colour colour, uint32_t types)
{
    const Variant *variant = compiler->variant;
    if (file < 0 || file >= variant->files || rank < 0 || rank >= variant->ranks)
        return false;
    Piece piece = compiler->array[rank * variant->files + file];
    return piece != NO_PIECE && piece_colour(piece) == colour
           && (types >> piece_type(piece) & 1) != 0;
}

/* The file of the king that castles; -1 if none stands on the rank. */
static int find_castling_king(const Compiler *compiler, const CastlingKeys *keys, Colour colour,
                              int rank)
{
    const Variant *variant = compiler->variant;
    int count = 0, last = -1;
    for (int square = 0; square < variant->squares; square++)
        if (array_has(compiler, square % variant->files, square / variant->files, colour,
                      keys->king_types)) {
            count++;
            last = square;
        }
    if (count == 1)
        return last / variant->files == rank ? last % variant->files : -1;
    return array_has(compiler, keys->king_file, rank, colour, keys->king_types) ? keys->king_file
                                                                                : -1;
}

/* The file of the partner that a right's letter names; -1 if there is none. */
static int find_partner(const Compiler *compiler, const CastlingKeys *keys, char letter,
                        Colour colour, int rank)
{
    char upper = (char)toupper((unsigned char)letter);
    int file = upper == 'K'   ? keys->rook_kingside
               : upper == 'Q' ? keys->rook_queenside
                              : upper - 'A';
    int step = upper == 'K' ? -1 : upper == 'Q' ? 1 : 0;
    while (step != 0 && file >= 0 && file < compiler->variant->files
           && !array_has(compiler, file, rank, colour, keys->rook_types))
        file += step;
    return array_has(compiler, file, rank, colour, keys->rook_types) ? file : -1;
}

static bool add_array_castling(Compiler *compiler, const Setting *start, const CastlingKeys *keys,
                               char letter)
{
    Variant *variant = compiler->variant;
    Colour colour = isupper((unsigned char)letter) ? WHITE : BLACK;
    int rank = colour == WHITE ? keys->rank : variant->ranks - 1 - keys->rank;
    int king =
        isalpha((unsigned char)letter) ? find_castling_king(compiler, keys, colour, rank) : -1;
    int rook = king >= 0 ? find_partner(compiler, keys, letter, colour, rank) : -1;
    if (rook < 0 || rook == king)
        return setting_error(start, compiler->err,
                             "the castling right '%c' has no king and partner on rank %d", letter,
                             rank + 1);
    bool kingside = rook > king;
    int king_to = kingside ? keys->kingside : keys->queenside;
    int rook_to = kingside ? king_to - 1 : king_to + 1;
    if (king_to >= variant->files || rook_to < 0 || rook_to >= variant->files)
        return setting_error(start, compiler->err, "the castling right '%c' leads beyond the edge",
                             letter);
    unsigned row = (unsigned)(rank * variant->files);
    const unsigned squares[4] = {row + (unsigned)king, row + (unsigned)king_to,
                                 row + (unsigned)rook, row + (unsigned)rook_to};
    return compile_add_castling(compiler, start, letter, squares);
}

bool compile_array_castling(Compiler *compiler)
{
    const Setting *castling = compile_find(compiler, KEY_CASTLING),
                  *start = compile_find(compiler, KEY_START_FEN);
    CastlingKeys keys;
    if (!read_castling_keys(compiler, &keys))
        return false;
    if (castling == NULL)
        return true;
    if (compiler->variant->castling_count > 0)
        return setting_error(castling, compiler->err,
                             "there are castle.LETTER keys, too: give one or the other");
    if (compile_number(compiler, KEY_CASTLING, 1) == 0)
        return true;
    const char *at = start->value;
    for (int field = 0; field < 2; field++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    if (*at == '-' || *at == '\0')
        return true;
    for (; *at != ' ' && *at != '\0'; at++)
        if (!add_array_castling(compiler, start, &keys, *at))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * From any file
 */

/* The castlings of castlingAnyFile in the making: those that the other keys give, by colour and
 * side (0: the partner stands on the king's right). */
typedef struct Sides {
    Castling to[2][2];
} Sides;

/* Sorts the castlings that there are by colour and side. */
static bool find_sides(const Compiler *compiler, const Setting *key, Sides *sides)
{
    const Variant *variant = compiler->variant;
    *sides = (Sides){0};
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *castling = &variant->castlings[i];
        Castling *side = &sides->to[castling->colour][castling->rook_from < castling->king_from];
        int file = tolower((unsigned char)castling->letter) - 'a';
        if (side->king_type != 0)
            return setting_error(key, compiler->err,
                                 "'%c' is a second way to castle on the same side",
                                 castling->letter);
        if (file < variant->files)
            return setting_error(key, compiler->err, "'%c' is the letter of a file, too",
                                 castling->letter);
        if (castling->king_type != variant->royal_type)
            return setting_error(key, compiler->err, "only a royal king castles from any file");
        *side = *castling;
    }
    return true;
}

/* All castlings of one right: with the partner on one file, the king on each other. Where there is
 * no way to castle on that side, and where both would stand on one square, the entry matches
 * nothing. */
static void add_files(Variant *variant, const Sides *sides, Colour colour, int partner)
{
    for (int king = 0; king < variant->files; king++) {
        Castling *castling = &variant->castlings[variant->castling_count++];
        const Castling *side = &sides->to[colour][partner < king];
        *castling = (Castling){.colour = colour};
        if (king == partner || side->king_type == 0)
            continue;
        *castling = *side;
        castling->outer = side->letter;
        castling->letter = (char)((colour == WHITE ? 'A' : 'a') + partner);
        int row = side->king_to - variant_file(variant, side->king_to);
        compile_castling_from(castling, (unsigned)(row + king), (unsigned)(row + partner));
    }
}

/* Rights are numbered from the last file to the first, so that a FEN names them in the usual order.
 */
static bool compile_any_file(Compiler *compiler, const Setting *key)
{
    Variant *variant = compiler->variant;
    Sides sides;
    if (variant->castling_count == 0)
        return setting_error(key, compiler->err,
                             "there is no castling to widen: give castle.LETTER keys");
    if (2 * variant->files * variant->files > MAX_CASTLINGS)
        return setting_error(key, compiler->err, "understood on boards of no more than 10 files");
    if (!find_sides(compiler, key, &sides))
        return false;
    variant->castling_count = 0;
    variant->features |= FEATURE_ANY_FILE;
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int partner = variant->files - 1; partner >= 0; partner--)
            add_files(variant, &sides, (Colour)colour, partner);
    return true;
}

bool compile_castling_limits(Compiler *compiler)
{
    Variant *variant = compiler->variant;
    const Setting *any_file = compile_find(compiler, KEY_CASTLING_ANY_FILE);
    variant->castling_from_move = (uint32_t)compile_number(compiler, KEY_CASTLING_FROM_MOVE, 1);
    if (variant->castling_from_move > 1)
        variant->features |= FEATURE_CASTLING_WAITS;
    return compile_number(compiler, KEY_CASTLING_ANY_FILE, 0) == 0
           || compile_any_file(compiler, any_file);
}
