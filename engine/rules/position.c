#include "engine/rules/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"
#include "engine/rules/attack.h"
#include "engine/rules/counting.h"
#include "engine/rules/movegen.h"
#include "engine/rules/pockets.h"

/* ------------------------------------------------------------------------------------------------
 * Life
 */

void position_init(Position *position, const Variant *variant)
{
    memset(position, 0, sizeof *position);
    position->variant = variant;
    position->undo = memory_new(MAX_GAME_PLY, sizeof(Undo));
    if (variant->features & FEATURE_DROPS)
        position->pockets_before = memory_new(MAX_GAME_PLY, sizeof(PocketsBefore));
    position->king[WHITE] = position->king[BLACK] = NO_SQUARE;
    position->move_number = 1;
}

void position_release(Position *position)
{
    free(position->undo);
    free(position->pockets_before);
    memset(position, 0, sizeof *position);
}

void position_copy(Position *copy, const Position *position)
{
    assert(copy->variant == position->variant);
    Undo *undo = copy->undo;
    PocketsBefore *pockets_before = copy->pockets_before;
    *copy = *position;
    copy->undo = undo;
    copy->pockets_before = pockets_before;
    memcpy(undo, position->undo, (size_t)position->ply * sizeof(Undo));
    if (pockets_before != NULL)
        memcpy(pockets_before, position->pockets_before,
               (size_t)position->ply * sizeof(PocketsBefore));
}

/* ------------------------------------------------------------------------------------------------
 * Squares
 */

/* Takes the piece off a square and puts another (or none) on it, in the board and the sets. */
static inline void replace(Position *position, unsigned square, Piece before, Piece after)
{
    if (before != NO_PIECE) {
        Colour colour = piece_colour(before);
        set_remove(&position->of_colour[colour], square);
        set_remove(&position->of_piece[colour][piece_type(before)], square);
        position->count[colour][piece_type(before)]--;
    }
    if (after != NO_PIECE) {
        Colour colour = piece_colour(after);
        set_add(&position->of_colour[colour], square);
        set_add(&position->of_piece[colour][piece_type(after)], square);
        position->count[colour][piece_type(after)]++;
        set_add(&position->occupied, square);
        if (piece_type(after) == position->variant->royal_type)
            position->king[colour] = (uint16_t)square;
    } else {
        set_remove(&position->occupied, square);
    }
    position->board[square] = after;
}

/* The same in a move: logged, with the key and the castling rights. */
static inline void write_square(Position *position, Undo *undo, unsigned square, Piece after)
{
    const Variant *variant = position->variant;
    Piece before = position->board[square];
    assert(undo->change_count < MAX_CHANGES);
    undo->changes[undo->change_count++] = (Change){.square = (Square)square, .before = before};
    if (before != NO_PIECE)
        position->key ^= variant->piece_key[piece_colour(before)][piece_type(before)][square];
    if (after != NO_PIECE)
        position->key ^= variant->piece_key[piece_colour(after)][piece_type(after)][square];
    position->castling &= variant->castling_kept[square];
    replace(position, square, before, after);
}

/* What the right to capture en passant adds to the key. */
static uint64_t en_passant_key(const Variant *variant, const EnPassant *right)
{
    uint64_t pawn = variant->passed_key[right->pawn];
    uint64_t key = pawn << 17 | pawn >> 47;
    for (int i = 0; i < right->passed_count; i++)
        key ^= variant->passed_key[right->passed[i]];
    return key;
}

/* What the rights to castle add to the key. The first eight are numbered as all else is; the others
 * lie above all other numbers. */
static uint64_t castling_key(CastlingRights rights)
{
    return rights != 0 ? hash_mix(1u << 21 | (rights & 0xff) | (uint64_t)(rights >> 8) << 32) : 0;
}

/* What the key castlingFromMove adds: while a right waits, how long is part of the position. */
__attribute__((noinline, cold)) static uint64_t waiting_key_of(const Position *position)
{
    return position->castling != 0 && position->move_number < position->variant->castling_from_move
               ? hash_mix(1u << 24 | position->move_number)
               : 0;
}

static inline uint64_t waiting_key(const Position *position)
{
    return (position->variant->features & FEATURE_CASTLING_WAITS) != 0 ? waiting_key_of(position)
                                                                       : 0;
}

