#include "selfplay/opening.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"
#include "engine/rules/squares.h"

/* --- The book ----------------------------------------------------------------------------------
 */

static Piece piece_of_other(Piece piece)
{
    return piece == NO_PIECE ? NO_PIECE
                             : piece_make(colour_other(piece_colour(piece)), piece_type(piece));
}

static Square mirrored_square(const Variant *variant, unsigned square, bool half_turn)
{
    return (Square)(half_turn ? (unsigned)variant->squares - 1 - square
                              : square_mirror(variant->files, variant->ranks, square));
}

/* Whether the map takes White's pieces to Black's and back; fills in book->mirror. */
static bool book_maps(OpeningBook *book, bool half_turn)
{
    for (unsigned square = 0; square < (unsigned)book->variant->squares; square++) {
        book->mirror[square] = mirrored_square(book->variant, square, half_turn);
        if (book->array[book->mirror[square]] != piece_of_other(book->array[square])) {
            return false;
        }
    }
    return true;
}

static void book_find_types(OpeningBook *book)
{
    const Variant *variant = book->variant;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        if (variant->types[type].pawn && book->unit == 0) {
            book->unit = type;
        } else if (!variant->types[type].royal) {
            book->types[book->type_count++] = type;
        }
    }
}

/* --- Imbalances --------------------------------------------------------------------------------
 */

enum { TRADE_TRIES = 40 };

/* An imbalance in the making: the array as edited so far. */
typedef struct Draft {
    const OpeningBook *book;
    Random *random;
    Imbalance *imbalance;
    int most_pawns; /* that a side may lose to pay for a piece */
    Piece board[MAX_SQUARES];
} Draft;

static int type_value(const OpeningBook *book, unsigned type)
{
    return weights_value(book->weights, type);
}

/* What White has more than Black on the board, by the weights, in centipawns. */
static int white_material(const OpeningBook *book, const Position *position)
{
    int value = 0;
    for (unsigned type = 1; type <= (unsigned)book->variant->type_count; type++) {
        int more = (int)position->count[WHITE][type] - (int)position->count[BLACK][type];
        value += more * type_value(book, type);
    }
    return value;
}

static int count_on_board(const OpeningBook *book, const Piece *board, Piece piece)
{
    int count = 0;
    for (int square = 0; square < book->variant->squares; square++) {
        count += board[square] == piece;
    }
    return count;
}

/* A random square of those that the piece stands on; there is one. */
static Square random_square_of(const OpeningBook *book, const Piece *board, Piece piece,
                               Random *random)
{
    uint32_t skip = random_below(random, (uint32_t)count_on_board(book, board, piece));
    unsigned square = 0;
    while (board[square] != piece || skip-- != 0) {
        square++;
    }
    return (Square)square;
}

/* Replaces a random one of a piece. False where there is none, or no room to note it. */
static bool draft_replace(Draft *draft, Piece before, Piece after)
{
    Imbalance *imbalance = draft->imbalance;
    if (imbalance->edit_count == MAX_EDITS
        || count_on_board(draft->book, draft->board, before) == 0) {
        return false;
    }
    Square square = random_square_of(draft->book, draft->board, before, draft->random);
    draft->board[square] = after;
    imbalance->edits[imbalance->edit_count++] = (Edit){square, before, after};
    int change = -type_value(draft->book, piece_type(before));
    if (after != NO_PIECE) {
        change += type_value(draft->book, piece_type(after));
    }
    imbalance->value += piece_colour(before) == WHITE ? change : -change;
    return true;
}

/* Makes a side one `type` poorer: takes one off, or, of a type that is not in the array, gives the
 * other side one for a pawn. */
static bool draft_lose(Draft *draft, Colour side, unsigned type)
{
    const PieceType *piece = &draft->book->variant->types[type];
    if (piece->start[WHITE] == 0 && piece->start[BLACK] == 0) {
        Colour other = colour_other(side);
        return draft_replace(draft, piece_make(other, draft->book->unit), piece_make(other, type));
    }
    return draft_replace(draft, piece_make(side, type), NO_PIECE);
}

/* By how much draft_lose() lowers a side's difference to the other. */
static int lose_cost(const OpeningBook *book, unsigned type)
{
    const PieceType *piece = &book->variant->types[type];
    bool gained = piece->start[WHITE] == 0 && piece->start[BLACK] == 0;
    return type_value(book, type) - (gained ? type_value(book, book->unit) : 0);
}

