#include "engine/search/exchange.h"

#include "engine/rules/attack.h"
#include "engine/search/mobility.h"

/* More than all that a side can have, so that a king is never left to be taken. */
enum { ROYAL_VALUE = 1000000, MAX_EXCHANGE = 64 };

void exchange_init(ExchangeValues *values, const Variant *variant, const Weights *weights)
{
    *values = (ExchangeValues){.swing = (variant->features & FEATURE_TO_HAND) != 0 ? 2 : 1};
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        values->value[type] =
            variant->types[type].royal ? ROYAL_VALUE : values->swing * weights_value(weights, type);
        values->shoots[type] = mobility_shoots(variant, type);
    }
    weights_order(weights, variant, values->order);
}

static int taken_on_the_way(const ExchangeValues *values, const Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    int sum = 0;
    for (int i = 0; i < effect->take_count; i++) {
        Piece taken = position->board[move_from(move) + effect->offset[i]];
        if (taken != NO_PIECE)
            sum += exchange_piece_gain(values, position, taken);
    }
    return sum;
}

int exchange_special_gain(const ExchangeValues *values, const Position *position, Move move)
{
    const Variant *variant = position->variant;
    unsigned mover = position_mover(position, move), becomes = move_becomes(move);
    int gain = becomes == 0 ? 0 : (values->value[becomes] - values->value[mover]) / values->swing;
    Piece victim = move_to(move) != move_from(move) ? position->board[move_to(move)] : NO_PIECE;
    switch ((EffectKind)variant->effects[move_effect(move)].kind) {
    case EFFECT_CASTLE: return gain;
    case EFFECT_EN_PASSANT: victim = position_captured(position, move); break;
    case EFFECT_TAKE: gain += taken_on_the_way(values, position, move); break;
    case EFFECT_NONE:
    case EFFECT_PASS:
    case EFFECT_DROP:
    case EFFECT_SHOT:
    case EFFECT_STAY:
    case EFFECT_DISPLACE: break;
    }
    return victim == NO_PIECE ? gain : gain + exchange_piece_gain(values, position, victim);
}

/* The squares that are still occupied when the move has been made. */
static Set occupied_after(const Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    Set occupied = position->occupied;
    set_remove(&occupied, move_from(move));
    set_add(&occupied, move_to(move));
    for (int i = 0; i < effect->take_count; i++)
        set_remove(&occupied, (unsigned)(move_from(move) + effect->offset[i]));
    if (effect->kind == EFFECT_EN_PASSANT)
        set_remove(&occupied, position->en_passant.pawn);
    return occupied;
}

/* The captures on one square after a move, always with the least valuable piece. */
typedef struct Exchange {
    const ExchangeValues *values;
    const Position *position;
    Square square;
    Set occupied;
    unsigned standing; /* the type that stands on the square, 0 once nothing can take there */
    Colour colour;     /* to take */
} Exchange;

/* False if nobody can answer the move on its square. */
static bool exchange_begin(Exchange *exchange, const ExchangeValues *values,
                           const Position *position, Move move)
{
    unsigned kind = position->variant->effects[move_effect(move)].kind;
    if (kind == EFFECT_SHOT || kind == EFFECT_CASTLE)
        return false;
    unsigned becomes = move_becomes(move);
    exchange->values = values;
    exchange->position = position;
    exchange->square = move_to(move);
    exchange->occupied = occupied_after(position, move);
    exchange->standing = becomes != 0 ? becomes : piece_type(position->board[move_from(move)]);
    exchange->colour = colour_other(position->side);
    return true;
}

/* Takes with the least valuable piece; false if there is none. */
static bool exchange_take(Exchange *exchange)
{
    if (exchange->standing == 0)
        return false;
    unsigned from = square_first_attacker(exchange->position, exchange->square, exchange->colour,
                                          &exchange->occupied, exchange->values->order);
    if (from == NO_SQUARE)
        return false;
    unsigned type = piece_type(exchange->position->board[from]);
    set_remove(&exchange->occupied, from);
    exchange->standing = exchange->values->shoots[type] ? 0 : type;
    exchange->colour = colour_other(exchange->colour);
    return true;
}

/* `balance` is what the side that moved last has above what it needs should its piece be lost. Who
 * has enough even then is through; who cannot take is not. */
bool exchange_wins(const ExchangeValues *values, const Position *position, Move move, int least)
{
    int balance = exchange_gain(values, position, move) - least;
    Exchange exchange;
    if (balance < 0 || !exchange_begin(&exchange, values, position, move))
        return balance >= 0;
    balance -= values->value[exchange.standing];
    while (balance < 0 && exchange_take(&exchange))
        balance = -balance - 1 - values->value[exchange.standing];
    return exchange.colour != position->side;
}

/* gains[i] is what the i-th capture wins by itself less what all before it have won; the sequence
 * is then folded back from its end, where each side may stop instead. */
int exchange_value(const ExchangeValues *values, const Position *position, Move move)
{
    int gains[MAX_EXCHANGE];
    int count = 1;
    gains[0] = exchange_gain(values, position, move);
    Exchange exchange;
    if (!exchange_begin(&exchange, values, position, move))
        return gains[0];
    for (unsigned standing = exchange.standing; count < MAX_EXCHANGE && exchange_take(&exchange);
         standing = exchange.standing) {
        gains[count] = values->value[standing] - gains[count - 1];
        count++;
    }
    while (--count > 0)
        gains[count - 1] = -(gains[count] > -gains[count - 1] ? gains[count] : -gains[count - 1]);
    return gains[0];
}
