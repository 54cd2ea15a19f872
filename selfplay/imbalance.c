#include "selfplay/imbalance.h"

#include <stdlib.h>
#include <string.h>

#include "engine/rules/variant.h"
#include "selfplay/army_draw.h"
#include "selfplay/pocket_edit.h"
#include "selfplay/thinning.h"
#include "selfplay/versus_draw.h"

enum { TRADE_TRIES = 40 };

/* --- Squares -----------------------------------------------------------------------------------
 */

/* A square that the type may not go to, or where it would promote or turn into another if it came
 * by a plain move, is no place for it. */
static bool can_stand(const OpeningBook *book, Piece piece, unsigned square)
{
    if (piece == NO_PIECE) {
        return true;
    }
    const Variant *variant = book->variant;
    Colour colour = piece_colour(piece);
    unsigned type = piece_type(piece);
    return (variant->sites[colour][type][square] & SITE_CLOSED) == 0
           && variant_promotion(variant, colour, type, square, square) == 0
           && move_becomes(variant->arrivals[colour][type][square]) == 0;
}

unsigned imbalance_square(const OpeningBook *book, const Piece *board, Piece before, Piece after,
                          Random *random)
{
    unsigned squares[MAX_SQUARES];
    uint32_t count = 0;
    for (unsigned square = 0; square < (unsigned)book->variant->squares; square++) {
        if (board[square] == before && can_stand(book, after, square)) {
            squares[count++] = square;
        }
    }
    return count > 0 ? squares[random_below(random, count)] : NO_SQUARE;
}

/* --- Edits -------------------------------------------------------------------------------------
 */

static int type_value(const OpeningBook *book, unsigned type)
{
    return weights_value(book->weights, type);
}

/* From White. */
static int piece_value(const OpeningBook *book, Piece piece)
{
    if (piece == NO_PIECE) {
        return 0;
    }
    int value = type_value(book, piece_type(piece));
    return piece_colour(piece) == WHITE ? value : -value;
}

bool imbalance_edit(const OpeningBook *book, Imbalance *imbalance, Piece *board, unsigned square,
                    Piece after)
{
    if (imbalance->edit_count == MAX_EDITS) {
        return false;
    }
    const Piece before = board[square];
    board[square] = after;
    imbalance->edits[imbalance->edit_count++] =
        (Edit){.square = (Square)square, .before = before, .after = after};
    imbalance->value += piece_value(book, after) - piece_value(book, before);
    return true;
}

/* --- Drafts ------------------------------------------------------------------------------------
 */

/* An imbalance in the making: the array as edited so far. */
typedef struct Draft {
    const OpeningBook *book;
    const ImbalanceSubject *subject;
    Random *random;
    Imbalance *imbalance;
    int most_units; /* that a side may lose to pay for a piece */
    Piece board[MAX_SQUARES];
    uint8_t hand[2][MAX_TYPES];
} Draft;

/* By how much White is ahead, of which the imbalance is to make at most its bound. Armies that
 * differ in the array count as even; those that are exchanged count as what they are worth. */
static int draft_lead(const Draft *draft)
{
    return draft->imbalance->value + (draft->book->against.given ? draft->book->value : 0);
}

/* By how much the poorer side is ahead. */
static int draft_value(const Draft *draft)
{
    return draft->subject->poorer == WHITE ? draft_lead(draft) : -draft_lead(draft);
}

/* Replaces a random one of a piece. False where there is none, or no room to note it. */
static bool draft_replace(Draft *draft, Piece before, Piece after)
{
    unsigned square = imbalance_square(draft->book, draft->board, before, after, draft->random);
    return square != NO_SQUARE
           && imbalance_edit(draft->book, draft->imbalance, draft->board, square, after);
}

/* Whether neither side has the type in the array: it is then given, not taken. */
static bool is_placed(const OpeningBook *book, unsigned type)
{
    const PieceType *piece = &book->variant->types[type];
    return piece->start[WHITE] == 0 && piece->start[BLACK] == 0;
}

/* Whether a side can be made one `type` poorer. */
static bool can_lose(const OpeningBook *book, Armies armies, Colour side, unsigned type)
{
    return is_placed(book, type)
           || against_count(&book->against, book->variant, armies, side, type) > 0;
}

/* Puts one more of a piece into the hand of its colour, or takes one out. */
static bool draft_edit_hand(Draft *draft, Piece piece, bool more)
{
    uint8_t *count = &draft->hand[piece_colour(piece)][piece_type(piece)];
    *count = (uint8_t)(more ? *count + 1 : *count - 1);
    return pocket_edit(draft->book, draft->imbalance, piece, more);
}