static bool draft_lose_pawns(Draft *draft, Colour side, int count)
{
    for (int i = 0; i < count; i++) {
        if (!draft_lose(draft, side, draft->book->unit)) {
            return false;
        }
    }
    return true;
}

/* How many of a side's pawns may go: never more than three quarters. */
static int spare_pawns(const Draft *draft, Colour side)
{
    int pawns = draft->book->variant->types[draft->book->unit].start[side];
    int spare = pawns - (pawns + 3) / 4;
    return spare < draft->most_pawns ? spare : draft->most_pawns;
}

/* A random type other than `except` that Black can lose with the difference staying at or below
 * `most`; 0 if there is none. */
static unsigned draft_partner(Draft *draft, unsigned except, int most)
{
    const OpeningBook *book = draft->book;
    unsigned fitting[MAX_TYPES];
    unsigned count = 0;
    for (unsigned i = 0; i < book->type_count; i++) {
        unsigned type = book->types[i];
        if (type != except && lose_cost(book, type) > 0 && lose_cost(book, type) <= most) {
            fitting[count++] = type;
        }
    }
    return count > 0 ? fitting[random_below(draft->random, count)] : 0;
}

/* Lets Black lose pieces and pawns until the difference is near `target`, White having lost some of
 * `type`. */
static bool draft_compensate(Draft *draft, unsigned type, int target)
{
    const OpeningBook *book = draft->book;
    int pawn = type_value(book, book->unit);
    int slack = (int)book->config->imbalance_max;
    for (;;) {
        int missing = target - draft->imbalance->value;
        int pawns = (abs(missing) + pawn / 2) / pawn;
        if (missing < 0) {
            return pawns <= spare_pawns(draft, WHITE) && draft_lose_pawns(draft, WHITE, pawns);
        }
        bool by_pawns = pawns <= spare_pawns(draft, BLACK);
        unsigned partner = draft_partner(draft, type, missing + slack);
        if (by_pawns && (pawns < 2 || partner == 0 || random_below(draft->random, 4) != 0)) {
            return draft_lose_pawns(draft, BLACK, pawns);
        }
        if (partner == 0 || !draft_lose(draft, BLACK, partner)) {
            return false;
        }
    }
}

/* Begins again from the array. */
static void draft_reset(Draft *draft)
{
    draft->imbalance->edit_count = 0;
    draft->imbalance->value = 0;
    for (int square = 0; square < draft->book->variant->squares; square++) {
        draft->board[square] = draft->book->array[square];
    }
}

static bool draft_trade_type(Draft *draft, unsigned type, int copies)
{
    draft_reset(draft);
    for (int i = 0; i < copies; i++) {
        /* One is enough where there is no second. */
        if (!draft_lose(draft, WHITE, type) && i == 0) {
            return false;
        }
    }
    int bound = (int)draft->book->config->imbalance_max;
    int target = (int)random_below(draft->random, 2 * (uint32_t)bound + 1) - bound;
    return draft_compensate(draft, type, target) && abs(draft->imbalance->value) <= bound;
}

/* The type that the imbalance is about. */
static unsigned draft_type(Draft *draft)
{
    const OpeningBook *book = draft->book;
    uint32_t sum = 0;
    for (unsigned i = 0; i < book->type_count; i++) {
        sum += book->chance[i];
    }
    uint32_t skip = random_below(draft->random, sum);
    unsigned i = 0;
    while (skip >= book->chance[i]) {
        skip -= book->chance[i++];
    }
    return book->types[i];
}

/* Some draws do not come out. The type is kept then, so that dear pieces, which are hard to pay
 * for, are not in fewer games than cheap ones; in the end it is paid for with any number of pawns.
 */
static bool draft_trade(Draft *draft)
{
    unsigned type = draft_type(draft);
    int copies = random_below(draft->random, 4) == 0 ? 2 : 1;
    for (int tries = 0; tries < TRADE_TRIES; tries++) {
        bool late = tries >= TRADE_TRIES / 2;
        draft->most_pawns = late ? MAX_SQUARES : (int)draft->book->config->trade_pawns;
        if (draft_trade_type(draft, type, late ? 1 : copies)) {
            return true;
        }
    }
    return false;
}