static uint64_t whole_key(const Position *position)
{
    const Variant *variant = position->variant;
    uint64_t key = castling_key(position->castling) ^ waiting_key(position);
    SET_EACH(square, &position->occupied)
    {
        Piece piece = position->board[square];
        key ^= variant->piece_key[piece_colour(piece)][piece_type(piece)][square];
    }
    if (position->side == BLACK)
        key ^= variant->side_key;
    if (variant->features & FEATURE_CHECK_COUNT)
        key ^= variant->checks_key[WHITE][position->checks[WHITE]]
               ^ variant->checks_key[BLACK][position->checks[BLACK]];
    if (variant->features & FEATURE_DROPS)
        key ^= pockets_key(position);
    return position->ep_usable ? key ^ en_passant_key(variant, &position->en_passant) : key;
}

/* ------------------------------------------------------------------------------------------------
 * Setting up
 */

/* Forgets the moves made and works out what depends on the board. */
static void settle(Position *position)
{
    const Variant *variant = position->variant;
    position->ply = 0;
    position->since_null = 0;
    for (CastlingRights rights = position->castling; rights != 0; rights &= rights - 1) {
        unsigned right = (unsigned)__builtin_ctz(rights);
        Colour colour = (variant->castling_rights[WHITE] >> right & 1) != 0 ? WHITE : BLACK;
        unsigned index = variant_castling(variant, right, position->king[colour]);
        if (!castling_at_home(&variant->castlings[index], position->board))
            position->castling &= ~(1u << right);
    }
    position->ep_usable = false;
    position->key = whole_key(position); /* right for the moves that the next line tries */
    position->ep_usable = position->en_passant.passed_count > 0 && en_passant_usable(position);
    position->key = whole_key(position);
}

void position_place(Position *position, Square square, Piece piece)
{
    Piece before = position->board[square];
    assert(position->variant->royal_type == 0
           || (piece_type(before) != position->variant->royal_type
               && piece_type(piece) != position->variant->royal_type));
    replace(position, square, before, piece);
    position->pockets.origin[square] = (uint8_t)pockets_origin_of(position->variant, piece);
    position->en_passant.passed_count = 0;
    position->counting = position->counting_limit = 0;
    settle(position);
}

void position_set_in_hand(Position *position, Colour colour, unsigned type, unsigned count)
{
    assert(position->pockets_before != NULL && count <= UINT8_MAX);
    position->pockets.count[colour][type] = (uint8_t)count;
    settle(position);
}

void position_set_up(Position *position, const Setup *setup)
{
    const Variant *variant = position->variant;
    Undo *undo = position->undo;
    PocketsBefore *pockets_before = position->pockets_before;
    memset(position, 0, sizeof *position);
    position->variant = variant;
    position->undo = undo;
    position->pockets_before = pockets_before;
    position->pockets = setup->pockets;
    position->king[WHITE] = position->king[BLACK] = NO_SQUARE;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        replace(position, square, NO_PIECE, setup->board[square]);
    position->side = setup->side;
    position->castling = setup->castling;
    memcpy(position->checks, setup->checks, sizeof position->checks);
    position->en_passant = setup->en_passant;
    position->rule50 = (uint16_t)setup->rule50;
    position->counting = (uint16_t)setup->counting;
    position->counting_limit = (uint16_t)setup->counting_limit;
    position->move_number = setup->move_number;
    settle(position);
}

/* ------------------------------------------------------------------------------------------------
 * Making moves
 */

/* Opens an entry on the undo stack and ends what lasts one move only. */
static inline Undo *push_undo(Position *position, Move move)
{
    assert(position->ply < MAX_GAME_PLY);
    Undo *undo = &position->undo[position->ply++];
    undo->key = position->key;
    undo->move = move;
    undo->en_passant = position->en_passant;
    undo->ep_usable = position->ep_usable;
    undo->castling = position->castling;
    memcpy(undo->checks, position->checks, sizeof undo->checks);
    undo->change_count = 0;
    undo->rule50 = position->rule50;
    undo->since_null = position->since_null;
    undo->counting = position->counting;
    undo->counting_limit = position->counting_limit;
    if (position->pockets_before != NULL)
        pockets_remember(position);
    if (position->ep_usable)
        position->key ^= en_passant_key(position->variant, &position->en_passant);
    position->key ^= waiting_key(position);
    position->en_passant.passed_count = 0;
    position->ep_usable = false;
    position->rule50++;
    return undo;
}

static inline void change_side(Position *position)
{
    position->move_number += position->side == BLACK;
    position->side = colour_other(position->side);
    position->key ^= position->variant->side_key ^ waiting_key(position);
}