/* Makes a side one `type` poorer: takes one off, or, of a type that is not in the array, gives the
 * other side one for a unit; where there are hands, in one of the ways of pocket_edit.h. Pure odds
 * are always of what stands on the board. */
static bool draft_lose(Draft *draft, Colour side, unsigned type)
{
    if (is_placed(draft->book, type)) {
        Colour other = colour_other(side);
        return draft_replace(draft, piece_make(other, draft->book->unit), piece_make(other, type));
    }
    const Piece piece = piece_make(side, type);
    const PocketWay way = draft->subject->odds ? POCKET_OFF_BOARD
                                               : pocket_draw_way(draft->book, draft->board,
                                                                 draft->hand, piece, draft->random);
    switch (way) {
    case POCKET_OUT_OF_HAND: return draft_edit_hand(draft, piece, false);
    case POCKET_TO_OTHER: return draft_edit_hand(draft, piece_make(colour_other(side), type), true);
    case POCKET_OFF_BOARD: break;
    }
    return draft_replace(draft, piece, NO_PIECE);
}

/* By how much draft_lose() lowers a side's difference to the other. */
static int lose_cost(const OpeningBook *book, unsigned type)
{
    return type_value(book, type) - (is_placed(book, type) ? type_value(book, book->unit) : 0);
}

static bool draft_lose_units(Draft *draft, Colour side, int count)
{
    for (int i = 0; i < count; i++) {
        if (!draft_lose(draft, side, draft->book->unit)) {
            return false;
        }
    }
    return true;
}

/* How many of a side's units may go: never more than three quarters, unless there is but one. */
static int spare_units(const Draft *draft, Colour side)
{
    const OpeningBook *book = draft->book;
    int units =
        against_count(&book->against, book->variant, draft->subject->armies, side, book->unit);
    int spare = units > 1 ? units - (units + 3) / 4 : units;
    return spare < draft->most_units ? spare : draft->most_units;
}

/* How many units a difference is, to the nearest; none where they are what the imbalance is about,
 * which is then paid for with other pieces. */
static int units_of(const Draft *draft, int difference)
{
    int unit = type_value(draft->book, draft->book->unit);
    bool about = draft->subject->type == draft->book->unit;
    return about ? 0 : (abs(difference) + unit / 2) / unit;
}

/* Whether so many units leave no more of a difference than the bound. Of a cheap unit they always
 * do; a dear one is no small change. */
static bool units_are_near(const Draft *draft, int difference, int units)
{
    int rest = abs(difference) - units * type_value(draft->book, draft->book->unit);
    return abs(rest) <= (int)draft->book->config->imbalance_max;
}

/* A random type other than `except` that a side can lose at a cost of `most` or less; 0 if there is
 * none. */
static unsigned draft_partner(Draft *draft, Colour side, unsigned except, int most)
{
    const OpeningBook *book = draft->book;
    unsigned fitting[MAX_TYPES];
    unsigned count = 0;
    for (unsigned i = 0; i < book->type_count; i++) {
        unsigned type = book->types[i];
        if (type != except && can_lose(book, draft->subject->armies, side, type)
            && lose_cost(book, type) > 0 && lose_cost(book, type) <= most) {
            fitting[count++] = type;
        }
    }
    return count > 0 ? fitting[random_below(draft->random, count)] : 0;
}

/* Lets the richer side lose pieces and units until the difference is near `target`, the poorer one
 * having lost some of the subject's type. Where that has cost the poorer side too little, as that
 * of a piece placed for a dear unit does, it pays itself. */
static bool draft_compensate(Draft *draft, int target)
{
    const Colour poorer = draft->subject->poorer;
    int slack = (int)draft->book->config->imbalance_max;
    for (;;) {
        int missing = target - draft_value(draft);
        Colour payer = missing < 0 ? poorer : colour_other(poorer);
        int units = units_of(draft, missing);
        bool near = units_are_near(draft, missing, units);
        bool by_units = near && units <= spare_units(draft, payer);
        if (missing < 0 && near) {
            return by_units && draft_lose_units(draft, payer, units);
        }
        unsigned partner = draft_partner(draft, payer, draft->subject->type, abs(missing) + slack);
        if (by_units && (units < 2 || partner == 0 || random_below(draft->random, 4) != 0)) {
            return draft_lose_units(draft, payer, units);
        }
        if (partner == 0 || !draft_lose(draft, payer, partner)) {
            return false;
        }
    }
}

