#include "selfplay/army_draw.h"

#include "engine/rules/squares.h"

/* --- Arrays that face each other ----------------------------------------------------------------
 */

static bool is_counterpart(const OpeningBook *book, Piece piece, Piece other)
{
    if (piece == NO_PIECE || other == NO_PIECE) {
        return piece == other;
    }
    const PieceType *types = book->variant->types;
    const PieceType *a = &types[piece_type(piece)], *b = &types[piece_type(other)];
    return piece_colour(piece) != piece_colour(other) && a->royal == b->royal && a->pawn == b->pawn;
}

static bool faces(OpeningBook *book, bool half_turn)
{
    const Variant *variant = book->variant;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        unsigned other = half_turn ? (unsigned)variant->squares - 1 - square
                                   : square_mirror(variant->files, variant->ranks, square);
        if (!is_counterpart(book, book->array[square], book->array[other])) {
            return false;
        }
        book->facing[square] = (Square)other;
    }
    return true;
}

bool army_find_facing(OpeningBook *book, Error *err)
{
    return faces(book, false) || faces(book, true)
           || error_set(err,
                        "against: the armies of %s do not face each other piece by piece, so "
                        "neither side can have the other's",
                        book->variant->name);
}

/* --- Edits -------------------------------------------------------------------------------------
 */

/* What stands where a side has `piece` in the array, when it has its army. */
static Piece piece_of_army(const OpeningBook *book, Armies armies, unsigned square)
{
    const Piece piece = book->array[square];
    const Colour side = piece_colour(piece);
    const unsigned army = armies.of[side];
    unsigned type = piece_type(piece);
    if (book->variant->types[type].royal || book->variant->types[type].pawn) {
        return piece;
    }
    if (book->against.colours) {
        type = army == (unsigned)side ? type : piece_type(book->array[book->facing[square]]);
    } else if (army == 1) {
        type = book->against.becomes[type];
    }
    return type == 0 ? NO_PIECE : piece_make(side, type);
}

bool army_draw(const OpeningBook *book, Armies armies, Imbalance *imbalance,
               Piece board[MAX_SQUARES])
{
    if (!book->against.given) {
        return true;
    }
    for (unsigned square = 0; square < (unsigned)book->variant->squares; square++) {
        const Piece before = book->array[square];
        const Piece after = before == NO_PIECE ? before : piece_of_army(book, armies, square);
        if (after != before && !imbalance_edit(book, imbalance, board, square, after)) {
            return false;
        }
    }
    return true;
}