bool imbalance_draw(const OpeningBook *book, Random *random, Imbalance *imbalance)
{
    Draft draft = {.book = book, .random = random, .imbalance = imbalance};
    draft_reset(&draft);
    if (book->config->openings == OPENINGS_PLAIN) {
        return true;
    }
    if (random_below(random, 100) < book->config->pawn_odds) {
        return draft_lose_pawns(&draft, WHITE, 1 + (int)random_below(random, 3));
    }
    return draft_trade(&draft);
}

void imbalance_difference(const Imbalance *imbalance, int difference[MAX_TYPES])
{
    for (unsigned type = 0; type < MAX_TYPES; type++) {
        difference[type] = 0;
    }
    for (int i = 0; i < imbalance->edit_count; i++) {
        const Edit *edit = &imbalance->edits[i];
        int sign = piece_colour(edit->before) == WHITE ? 1 : -1;
        difference[piece_type(edit->before)] -= sign;
        if (edit->after != NO_PIECE) {
            difference[piece_type(edit->after)] += sign;
        }
    }
}

/* --- Balance -----------------------------------------------------------------------------------
 */

enum { BALANCE_ROUNDS = 8, BALANCE_DRAWS = 500, CHANCE_START = 10000, CHANCE_MIN = 500 };
enum { CHANCE_MAX = 1000000 };

/* In how many of some trial draws each of book->types has an imbalance. */
static void book_count_types(const OpeningBook *book, Random *random, int with[MAX_TYPES])
{
    for (unsigned i = 0; i < book->type_count; i++) {
        with[i] = 0;
    }
    for (int draw = 0; draw < BALANCE_DRAWS; draw++) {
        Imbalance imbalance;
        Draft draft = {.book = book, .random = random, .imbalance = &imbalance};
        if (!draft_trade(&draft)) {
            continue;
        }
        int difference[MAX_TYPES];
        imbalance_difference(&imbalance, difference);
        for (unsigned i = 0; i < book->type_count; i++) {
            with[i] += difference[book->types[i]] != 0;
        }
    }
}

/* Finds the chances by trial: a type that is in fewer games than the mean is drawn more often. The
 * trial's stream is the same in every run, so the chances follow from variant and weights. */
static void book_balance_chances(OpeningBook *book)
{
    for (unsigned i = 0; i < book->type_count; i++) {
        book->chance[i] = CHANCE_START;
    }
    Random random;
    random_init(&random, 42, 54);
    for (int round = 0; round < BALANCE_ROUNDS; round++) {
        int with[MAX_TYPES] = {0};
        int sum = 0;
        book_count_types(book, &random, with);
        for (unsigned i = 0; i < book->type_count; i++) {
            sum += with[i];
        }
        for (unsigned i = 0; i < book->type_count; i++) {
            double mean = (double)sum / book->type_count;
            double chance = book->chance[i] * (mean + 1) / (with[i] + 1);
            chance = chance < CHANCE_MIN ? CHANCE_MIN : chance;
            book->chance[i] = (uint32_t)(chance > CHANCE_MAX ? CHANCE_MAX : chance);
        }
    }
}

/* --- One try -----------------------------------------------------------------------------------
 */

/* Whether the array as edited is a legal one to play from: the side not to move is not in check. */
static bool position_is_lawful(const Position *position)
{
    Colour other = colour_other(position->side);
    return position->king[other] == NO_SQUARE
           || !square_attacked(position, (Square)position->king[other], position->side);
}

/* Sets up the array with the imbalance, for White or, swapped, for Black. Where the array has no
 * symmetry the swapped squares are drawn. */
static bool opening_set_up(const OpeningBook *book, const Imbalance *imbalance, bool swapped,
                           Random *random, Position *position)
{
    Error err;
    bool good = position_set_start(position, &err);
    assert(good);
    (void)good;
    for (int i = 0; i < imbalance->edit_count; i++) {
        Edit edit = imbalance->edits[i];
        if (swapped) {
            edit.before = piece_of_other(edit.before);
            edit.after = piece_of_other(edit.after);
            if (book->symmetric) {
                edit.square = book->mirror[edit.square];
            } else if (count_on_board(book, position->board, edit.before) > 0) {
                edit.square = random_square_of(book, position->board, edit.before, random);
            } else {
                return false;
            }
        }
        assert(position->board[edit.square] == edit.before);
        position_place(position, edit.square, edit.after);
    }
    return position_is_lawful(position);
}

