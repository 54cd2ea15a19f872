/* Static exchange evaluation: what a capture wins if both sides go on to take on its square, always
 * with the least valuable piece, and stop when it does not pay.
 *
 * Attackers come from the variant's attack tables with the used pieces taken away, so pieces that
 * look through others, hop over them or need them as screens are right. A shot takes without
 * moving: the square is empty afterwards and nothing can retake. Pins are not seen. */
#pragma once

#include "engine/rules/position.h"
#include "engine/search/weights.h"

/* The values as exchanges count them. */
typedef struct ExchangeValues {
    int value[MAX_TYPES];     /* value[0] is 0; what is taken to the hand counts twice, for what
                                 the one side loses the other gains */
    int swing;                /* how often it counts */
    uint8_t order[MAX_TYPES]; /* the types, the cheapest first; 0 after the last */
    bool shoots[MAX_TYPES];
} ExchangeValues;

void exchange_init(ExchangeValues *values, const Variant *variant, const Weights *weights);

/* What taking a piece wins: one of the mover's own is a loss, and no piece is worth nothing. */
static inline int exchange_piece_gain(const ExchangeValues *values, const Position *position,
                                      Piece taken)
{
    int value = values->value[piece_type(taken)];
    return piece_colour(taken) == position->side ? -value : value;
}

/* exchange_gain() of a move that does more than to go to a square and take what stands there. */
int exchange_special_gain(const ExchangeValues *values, const Position *position, Move move);

/* What the move takes and gains by promotion before anyone answers. */
static inline int exchange_gain(const ExchangeValues *values, const Position *position, Move move)
{
    if (move_effect(move) != 0 || move_becomes(move) != 0)
        return exchange_special_gain(values, position, move);
    return exchange_piece_gain(values, position, position->board[move_to(move)]);
}

/* Whether the move wins at least so much: cheaper than its value. */
bool exchange_wins(const ExchangeValues *values, const Position *position, Move move, int least);

/* What the move wins, in hundredths of a pawn, after the exchange on the square that it goes to. */
int exchange_value(const ExchangeValues *values, const Position *position, Move move);
