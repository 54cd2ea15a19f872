#include "selfplay/opening.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"
#include "engine/rules/squares.h"
#include "selfplay/army_draw.h"
#include "selfplay/unit.h"

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
    return memcmp(book->hand[WHITE], book->hand[BLACK], sizeof book->hand[WHITE]) == 0;
}

/* A pawn that is the unit pays in nearly all trades as it is. A dearer unit does not, and is what
 * trades are about as often as the other types. */
static void book_find_types(OpeningBook *book)
{
    const Variant *variant = book->variant;
    book->armies_differ = variant_armies_differ(variant);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        const PieceType *piece = &variant->types[type];
        const bool pays = piece->pawn && type == book->unit;
        if (!pays && !piece->royal && !unit_counted(variant, type)) {
            book->types[book->type_count++] = type;
        }
    }
}

/* Whether there is something to measure and something to measure it in. */
static bool book_check_types(const OpeningBook *book, Error *err)
{
    const Variant *variant = book->variant;
    unsigned others = 0;
    for (unsigned i = 0; i < book->type_count; i++) {
        others += book->types[i] != book->unit;
    }
    if (weights_value(book->weights, book->unit) <= 0) {
        return error_set(err, "%s: the weights give a %s no value, which imbalances are weighed by",
                         variant->name, variant->types[book->unit].name);
    }
    return others > 0
           || error_set(err, "%s: has no piece but kings and %ss, the unit, to take off the board",
                        variant->name, variant->types[book->unit].name);
}

/* What White has more than Black, in hand too, by the weights, in centipawns. */
static int white_material(const OpeningBook *book, const Position *position)
{
    int value = 0;
    for (unsigned type = 1; type <= (unsigned)book->variant->type_count; type++) {
        int more = position_held(position, WHITE, type) - position_held(position, BLACK, type);
        value += more * weights_value(book->weights, type);
    }
    return value;
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

static void put_in_hand(Position *position, const Edit *edit)
{
    const bool more = edit->after != NO_PIECE;
    const Piece piece = more ? edit->after : edit->before;
    const unsigned held = position->pockets.count[piece_colour(piece)][piece_type(piece)];
    assert(more || held > 0);
    position_set_in_hand(position, piece_colour(piece), piece_type(piece),
                         more ? held + 1 : held - 1);
}

/* Moves an edit that has been turned to the other colour to a square of that side; false if there
 * is none. */
static bool edit_move_square(const OpeningBook *book, const Position *position, Random *random,
                             Edit *edit)
{
    unsigned square = book->symmetric ? book->mirror[edit->square]
                                      : imbalance_square(book, position->board, edit->before,
                                                         edit->after, random);
    if (square == NO_SQUARE) {
        return false;
    }
    edit->square = (Square)square;
    return true;
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
        }
        if (edit.in_hand) {
            put_in_hand(position, &edit);
            continue;
        }
        if (swapped && !edit_move_square(book, position, random, &edit)) {
            return false;
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
 * moves turn pieces into others it may be anything else within the bound of all imbalances. A
 * versus is about nothing else, so there nothing may have changed. */
static bool material_is_fair(const OpeningBook *book, int value, int intended)
{
    if (book->versus.given) {
        return value == intended;
    }
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

/* Draws the opening of one game. False where it will not do. */
static bool opening_try_game(const OpeningBook *book, const Imbalance *imbalance, bool swapped,
                             Random *random, Searcher *searcher, Position *position, Move *moves,
                             Opening *opening, int game)
{
    Move(*lines)[MAX_OPENING_PLIES] = opening->lines;
    if (!opening_set_up(book, imbalance, swapped, random, position)
        || !opening_play(book, random, position, swapped ? lines[0] : NULL, lines[game], moves)) {
        return false;
    }
    int intended = book->value + (swapped ? -imbalance->value : imbalance->value);
    int value = white_material(book, position);
    if (!material_is_fair(book, value, intended) || !opening_has_begun(position)
        || abs(search_surplus(book, searcher, position) - book->tempo) > book->margin) {
        return false;
    }
    opening->white_value[game] = value;
    text_clear(&opening->fen[game]);
    position_add_fen(position, &opening->fen[game]);
    return true;
}

/* Draws both games' openings once. Where armies differ White cannot have Black's material, and each
 * game has an imbalance of its own, about the same subject. */
static bool opening_try(const OpeningBook *book, const ImbalanceSubject *subject, Random *random,
                        Searcher *searcher, Position *position, Move *moves, Opening *opening)
{
    Imbalance imbalance;
    ImbalanceSubject other = imbalance_subject_swapped(book, subject);
    bool swaps = !book->armies_differ;
    return imbalance_draw(book, subject, random, &imbalance)
           && opening_try_game(book, &imbalance, false, random, searcher, position, moves, opening,
                               0)
           && (swaps || imbalance_draw(book, &other, random, &imbalance))
           && opening_try_game(book, &imbalance, swaps, random, searcher, position, moves, opening,
                               1);
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
    ImbalanceSubject subject =
        imbalance_subject(book, against_draw(&book->against, random), random);
    if (!imbalance_draw(book, &subject, random, &imbalance)
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
    const bool weighed = config->openings == OPENINGS_IMBALANCE || config->versus[0] != '\0';
    if (weighed || config->unit[0] != '\0') {
        book->unit = unit_read(config->unit, variant, err);
        if (book->unit == 0) {
            return false;
        }
    }
    if (!versus_read(config->versus, variant, book->unit, &book->versus, err)
        || !against_read(config->against, variant, book->unit, &book->against, err)) {
        return false;
    }
    if (book->against.given && (variant->features & FEATURE_DROPS) != 0) {
        return error_set(err,
                         "against: armies are exchanged on the board only, and %s has pieces in "
                         "hand",
                         variant->name);
    }
    if (book->against.given && (book->versus.given || config->openings != OPENINGS_IMBALANCE)) {
        return error_set(err, "against: goes with openings = imbalance and without versus");
    }
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
    memcpy(book->hand, position->pockets.count, sizeof book->hand);
    book_find_types(book);
    if (weighed && !book_check_types(book, err)) {
        return false;
    }
    book->value = white_material(book, position);
    book->symmetric = book_maps(book, false) || book_maps(book, true);
    if (book->against.colours && !army_find_facing(book, err)) {
        return false;
    }
    if (config->openings == OPENINGS_IMBALANCE && !book->versus.given) {
        imbalance_balance(book);
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

/* How often an opening about one subject is drawn. The subject is kept, or the pieces that make
 * openings wild would be in fewer games than the tame ones; but not for ever. */
enum { SUBJECT_TRIES = 50 };

bool opening_draw(const OpeningBook *book, Random random, Searcher *searcher, Position *position,
                  Opening *opening, Error *err)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    bool found = false;
    opening->rejected = 0;
    ImbalanceSubject subject = {.type = 0};
    const Armies armies = against_draw(&book->against, &random);
    while (!found && opening->rejected < book->config->opening_tries) {
        if (opening->rejected % SUBJECT_TRIES == 0) {
            subject = imbalance_subject(book, armies, &random);
        }
        found = opening_try(book, &subject, &random, searcher, position, moves, opening);
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
