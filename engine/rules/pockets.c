#include "engine/rules/pockets.h"

#include <ctype.h>
#include <string.h>

#include "engine/base/hash.h"

int pockets_count(const Position *position, Colour colour)
{
    int count = 0;
    for (int type = 1; type <= position->variant->type_count; type++)
        count += position->pockets.count[colour][type];
    return count;
}

/* Whether a type may become another. */
static bool makes(const Variant *variant, unsigned origin, unsigned type)
{
    for (int i = 1; i < variant->promotion_count; i++)
        if ((variant->promotions[i].by >> origin & 1) != 0
            && (variant->promotions[i].types >> type & 1) != 0)
            return true;
    return false;
}

unsigned pockets_origin_of(const Variant *variant, Piece piece)
{
    const PieceType *type = &variant->types[piece_type(piece)];
    if (piece == NO_PIECE || (variant->features & FEATURE_DEMOTES) == 0
        || type->start[WHITE] + type->start[BLACK] > 0)
        return 0;
    for (unsigned origin = 1; origin <= (unsigned)variant->type_count; origin++)
        if (makes(variant, origin, piece_type(piece)))
            return origin;
    return 0;
}

/* ------------------------------------------------------------------------------------------------
 * The key
 */

static uint64_t hand_key(uint64_t colour, uint64_t type, uint64_t count)
{
    return count > 0 ? hash_mix(1u << 25 | colour << 16 | type << 8 | count) : 0;
}

static uint64_t origin_key(uint64_t square, uint64_t origin)
{
    return origin > 0 ? hash_mix(1u << 26 | origin << 8 | square) : 0;
}

uint64_t pockets_key(const Position *position)
{
    const Pockets *pockets = &position->pockets;
    uint64_t key = 0;
    for (unsigned colour = WHITE; colour <= BLACK; colour++)
        for (unsigned type = 1; type <= (unsigned)position->variant->type_count; type++)
            key ^= hand_key(colour, type, pockets->count[colour][type]);
    for (unsigned square = 0; square < (unsigned)position->variant->squares; square++)
        key ^= origin_key(square, pockets->origin[square]);
    return key;
}

/* ------------------------------------------------------------------------------------------------
 * Making moves
 */

static void change_hand(Position *position, Colour colour, unsigned type, int by)
{
    uint8_t *count = &position->pockets.count[colour][type];
    position->key ^= hand_key(colour, type, *count);
    *count = (uint8_t)(*count + by);
    position->key ^= hand_key(colour, type, *count);
}

static void set_origin(Position *position, unsigned square, unsigned origin)
{
    uint8_t *there = &position->pockets.origin[square];
    position->key ^= origin_key(square, *there) ^ origin_key(square, origin);
    *there = (uint8_t)origin;
}

static PocketsBefore *entry_of(const Position *position, int entry)
{
    return &position->pockets_before[entry];
}

void pockets_remember(Position *position)
{
    memcpy(entry_of(position, position->ply - 1)->count, position->pockets.count,
           sizeof position->pockets.count);
}

/* An enemy's piece goes to the hand. A square that is written twice is told first by what stood
 * there. */
static void take_to_hand(Position *position, const Undo *undo)
{
    const bool to_hand = (position->variant->features & FEATURE_TO_HAND) != 0;
    Set seen = set_empty();
    for (int i = 0; i < undo->change_count; i++) {
        const unsigned square = undo->changes[i].square;
        const Piece before = undo->changes[i].before;
        const bool first = !set_has(&seen, square);
        set_add(&seen, square);
        if (!first || before == NO_PIECE || piece_colour(before) == position->side)
            continue;
        const unsigned origin = position->pockets.origin[square];
        set_origin(position, square, 0);
        if (to_hand)
            change_hand(position, position->side, origin != 0 ? origin : piece_type(before), 1);
    }
}

/* What a piece was that has made the move and stood on its first square. */
static unsigned origin_after(const Position *position, Move move, unsigned type)
{
    const Variant *variant = position->variant;
    const unsigned origin = position->pockets.origin[move_from(move)];
    const bool promotes =
        (variant->features & FEATURE_DEMOTES) != 0 && move_becomes(move) != 0
        && variant_promotion(variant, position->side, type, move_from(move), move_to(move)) != 0;
    return origin == 0 && promotes ? type : origin;
}

static void carry_origin(Position *position, unsigned from, unsigned to, unsigned origin)
{
    set_origin(position, from, 0);
    set_origin(position, to, origin);
}

void pockets_make(Position *position, Move move)
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    const Undo *undo = &position->undo[position->ply - 1];
    PocketsBefore *before = entry_of(position, position->ply - 1);
    for (int i = 0; i < undo->change_count; i++)
        before->origin[i] = position->pockets.origin[undo->changes[i].square];
    if (effect->kind == EFFECT_DROP) {
        change_hand(position, position->side, move_becomes(move), -1);
        if (variant->resets[position->side] >> move_becomes(move) & 1)
            position->rule50 = 0;
        return;
    }
    if (effect->kind == EFFECT_CASTLE) {
        const Castling *castling = &variant->castlings[effect->castling];
        const unsigned rook = position->pockets.origin[castling->rook_from];
        const unsigned king = position->pockets.origin[castling->king_from];
        set_origin(position, castling->rook_from, 0);
        carry_origin(position, castling->king_from, castling->king_to, king);
        set_origin(position, castling->rook_to, rook);
        return;
    }
    /* Of all moves but castling the first square written is the mover's own, or one that it takes
     * on. */
    Piece mover = NO_PIECE;
    for (int i = 0; i < undo->change_count && mover == NO_PIECE; i++)
        if (undo->changes[i].square == move_from(move))
            mover = undo->changes[i].before;
    take_to_hand(position, undo);
    const unsigned end = effect->kind == EFFECT_SHOT ? move_from(move) : move_to(move);
    if (mover != NO_PIECE)
        carry_origin(position, move_from(move), end,
                     origin_after(position, move, piece_type(mover)));
}