/* Lets the side with the better army give up pieces until both are even within the bound, and some
 * of the units that are then between them: these face the other army, and are measured there. */
static bool draft_level(Draft *draft)
{
    int bound = (int)draft->book->config->imbalance_max;
    int unit = type_value(draft->book, draft->book->unit);
    while (abs(draft_lead(draft)) > bound) {
        Colour ahead = draft_lead(draft) > 0 ? WHITE : BLACK;
        unsigned type = draft_partner(draft, ahead, 0, abs(draft_lead(draft)) + bound);
        if (type == 0 || !draft_lose(draft, ahead, type)) {
            return false;
        }
    }
    Colour ahead = draft_lead(draft) > 0 ? WHITE : BLACK;
    int units = (abs(draft_lead(draft)) + unit / 2) / unit;
    int spare = spare_units(draft, ahead);
    int most = units < spare ? units : spare;
    return draft_lose_units(draft, ahead, (int)random_below(draft->random, (uint32_t)most + 1));
}

/* Begins again from the array, or the armies that are played. */
static bool draft_reset(Draft *draft)
{
    draft->imbalance->edit_count = 0;
    draft->imbalance->value = 0;
    for (int square = 0; square < draft->book->variant->squares; square++) {
        draft->board[square] = draft->book->array[square];
    }
    memcpy(draft->hand, draft->book->hand, sizeof draft->hand);
    return !draft->book->against.given
           || (army_draw(draft->book, draft->subject->armies, draft->imbalance, draft->board)
               && draft_level(draft));
}

static bool draft_trade_once(Draft *draft, int copies)
{
    if (!draft_reset(draft)) {
        return false;
    }
    for (int i = 0; i < copies; i++) {
        /* One is enough where there is no second. */
        if (!draft_lose(draft, draft->subject->poorer, draft->subject->type) && i == 0) {
            return false;
        }
    }
    int bound = (int)draft->book->config->imbalance_max;
    int target = (int)random_below(draft->random, 2 * (uint32_t)bound + 1) - bound;
    return draft_compensate(draft, target) && abs(draft_lead(draft)) <= bound;
}

/* Some draws do not come out. The subject is kept then, so that dear pieces, which are hard to pay
 * for, are not in fewer games than cheap ones; in the end it is paid for with any number of units.
 */
static bool draft_trade(Draft *draft)
{
    for (int tries = 0; tries < TRADE_TRIES; tries++) {
        bool late = tries >= TRADE_TRIES / 2;
        draft->most_units = late ? MAX_SQUARES : (int)draft->book->config->trade_pawns;
        if (draft_trade_once(draft, late ? 1 : draft->subject->copies)) {
            return true;
        }
    }
    return false;
}

bool imbalance_draw(const OpeningBook *book, const ImbalanceSubject *subject, Random *random,
                    Imbalance *imbalance)
{
    if (book->versus.given) {
        return versus_draw(book, subject, random, imbalance);
    }
    Draft draft = {.book = book,
                   .subject = subject,
                   .random = random,
                   .imbalance = imbalance,
                   .most_units = (int)book->config->trade_pawns};
    const bool trade = subject->type != 0 && !subject->odds;
    if (trade ? !draft_trade(&draft) : !draft_reset(&draft)) {
        return false;
    }
    if (subject->odds && !draft_lose_units(&draft, subject->poorer, subject->copies)) {
        return false;
    }
    if (subject->type != 0) {
        thinning_draw(book, random, imbalance, draft.board);
    }
    return true;
}

/* --- Subjects ----------------------------------------------------------------------------------
 */

/* The weight of types[i] among those that a trade may be about: 0 where neither army has it. */
static uint32_t subject_chance(const OpeningBook *book, Armies armies, unsigned i)
{
    unsigned type = book->types[i];
    return can_lose(book, armies, WHITE, type) || can_lose(book, armies, BLACK, type)
               ? book->chance[i]
               : 0;
}

/* The type that a trade is about; 0 if there is none. */
static unsigned subject_type(const OpeningBook *book, Armies armies, Random *random)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < book->type_count; i++) {
        sum += subject_chance(book, armies, i);
    }
    if (sum == 0) {
        return 0;
    }
    uint32_t skip = random_below(random, sum);
    unsigned i = 0;
    while (skip >= subject_chance(book, armies, i)) {
        skip -= subject_chance(book, armies, i++);
    }
    return book->types[i];
}

