/* Which moves give check, by the attack tables and before they are made. Discovered checks and
 * shots are not seen. */
#pragma once

#include "engine/rules/position.h"

/* How the side to move attacks the enemy's king. */
typedef struct Checkers {
    const AttackTable (*attacks)[MAX_SQUARES]; /* by type and square */
    unsigned king;                             /* its square, NO_SQUARE where there is none */
} Checkers;

static inline Checkers checkers_of(const Position *position)
{
    return (Checkers){.attacks = position->variant->attacks[position->side],
                      .king = position->king[colour_other(position->side)]};
}

/* The table of the attacks on the king by the type that the move leaves on its target; there is a
 * king. */
static inline const AttackTable *checkers_table(const Checkers *checkers, const Position *position,
                                                Move move)
{
    unsigned becomes = move_becomes(move);
    unsigned type = becomes != 0 ? becomes : piece_type(position->board[move_from(move)]);
    return &checkers->attacks[type][checkers->king];
}

/* Whether the piece that the move leaves on its target would attack the enemy's king from there if
 * nothing stood in the way: cheap, and true of all that checks_directly() is true of. */
static inline bool may_check(const Checkers *checkers, const Position *position, Move move)
{
    return checkers->king != NO_SQUARE
           && set_has(&checkers_table(checkers, position, move)->from, move_to(move));
}

/* Whether it does attack it. */
bool checks_directly(const Position *position, Move move);