/* The square `steps` leaps from `square` in a direction; NO_SQUARE beyond the edge. */
static unsigned square_along(const Variant *variant, unsigned square, const MoveEffect *effect,
                             int steps)
{
    int file = variant_file(variant, square) + steps * effect->file_step;
    int rank = variant_rank(variant, square) + steps * effect->rank_step;
    if (file < 0 || file >= variant->files || rank < 0 || rank >= variant->ranks)
        return NO_SQUARE;
    return (unsigned)(rank * variant->files + file);
}

/* The nearest piece behind a square is moved on by the length of the move. */
static void drag(Position *position, Undo *undo, unsigned from, const MoveEffect *effect)
{
    const Variant *variant = position->variant;
    int back = -1;
    unsigned behind = square_along(variant, from, effect, back);
    while (behind != NO_SQUARE && position->board[behind] == NO_PIECE)
        behind = square_along(variant, from, effect, --back);
    if (behind == NO_SQUARE)
        return;
    Piece dragged = position->board[behind];
    write_square(position, undo, behind, NO_PIECE);
    write_square(position, undo, square_along(variant, behind, effect, effect->length), dragged);
}

/* Whether a pushed piece may stand on a square. */
static bool push_may_reach(const Position *position, Piece pushed, unsigned square)
{
    const Variant *variant = position->variant;
    if (square == NO_SQUARE || position->board[square] != NO_PIECE)
        return false;
    return !variant->types[piece_type(pushed)].pawn || !variant->pushed_pawn_stops
           || !set_has(&variant->first_rank[piece_colour(pushed)], square);
}

/* An enemy just ahead of where the move stopped is pushed on, up to the length of the move. */
static void push(Position *position, Undo *undo, unsigned to, const MoveEffect *effect)
{
    const Variant *variant = position->variant;
    unsigned ahead = square_along(variant, to, effect, 1);
    if (ahead == NO_SQUARE || position->board[ahead] == NO_PIECE
        || piece_colour(position->board[ahead]) == position->side)
        return;
    Piece pushed = position->board[ahead];
    Colour owner = piece_colour(pushed);
    int steps = 0;
    while (steps < effect->length
           && push_may_reach(position, pushed, square_along(variant, ahead, effect, steps + 1)))
        steps++;
    if (steps == 0)
        return;
    unsigned end = square_along(variant, ahead, effect, steps);
    if (variant->types[piece_type(pushed)].pawn && variant->pushed_pawn_becomes != 0
        && set_has(&variant->first_rank[colour_other(owner)], end))
        pushed = piece_make(owner, variant->pushed_pawn_becomes);
    write_square(position, undo, ahead, NO_PIECE);
    write_square(position, undo, end, pushed);
}

static void castle(Position *position, Undo *undo, const Castling *castling)
{
    Piece king = position->board[castling->king_from], rook = position->board[castling->rook_from];
    write_square(position, undo, castling->king_from, NO_PIECE);
    write_square(position, undo, castling->rook_from, NO_PIECE);
    write_square(position, undo, castling->king_to, king);
    write_square(position, undo, castling->rook_to, rook);
}

/* Of castlingAnyFile: a king that has moved, or has been moved, has lost its rights. */
__attribute__((noinline, cold)) static void lose_rights_of_kings(Position *position,
                                                                 const Undo *undo)
{
    const Variant *variant = position->variant;
    for (int i = 0; i < undo->change_count; i++) {
        Piece before = undo->changes[i].before;
        if (before != NO_PIECE && piece_type(before) == variant->royal_type)
            position->castling &= ~variant->castling_rights[piece_colour(before)];
    }
}

/* Takes what the move takes on its way, and notes what it passes; nothing where it becomes another
 * piece, which is not what can be taken in passing. */
static void take_and_pass(Position *position, Undo *undo, unsigned from, unsigned to,
                          const MoveEffect *effect, bool changes)
{
    for (int i = 0; i < effect->take_count; i++) {
        write_square(position, undo, (unsigned)((int)from + effect->offset[i]), NO_PIECE);
        position->rule50 = 0;
    }
    for (int i = 0; i < effect->pass_count; i++)
        position->en_passant.passed[i] =
            (Square)((int)from + effect->offset[effect->take_count + i]);
    position->en_passant.passed_count = changes ? 0 : effect->pass_count;
    position->en_passant.pawn = (Square)to;
}

