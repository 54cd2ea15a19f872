#include "selfplay/pocket_edit.h"

bool pocket_may_hold(const OpeningBook *book, Colour side, unsigned type)
{
    const Variant *variant = book->variant;
    const PieceType *piece = &variant->types[type];
    if (set_is_empty(&variant->drop_region[side][type])) {
        return false;
    }
    if ((variant->features & FEATURE_TO_HAND) == 0) {
        return book->hand[side][type] > 0;
    }
    /* What comes by promotion only is another piece when it is taken. */
    return (variant->features & FEATURE_DEMOTES) == 0
           || piece->start[WHITE] + piece->start[BLACK] > 0;
}

bool pocket_edit(const OpeningBook *book, Imbalance *imbalance, Piece piece, bool more)
{
    if (imbalance->edit_count == MAX_EDITS) {
        return false;
    }
    const int value = weights_value(book->weights, piece_type(piece));
    const bool for_white = (piece_colour(piece) == WHITE) == more;
    imbalance->edits[imbalance->edit_count++] = (Edit){
        .in_hand = true, .before = more ? NO_PIECE : piece, .after = more ? piece : NO_PIECE};
    imbalance->value += for_white ? value : -value;
    return true;
}

static bool stands_on(const OpeningBook *book, const Piece *board, Piece piece)
{
    for (int square = 0; square < book->variant->squares; square++) {
        if (board[square] == piece) {
            return true;
        }
    }
    return false;
}

PocketWay pocket_draw_way(const OpeningBook *book, const Piece *board, uint8_t hand[2][MAX_TYPES],
                          Piece piece, Random *random)
{
    PocketWay ways[3];
    uint32_t count = 0;
    const Colour side = piece_colour(piece);
    const unsigned type = piece_type(piece);
    if ((book->variant->features & FEATURE_DROPS) == 0) {
        return POCKET_OFF_BOARD;
    }
    if (stands_on(book, board, piece)) {
        ways[count++] = POCKET_OFF_BOARD;
    }
    if (hand[side][type] > 0) {
        ways[count++] = POCKET_OUT_OF_HAND;
    }
    if (pocket_may_hold(book, colour_other(side), type)) {
        ways[count++] = POCKET_TO_OTHER;
    }
    return count > 0 ? ways[random_below(random, count)] : POCKET_OFF_BOARD;
}
