#include "selfplay/versus_draw.h"

#include <stdlib.h>

/* An imbalance in the making: the array as edited so far. */
typedef struct Draft {
    const OpeningBook *book;
    Random *random;
    Imbalance *imbalance;
    Piece board[MAX_SQUARES];
} Draft;

static bool draft_edit(Draft *draft, unsigned square, Piece after)
{
    return imbalance_edit(draft->book, draft->imbalance, draft->board, square, after);
}

/* Replaces a random one of a piece. */
static bool draft_replace(Draft *draft, Piece before, Piece after)
{
    unsigned square = imbalance_square(draft->book, draft->board, before, after, draft->random);
    return square != NO_SQUARE && draft_edit(draft, square, after);
}

/* --- Shuffled back ranks -----------------------------------------------------------------------
 */

static bool castles_from(const Variant *variant, unsigned square)
{
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *castling = &variant->castlings[i];
        if (castling->rook_from == square || castling->king_from == square) {
            return true;
        }
    }
    return false;
}

static bool can_move_house(const OpeningBook *book, Colour side, unsigned square)
{
    Piece piece = book->array[square];
    if (piece == NO_PIECE || piece_colour(piece) != side) {
        return false;
    }
    const PieceType *type = &book->variant->types[piece_type(piece)];
    return !type->royal && !type->pawn && !castles_from(book->variant, square);
}

/* The rank of the side's king, or else its first. */
static int back_rank(const OpeningBook *book, Colour side)
{
    const Variant *variant = book->variant;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        Piece piece = book->array[square];
        if (piece != NO_PIECE && piece_colour(piece) == side
            && variant->types[piece_type(piece)].royal) {
            return variant_rank(variant, square);
        }
    }
    return side == WHITE ? 0 : variant->ranks - 1;
}

/* The squares of the side's back rank whose pieces change places, those of one square colour. */
static int shuffled_squares(const OpeningBook *book, Colour side, int parity,
                            unsigned squares[MAX_SQUARES])
{
    const Variant *variant = book->variant;
    const int rank = back_rank(book, side);
    int count = 0;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        if (variant_rank(variant, square) == rank && can_move_house(book, side, square)
            && (variant_file(variant, square) + variant_rank(variant, square)) % 2 == parity) {
            squares[count++] = square;
        }
    }
    return count;
}

/* Puts the piece of square `from` of the array on `square`; with symmetry, its mirror image too. */
static bool draft_house(Draft *draft, unsigned square, unsigned from, bool mirrored)
{
    const OpeningBook *book = draft->book;
    Piece piece = book->array[from];
    if (draft->board[square] != piece && !draft_edit(draft, square, piece)) {
        return false;
    }
    Square other = book->mirror[square];
    Piece twin = mirrored ? book->array[book->mirror[from]] : NO_PIECE;
    return !mirrored || draft->board[other] == twin || draft_edit(draft, other, twin);
}

/* Fisher and Yates. */
static bool draft_shuffle(Draft *draft, Colour side, int parity, bool mirrored)
{
    unsigned squares[MAX_SQUARES], from[MAX_SQUARES];
    int count = shuffled_squares(draft->book, side, parity, squares);
    for (int i = 0; i < count; i++) {
        int j = (int)random_below(draft->random, (uint32_t)i + 1);
        from[i] = from[j];
        from[j] = squares[i];
    }
    for (int i = 0; i < count; i++) {
        if (!draft_house(draft, squares[i], from[i], mirrored)) {
            return false;
        }
    }
    return true;
}

static bool draft_shuffle_all(Draft *draft)
{
    const OpeningBook *book = draft->book;
    bool mirrored = book->symmetric;
    if (!mirrored && !book->armies_differ) {
        return true; /* the second game could not have the same ranks */
    }
    for (int parity = 0; parity < 2; parity++) {
        if (!draft_shuffle(draft, WHITE, parity, mirrored)
            || (!mirrored && !draft_shuffle(draft, BLACK, parity, false))) {
            return false;
        }
    }
    return true;
}

/* --- The exchange ------------------------------------------------------------------------------
 */

static bool draft_exchange(Draft *draft, Colour side)
{
    const OpeningBook *book = draft->book;
    const Versus *versus = &book->versus;
    Colour rival = colour_other(side);
    if (versus->type == 0) {
        return true;
    }
    if (book->variant->types[versus->other].start[side] > 0) {
        return draft_replace(draft, piece_make(side, versus->other),
                             piece_make(side, versus->type));
    }
    if (book->variant->types[versus->type].start[rival] > 0) {
        return draft_replace(draft, piece_make(rival, versus->type),
                             piece_make(rival, versus->other));
    }
    return draft_replace(draft, piece_make(side, book->unit), piece_make(side, versus->type))
           && draft_replace(draft, piece_make(rival, book->unit), piece_make(rival, versus->other));
}

/* By how much the side with the Y, or White's army, is better off by the weights. */
static int expected_difference(const OpeningBook *book)
{
    const Versus *versus = &book->versus;
    return versus->type != 0 ? weights_value(book->weights, versus->type)
                                   - weights_value(book->weights, versus->other)
                             : book->value;
}

/* Whether a unit of each side makes room for the pieces that are compared. */
static bool takes_units(const OpeningBook *book)
{
    const PieceType *types = book->variant->types;
    const PieceType *type = &types[book->versus.type], *other = &types[book->versus.other];
    return book->versus.type != 0
           && type->start[WHITE] + type->start[BLACK] + other->start[WHITE] + other->start[BLACK]
                  == 0;
}

/* The units that bring the sides nearest to even: one at least, since that is what the difference
 * is measured in, and not so many that the game is another or that a side has not got them. */
static int odds_units(const OpeningBook *book)
{
    enum { MOST_UNITS = 3 };
    const uint8_t *start = book->variant->types[book->unit].start;
    int least = start[WHITE] < start[BLACK] ? start[WHITE] : start[BLACK];
    int most = least - takes_units(book) < MOST_UNITS ? least - takes_units(book) : MOST_UNITS;
    int unit = weights_value(book->weights, book->unit);
    int units = (abs(expected_difference(book)) + unit / 2) / unit;
    return units > most ? most : units < 1 ? 1 : units;
}

ImbalanceSubject versus_subject(const OpeningBook *book, Random *random)
{
    Colour side =
        book->versus.type == 0 || versus_can(&book->versus, book->variant, WHITE) ? WHITE : BLACK;
    return (ImbalanceSubject){.type = book->versus.type != 0 ? book->versus.type : book->unit,
                              .copies = random_below(random, 2) == 0 ? 0 : odds_units(book),
                              .poorer = colour_other(side)};
}

static bool draft_odds(Draft *draft, Colour side, int units)
{
    Colour better = expected_difference(draft->book) >= 0 ? side : colour_other(side);
    for (int i = 0; i < units; i++) {
        if (!draft_replace(draft, piece_make(better, draft->book->unit), NO_PIECE)) {
            return false;
        }
    }
    return true;
}

bool versus_draw(const OpeningBook *book, const ImbalanceSubject *subject, Random *random,
                 Imbalance *imbalance)
{
    Draft draft = {.book = book, .random = random, .imbalance = imbalance};
    *imbalance = (Imbalance){.edit_count = 0};
    for (int square = 0; square < book->variant->squares; square++) {
        draft.board[square] = book->array[square];
    }
    Colour side = colour_other(subject->poorer);
    return draft_shuffle_all(&draft) && draft_exchange(&draft, side)
           && draft_odds(&draft, side, subject->copies);
}