/* A piece of the side that waits for it has been taken: it stands where the pawn waited. */
static void replace_waiting_pawn(Position *position, Undo *undo, Piece taken)
{
    const Variant *variant = position->variant;
    Colour owner = piece_colour(taken);
    if ((variant->waiting_types[owner] >> piece_type(taken) & 1) == 0)
        return;
    unsigned best = NO_SQUARE;
    const Set waiting = set_and(position->of_colour[owner], variant->promotion_squares[owner]);
    SET_EACH(square, &waiting) /* from the first rank on */
    {
        if (variant->types[piece_type(position->board[square])].pawn
            && (best == NO_SQUARE || variant_file(variant, square) < variant_file(variant, best)))
            best = square;
    }
    if (best != NO_SQUARE)
        write_square(position, undo, best, taken);
}

/* Whether a piece could go straight back on an empty board. */
__attribute__((noinline, cold)) static bool may_come_back(const Position *position, Piece piece,
                                                          unsigned from, unsigned to)
{
    size_t index = ((size_t)position->side * MAX_TYPES + piece_type(piece)) * MAX_SQUARES + to;
    return set_has(&position->variant->way_back[index], from);
}

/* Whether a move promotes by promotedPieceType, before it is made. */
__attribute__((noinline, cold)) static bool promotes_piece(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    unsigned type = piece_type(position->board[move_from(move)]);
    unsigned rule =
        variant_promotion(variant, position->side, type, move_from(move), move_to(move));
    return variant->promotions[rule].piece;
}

/* Counts a check that the move has given; the other side is to move. */
__attribute__((noinline, cold)) static void count_check(Position *position)
{
    const Variant *variant = position->variant;
    Colour giver = colour_other(position->side);
    if (position->checks[giver] == 0 || !position_in_check(position))
        return;
    position->key ^= variant->checks_key[giver][position->checks[giver]];
    position->checks[giver]--;
    position->key ^= variant->checks_key[giver][position->checks[giver]];
}

void position_make(Position *position, Move move)
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    unsigned from = move_from(move), to = move_to(move);
    CastlingRights castling = position->castling;
    Undo *undo = push_undo(position, move);
    Piece piece = position->board[from], taken = to != from ? position->board[to] : NO_PIECE;
    assert(effect->kind == EFFECT_DROP
           || (piece != NO_PIECE && piece_colour(piece) == position->side));
    CountingBefore counting = {0, 0};
    if (variant->features & FEATURE_COUNTING)
        counting = counting_before(position);
    position->since_null++;
    if (taken != NO_PIECE || (variant->resets[position->side] >> piece_type(piece) & 1) != 0) {
        if (taken != NO_PIECE || (variant->features & FEATURE_REVERSIBLE) == 0
            || move_becomes(move) != 0 || !may_come_back(position, piece, from, to))
            position->rule50 = 0;
    }
    if (effect->kind == EFFECT_CASTLE) {
        castle(position, undo, &variant->castlings[effect->castling]);
        position->rule50 = (uint16_t)(undo->rule50 + 1);
    } else {
        if (effect->kind == EFFECT_EN_PASSANT) {
            taken = position->board[undo->en_passant.pawn];
            write_square(position, undo, undo->en_passant.pawn, NO_PIECE);
            position->rule50 = 0;
        } else if (effect->kind == EFFECT_TAKE || effect->kind == EFFECT_PASS) {
            take_and_pass(position, undo, from, to, effect, move_becomes(move) != 0);
        }
        unsigned becomes = move_becomes(move);
        if (becomes != 0 && (variant->features & FEATURE_PIECE_PROMOTION) != 0
            && promotes_piece(position, move))
            position->rule50 = 0;
        Piece placed = becomes != 0 ? piece_make(position->side, becomes) : piece;
        bool stays = effect->kind == EFFECT_SHOT && (variant->features & FEATURE_SHOT_STAYS) != 0;
        if (!stays || placed != piece)
            write_square(position, undo, from, NO_PIECE);
        if (effect->kind == EFFECT_SHOT) {
            write_square(position, undo, to, NO_PIECE);
            to = from;
        }
        if (!stays || placed != piece)
            write_square(position, undo, to, placed);
        if (effect->kind == EFFECT_DISPLACE) {
            if (effect->drag)
                drag(position, undo, from, effect);
            if (effect->push)
                push(position, undo, to, effect);
        }
        if (variant->lost_promotion && taken != NO_PIECE)
            replace_waiting_pawn(position, undo, taken);
    }
    if (variant->features & FEATURE_DROPS)
        pockets_make(position, move);
    if (variant->features & FEATURE_ANY_FILE)
        lose_rights_of_kings(position, undo);
    if (position->castling != castling)
        position->key ^= castling_key(castling) ^ castling_key(position->castling);
    change_side(position);
    if (variant->features & FEATURE_CHECK_COUNT)
        count_check(position);
    if (variant->features & FEATURE_COUNTING)
        counting_after(position, counting, move_becomes(move) != 0);
    if (position->en_passant.passed_count > 0 && en_passant_usable(position)) {
        position->ep_usable = true;
        position->key ^= en_passant_key(variant, &position->en_passant);
    }
    assert(position_ok(position));
}

