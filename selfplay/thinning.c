#include "selfplay/thinning.h"

#include "selfplay/pocket_edit.h"
#include "selfplay/unit.h"

/* How many more of each type both sides can lose. */
typedef struct Spare {
    int count[MAX_TYPES];
    int sum;
} Spare;

/* How many of book->array are White's. */
static int army_size(const OpeningBook *book)
{
    int size = 0;
    for (int square = 0; square < book->variant->squares; square++) {
        size += book->array[square] != NO_PIECE && piece_colour(book->array[square]) == WHITE;
    }
    return size;
}

static void count_sides(const OpeningBook *book, const Piece *board, int count[2][MAX_TYPES])
{
    for (int square = 0; square < book->variant->squares; square++) {
        if (board[square] != NO_PIECE) {
            count[piece_colour(board[square])][piece_type(board[square])]++;
        }
    }
}

static void spare_add(Spare *spare, int count[2][MAX_TYPES], unsigned type, int kept)
{
    int common = count[WHITE][type] < count[BLACK][type] ? count[WHITE][type] : count[BLACK][type];
    spare->count[type] = common > kept ? common - kept : 0;
    spare->sum += spare->count[type];
}

static Spare spare_find(const OpeningBook *book, const Piece *board)
{
    Spare spare = {.sum = 0};
    int count[2][MAX_TYPES] = {{0}};
    count_sides(book, board, count);
    const unsigned pawn = unit_pawn(book->variant);
    for (unsigned i = 0; i < book->type_count; i++) {
        if (book->types[i] != pawn) {
            spare_add(&spare, count, book->types[i], 0);
        }
    }
    if (pawn != 0 && (pawn == book->unit || !unit_counted(book->variant, pawn))) {
        spare_add(&spare, count, pawn, (book->variant->types[pawn].start[WHITE] + 3) / 4);
    }
    return spare;
}

/* A random one of the spare pieces, by its type; it is spare no more. */
static unsigned spare_take(Spare *spare, Random *random)
{
    int skip = (int)random_below(random, (uint32_t)spare->sum);
    unsigned type = 0;
    while (skip >= spare->count[type]) {
        skip -= spare->count[type++];
    }
    spare->count[type]--;
    spare->sum--;
    return type;
}

/* Takes a random one of a side's pieces of a type off. */
static void take_off(const OpeningBook *book, Piece piece, Random *random, Imbalance *imbalance,
                     Piece *board)
{
    unsigned square = imbalance_square(book, board, piece, NO_PIECE, random);
    imbalance_edit(book, imbalance, board, square, NO_PIECE);
}

/* Whether both sides hold what they have taken of a type. */
static bool comes_in_again(const OpeningBook *book, unsigned type)
{
    return (book->variant->features & FEATURE_TO_HAND) != 0 && pocket_may_hold(book, WHITE, type)
           && pocket_may_hold(book, BLACK, type);
}

void thinning_draw(const OpeningBook *book, Random *random, Imbalance *imbalance,
                   Piece board[MAX_SQUARES])
{
    const uint32_t most = (uint32_t)army_size(book) * (uint32_t)book->config->thinning / 100;
    if (most == 0) {
        return;
    }
    uint32_t count = random_below(random, most + 1);
    Spare spare = spare_find(book, board);
    for (; count > 0 && spare.sum > 0 && imbalance->edit_count + 4 <= MAX_EDITS; count--) {
        unsigned type = spare_take(&spare, random);
        take_off(book, piece_make(WHITE, type), random, imbalance, board);
        take_off(book, piece_make(BLACK, type), random, imbalance, board);
        if (comes_in_again(book, type)) {
            pocket_edit(book, imbalance, piece_make(WHITE, type), true);
            pocket_edit(book, imbalance, piece_make(BLACK, type), true);
        }
    }
}