/* The side that a subject of the type makes poorer. */
static Colour subject_side(const OpeningBook *book, Armies armies, unsigned type, Random *random)
{
    if (!book->armies_differ && armies.of[WHITE] == armies.of[BLACK]) {
        return WHITE;
    }
    bool white = can_lose(book, armies, WHITE, type), black = can_lose(book, armies, BLACK, type);
    return white && black ? (Colour)random_below(random, 2) : white ? WHITE : BLACK;
}

static ImbalanceSubject trade_subject(const OpeningBook *book, Armies armies, Random *random)
{
    ImbalanceSubject subject = {.type = subject_type(book, armies, random), .armies = armies};
    subject.copies = random_below(random, 4) == 0 ? 2 : 1;
    subject.poorer = subject_side(book, armies, subject.type, random);
    return subject;
}

/* What a side has in the array, by the weights. */
static int side_value(const OpeningBook *book, Colour side)
{
    int value = 0;
    for (unsigned type = 1; type <= (unsigned)book->variant->type_count; type++) {
        value += book->variant->types[type].start[side] * type_value(book, type);
    }
    return value;
}

/* How many units odds are of, at most: as many as either side has and, but for pawns, no more than
 * a fifth of all that it has, or one. Longer odds are lost in nearly all games, which tells little;
 * how long these are depends on what else is on the board: a rook is a lot in chess, and a trifle
 * where a side has 43 pieces. */
static int most_odds(const OpeningBook *book, Armies armies)
{
    enum { MOST_UNITS = 3, LEAST_SHARE = 5 };
    int most = MOST_UNITS;
    for (Colour side = WHITE; side <= BLACK; side++) {
        const int value = side_value(book, side);
        while (!book->variant->types[book->unit].pawn && most > 1
               && LEAST_SHARE * most * type_value(book, book->unit) > value) {
            most--;
        }
        int units = against_count(&book->against, book->variant, armies, side, book->unit);
        most = units < most ? units : most;
    }
    return most;
}

static ImbalanceSubject odds_subject(const OpeningBook *book, Armies armies, Random *random)
{
    ImbalanceSubject subject = {.type = book->unit, .odds = true, .armies = armies};
    subject.copies = 1 + (int)random_below(random, (uint32_t)most_odds(book, armies));
    subject.poorer = subject_side(book, armies, book->unit, random);
    return subject;
}

ImbalanceSubject imbalance_subject(const OpeningBook *book, Armies armies, Random *random)
{
    if (book->versus.given) {
        return versus_subject(book, random);
    }
    if (book->config->openings == OPENINGS_PLAIN) {
        return (ImbalanceSubject){.type = 0};
    }
    return random_below(random, 100) < book->config->pawn_odds
               ? odds_subject(book, armies, random)
               : trade_subject(book, armies, random);
}

ImbalanceSubject imbalance_subject_swapped(const OpeningBook *book, const ImbalanceSubject *subject)
{
    ImbalanceSubject other = *subject;
    if (book->versus.given) {
        if (book->versus.type != 0 && versus_can(&book->versus, book->variant, subject->poorer)) {
            other.poorer = colour_other(subject->poorer);
        }
        return other;
    }
    if (subject->type != 0
        && can_lose(book, subject->armies, colour_other(subject->poorer), subject->type)) {
        other.poorer = colour_other(subject->poorer);
    }
    return other;
}

static int sign_of(Piece piece) { return piece_colour(piece) == WHITE ? 1 : -1; }

void imbalance_difference(const Imbalance *imbalance, int difference[MAX_TYPES])
{
    for (unsigned type = 0; type < MAX_TYPES; type++) {
        difference[type] = 0;
    }
    for (int i = 0; i < imbalance->edit_count; i++) {
        const Edit *edit = &imbalance->edits[i];
        if (edit->before != NO_PIECE) {
            difference[piece_type(edit->before)] -= sign_of(edit->before);
        }
        if (edit->after != NO_PIECE) {
            difference[piece_type(edit->after)] += sign_of(edit->after);
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
        ImbalanceSubject subject =
            trade_subject(book, against_draw(&book->against, random), random);
        if (!imbalance_draw(book, &subject, random, &imbalance)) {
            continue;
        }
        int difference[MAX_TYPES];
        imbalance_difference(&imbalance, difference);
        for (unsigned i = 0; i < book->type_count; i++) {
            with[i] += difference[book->types[i]] != 0;
        }
    }
}

void imbalance_balance(OpeningBook *book)
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