void position_undo(Position *position)
{
    assert(position->ply > 0);
    const Undo *undo = &position->undo[--position->ply];
    position->side = colour_other(position->side);
    position->move_number -= position->side == BLACK;
    for (int i = undo->change_count - 1; i >= 0; i--) {
        unsigned square = undo->changes[i].square;
        replace(position, square, position->board[square], undo->changes[i].before);
    }
    position->key = undo->key;
    position->en_passant = undo->en_passant;
    position->ep_usable = undo->ep_usable;
    position->castling = undo->castling;
    memcpy(position->checks, undo->checks, sizeof position->checks);
    position->rule50 = undo->rule50;
    position->since_null = undo->since_null;
    position->counting = undo->counting;
    position->counting_limit = undo->counting_limit;
    if (position->pockets_before != NULL) /* the last thing: the call costs others no register */
        pockets_undo(position);
}

void position_make_null(Position *position)
{
    push_undo(position, NO_MOVE);
    position->since_null = 0;
    change_side(position);
}

/* ------------------------------------------------------------------------------------------------
 * Looking
 */

/* How many plies back a position can be the same. */
static int repetition_reach(const Position *position)
{
    int reach = position_reach(position);
    return reach < position->ply ? reach : position->ply;
}

int position_stood_before(const Position *position, int times)
{
    int reach = repetition_reach(position);
    for (int back = 2; back <= reach; back += 2)
        if (position->undo[position->ply - back].key == position->key && --times == 0)
            return back;
    return 0;
}

int position_repetitions(const Position *position)
{
    int reach = repetition_reach(position);
    int count = 0;
    for (int back = 2; back <= reach; back += 2)
        count += position->undo[position->ply - back].key == position->key;
    return count;
}

Piece position_captured(const Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    unsigned from = move_from(move);
    switch ((EffectKind)effect->kind) {
    case EFFECT_EN_PASSANT: return position->board[position->en_passant.pawn];
    case EFFECT_TAKE: return position->board[(int)from + effect->offset[0]];
    case EFFECT_CASTLE: return NO_PIECE;
    case EFFECT_NONE:
    case EFFECT_PASS:
    case EFFECT_DROP:
    case EFFECT_SHOT:
    case EFFECT_STAY:
    case EFFECT_DISPLACE: break;
    }
    return move_to(move) == from ? NO_PIECE : position->board[move_to(move)];
}

bool position_ok(const Position *position)
{
    const Variant *variant = position->variant;
    uint8_t count[2][MAX_TYPES] = {{0}};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        Piece piece = position->board[square];
        if (set_has(&position->occupied, square) != (piece != NO_PIECE))
            return false;
        for (int colour = WHITE; colour <= BLACK; colour++) {
            bool here = piece != NO_PIECE && (int)piece_colour(piece) == colour;
            if (set_has(&position->of_colour[colour], square) != here)
                return false;
            if (here && !set_has(&position->of_piece[colour][piece_type(piece)], square))
                return false;
        }
        if (piece != NO_PIECE)
            count[piece_colour(piece)][piece_type(piece)]++;
    }
    for (int colour = WHITE; colour <= BLACK; colour++) {
        for (int type = 1; type <= variant->type_count; type++)
            if (position->count[colour][type] != count[colour][type]
                || set_count(&position->of_piece[colour][type]) != count[colour][type])
                return false;
        unsigned king = position->king[colour];
        if (king != NO_SQUARE && count[colour][variant->royal_type] > 0
            && position->board[king] != piece_make((Colour)colour, variant->royal_type))
            return false;
    }
    return position->key == whole_key(position) && pockets_ok(position);
}