static bool same_kind_of_move(const Variant *variant, Move a, Move b)
{
    return variant->effects[move_effect(a)].kind == variant->effects[move_effect(b)].kind;
}

/* The one of `moves` that is `move` mirrored, NO_MOVE if none is or the array has no symmetry. */
static Move find_mirrored(const OpeningBook *book, const Move *moves, int count, Move move)
{
    if (!book->symmetric || move == NO_MOVE) {
        return NO_MOVE;
    }
    for (int i = 0; i < count; i++) {
        if (move_from(moves[i]) == book->mirror[move_from(move)]
            && move_to(moves[i]) == book->mirror[move_to(move)]
            && move_becomes(moves[i]) == move_becomes(move)
            && same_kind_of_move(book->variant, moves[i], move)) {
            return moves[i];
        }
    }
    return NO_MOVE;
}

/* Makes the random plies and notes them in `line`; those of `model`, mirrored, first: in the second
 * game White is the player that was Black, so its first move is the other's second, and so on.
 * False where the game ends before. */
static bool opening_play(const OpeningBook *book, Random *random, Position *position,
                         const Move *model, Move *line, Move *moves)
{
    int plies = (int)book->config->opening_plies;
    for (int ply = 0; ply < plies; ply++) {
        if (position_outcome_by_rule(position).reason != END_NONE) {
            return false;
        }
        int count = generate_legal(position, moves);
        if (count == 0) {
            return false;
        }
        int twin = ply ^ 1;
        Move move = model != NULL && twin < plies ? find_mirrored(book, moves, count, model[twin])
                                                  : NO_MOVE;
        if (move == NO_MOVE) {
            move = moves[random_below(random, (uint32_t)count)];
        }
        line[ply] = move;
        position_make(position, move);
    }
    return true;
}

/* Whether the material after the random plies, `value`, is still about what was intended. Where
 * moves turn pieces into others it may be anything else within the bound of all imbalances. */
static bool material_is_fair(const OpeningBook *book, int value, int intended)
{
    return abs(value - intended) <= book->margin
           || abs(value - book->value) <= (int)book->config->imbalance_max + book->margin;
}

static bool opening_has_begun(Position *position)
{
    return !position_in_check(position) && position_outcome(position).reason == END_NONE;
}

/* By how much a short search's score differs from what the material is worth, from the side to
 * move. */
static int search_surplus(const OpeningBook *book, Searcher *searcher, Position *position)
{
    searcher_clear(searcher);
    SearchLimits limits = {.nodes = book->config->opening_nodes};
    SearchResult result = searcher_search(searcher, position, &limits);
    int value = white_material(book, position);
    return result.score - (position->side == WHITE ? value : -value);
}

/* Draws both games' openings once. False where one of them will not do. */
static bool opening_try(const OpeningBook *book, Random *random, Searcher *searcher,
                        Position *position, Move *moves, Opening *opening)
{
    Imbalance imbalance;
    if (!imbalance_draw(book, random, &imbalance)) {
        return false;
    }
    Move(*lines)[MAX_OPENING_PLIES] = opening->lines;
    for (int swapped = 0; swapped < 2; swapped++) {
        if (!opening_set_up(book, &imbalance, swapped != 0, random, position)
            || !opening_play(book, random, position, swapped != 0 ? lines[0] : NULL, lines[swapped],
                             moves)) {
            return false;
        }
        int intended = book->value + (swapped != 0 ? -imbalance.value : imbalance.value);
        int value = white_material(book, position);
        if (!material_is_fair(book, value, intended) || !opening_has_begun(position)
            || abs(search_surplus(book, searcher, position) - book->tempo) > book->margin) {
            return false;
        }
        opening->white_value[swapped] = value;
        text_clear(&opening->fen[swapped]);
        position_add_fen(position, &opening->fen[swapped]);
    }
    return true;
}

/* --- The margin --------------------------------------------------------------------------------
 */

enum { MARGIN_TRIALS = 128, MARGIN_TRIES = 4096, MARGIN_LEAST = 200 };

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