void pockets_undo(Position *position)
{
    const Undo *undo = &position->undo[position->ply];
    const PocketsBefore *before = entry_of(position, position->ply);
    memcpy(position->pockets.count, before->count, sizeof before->count);
    for (int i = 0; i < undo->change_count; i++)
        position->pockets.origin[undo->changes[i].square] = before->origin[i];
}

bool pockets_ok(const Position *position)
{
    const Variant *variant = position->variant;
    const bool drops = (variant->features & FEATURE_DROPS) != 0;
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (unsigned type = 0; type < MAX_TYPES; type++)
            if (position->pockets.count[colour][type] > 0
                && (!drops || type == 0 || type == variant->royal_type
                    || type > (unsigned)variant->type_count))
                return false;
    for (unsigned square = 0; square < MAX_SQUARES; square++)
        if (position->pockets.origin[square] != 0
            && ((variant->features & FEATURE_DEMOTES) == 0 || position->board[square] == NO_PIECE))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Texts
 */

static bool add_in_hand(const Variant *variant, char letter, Pockets *pockets, Error *err)
{
    const unsigned type = variant_type(variant, letter);
    const Colour colour = isupper((unsigned char)letter) ? WHITE : BLACK;
    if (type == 0)
        return error_set(err, "in hand: '%c' is no piece of %s", letter, variant->name);
    if (type == variant->royal_type)
        return error_set(err, "in hand: '%c' is royal and stands on the board", letter);
    if (pockets->count[colour][type] == UINT8_MAX)
        return error_set(err, "in hand: more than %d of '%c'", UINT8_MAX, letter);
    pockets->count[colour][type]++;
    return true;
}

bool pockets_parse(const Variant *variant, const char **at, Pockets *pockets, Error *err)
{
    const char open = **at;
    if (open != '[' && open != '/')
        return true;
    if ((variant->features & FEATURE_DROPS) == 0)
        return open == '/' ? error_set(err, "more than %d ranks", variant->ranks)
                           : error_set(err,
                                       "%s has no pieces in hand, which pieceDrops = true "
                                       "would allow: nothing like [Qq] behind the board",
                                       variant->name);
    ++*at;
    if (open == '[' && (*at)[0] == '-' && (*at)[1] == ']')
        ++*at;
    for (; **at != '\0' && **at != ' ' && **at != ']'; ++*at)
        if (!add_in_hand(variant, **at, pockets, err))
            return false;
    if ((open == '[') != (**at == ']'))
        return error_set(err, open == '[' ? "in hand: no ] behind the pieces"
                                          : "in hand: a ] without [");
    *at += open == '[';
    return **at == '\0' || **at == ' '
           || error_set(err, "in hand: \"%.8s\" behind the pieces", *at);
}

/* What a piece that may promote by promotedPieceType becomes, 0 for nothing. */
static unsigned becomes_of(const Variant *variant, unsigned origin)
{
    for (int i = 1; i < variant->promotion_count; i++) {
        const PromotionRule *rule = &variant->promotions[i];
        if (rule->piece && (rule->by >> origin & 1) != 0)
            return (unsigned)__builtin_ctz(rule->types);
    }
    return 0;
}

bool pockets_resolve(const Variant *variant, Piece board[MAX_SQUARES], Pockets *pockets, Error *err)
{
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        uint8_t *origin = &pockets->origin[square];
        if (*origin == 0)
            continue;
        const Colour colour = piece_colour(board[square]);
        const unsigned type = piece_type(board[square]);
        const bool demotes = (variant->features & FEATURE_DEMOTES) != 0;
        if (*origin == ORIGIN_MARKED) {
            if (!demotes)
                return error_set(err, "%c~: a mark of what is promoted says nothing in %s",
                                 variant->types[type].letter, variant->name);
            *origin = variant->demoted_pawn;
            if (*origin == 0 || !makes(variant, *origin, type))
                return error_set(err, "%c~: a %s is no promoted piece", variant->types[type].letter,
                                 variant->types[type].name);
            continue;
        }
        const unsigned becomes = becomes_of(variant, *origin);
        if (becomes == 0)
            return error_set(err, "+%c: a %s becomes nothing by promotedPieceType",
                             variant->types[*origin].letter, variant->types[*origin].name);
        board[square] = piece_make(colour, becomes);
        *origin = demotes ? *origin : 0;
    }
    return true;
}

void pockets_add_text(const Variant *variant, const Pockets *pockets, Text *text)
{
    text_add_char(text, '[');
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (int type = variant->type_count; type > 0; type--)
            for (int i = 0; i < pockets->count[colour][type]; i++) {
                const char letter = variant->types[type].letter;
                text_add_char(text,
                              colour == WHITE ? letter : (char)tolower((unsigned char)letter));
            }
    text_add_char(text, ']');
}