static int median(int *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_ints);
    return numbers[count / 2];
}

/* The surplus of one trial opening; false where it came to nothing. */
static bool opening_trial(const OpeningBook *book, Random *random, Searcher *searcher,
                          Position *position, Move *moves, int *surplus)
{
    Imbalance imbalance;
    Move line[MAX_OPENING_PLIES];
    if (!imbalance_draw(book, random, &imbalance)
        || !opening_set_up(book, &imbalance, false, random, position)
        || !opening_play(book, random, position, NULL, line, moves)
        || !opening_has_begun(position)) {
        return false;
    }
    *surplus = search_surplus(book, searcher, position);
    return true;
}

/* Finds what a short search sees in openings beyond their material, and how far that spreads: 1.5
 * times the median distance from the median, which is about the standard deviation of a normal
 * spread. The trial's stream is the same in every run. */
static void book_find_margin(OpeningBook *book, Searcher *searcher, Position *position)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    Random random;
    random_init(&random, 42, 55);
    int surplus[MARGIN_TRIALS];
    int count = 0;
    for (int i = 0; i < MARGIN_TRIES && count < MARGIN_TRIALS; i++) {
        count += opening_trial(book, &random, searcher, position, moves, &surplus[count]);
    }
    free(moves);
    book->tempo = count > 0 ? median(surplus, count) : 0;
    for (int i = 0; i < count; i++) {
        surplus[i] = abs(surplus[i] - book->tempo);
    }
    int spread = count > 0 ? 3 * median(surplus, count) / 2 : 0;
    book->margin = spread > MARGIN_LEAST ? spread : MARGIN_LEAST;
    if (book->config->opening_margin > 0) {
        book->margin = (int)book->config->opening_margin;
    }
}

bool opening_book_init(OpeningBook *book, const Variant *variant, const Weights *weights,
                       const RunConfig *config, Searcher *searcher, Position *position, Error *err)
{
    *book = (OpeningBook){.variant = variant, .weights = weights, .config = config};
    if (!position_set_start(position, err)) {
        return error_prefix(err, "%s", variant->name);
    }
    Outcome outcome = position_outcome(position);
    if (outcome.reason != END_NONE) {
        return error_set(err, "%s: the game is over before it begins: %s", variant->name,
                         end_reason_name(outcome.reason));
    }
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        book->array[square] = position->board[square];
    }
    book_find_types(book);
    if (config->openings == OPENINGS_IMBALANCE) {
        if (book->unit == 0 || variant->types[book->unit].start[WHITE] == 0
            || variant->types[book->unit].start[BLACK] == 0) {
            return error_set(err, "%s: has no pawns in the array, which imbalances are weighed by",
                             variant->name);
        }
        if (weights_value(weights, book->unit) <= 0) {
            return error_set(
                err, "%s: the weights give a pawn no value, which imbalances are weighed by",
                variant->name);
        }
        if (book->type_count == 0) {
            return error_set(err, "%s: has no piece but kings and pawns to take off the board",
                             variant->name);
        }
    }
    book->value = white_material(book, position);
    book->symmetric = book_maps(book, false) || book_maps(book, true);
    if (config->openings == OPENINGS_IMBALANCE) {
        book_balance_chances(book);
    }
    book_find_margin(book, searcher, position);
    return true;
}

/* --- Pairs -------------------------------------------------------------------------------------
 */

void opening_init(Opening *opening)
{
    *opening = (Opening){.rejected = 0};
    text_init(&opening->fen[0]);
    text_init(&opening->fen[1]);
}

void opening_release(Opening *opening)
{
    text_release(&opening->fen[0]);
    text_release(&opening->fen[1]);
}

bool opening_draw(const OpeningBook *book, Random random, Searcher *searcher, Position *position,
                  Opening *opening, Error *err)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    bool found = false;
    opening->rejected = 0;
    while (!found && opening->rejected < book->config->opening_tries) {
        found = opening_try(book, &random, searcher, position, moves, opening);
        opening->rejected += !found;
    }
    free(moves);
    return found
           || error_set(
               err,
               "no opening in %u tries: all were over, in check or more than %u centipawns "
               "from what was intended (opening_margin)",
               opening->rejected, (unsigned)book->margin);
}
