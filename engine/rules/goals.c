#include "engine/rules/goals.h"

#include "engine/rules/attack.h"
#include "engine/rules/pockets.h"

static const Outcome going_on = {.reason = END_NONE, .result = RESULT_NONE};

static Outcome won_by(EndReason reason, Colour colour)
{
    return (Outcome){.reason = reason, .result = colour == WHITE ? RESULT_WHITE : RESULT_BLACK};
}

/* An ending that is worth `value` to a side. */
static Outcome worth(EndReason reason, StalemateRule value, Colour colour)
{
    if (value == STALEMATE_DRAW)
        return (Outcome){.reason = reason, .result = RESULT_DRAW};
    return won_by(reason, value == STALEMATE_WIN ? colour : colour_other(colour));
}

/* ------------------------------------------------------------------------------------------------
 * Extinction
 */

/* On the board and in hand. */
static int pieces_of(const Position *position, Colour colour)
{
    return set_count(&position->of_colour[colour]) + pockets_count(position, colour);
}

static bool is_extinct(const Position *position, Colour colour)
{
    const Variant *variant = position->variant;
    const Goals *goals = &variant->goals;
    Colour other = colour_other(colour);
    if (goals->extinction_all)
        return pieces_of(position, colour) <= goals->extinction_count
               && pieces_of(position, other) >= goals->extinction_opponent;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if ((goals->extinction_types >> type & 1) != 0
            && position_held(position, colour, type) <= goals->extinction_count
            && position_held(position, other, type) >= goals->extinction_opponent)
            return true;
    return false;
}

/* Of both sides, the one that has just not moved is looked at first. */
static Outcome extinction_outcome(const Position *position)
{
    Colour order[2] = {colour_other(position->side), position->side};
    for (int i = 0; i < 2; i++)
        if (is_extinct(position, order[i]))
            return worth(END_EXTINCTION, position->variant->goals.extinction_value, order[i]);
    return going_on;
}

/* ------------------------------------------------------------------------------------------------
 * Flags
 */

static Set flag_pieces(const Position *position, Colour colour)
{
    const Goals *goals = &position->variant->goals;
    Set pieces = set_and(position->of_colour[colour], goals->flag_region[colour]),
        counted = set_empty();
    SET_EACH(square, &pieces)
    {
        if (goals->flag_types[colour] >> piece_type(position->board[square]) & 1)
            set_add(&counted, square);
    }
    return counted;
}

/* Whether enough flag pieces stand in the region; `safe`: even if the opponent takes one. */
static bool flag_reached(const Position *position, Colour colour, bool safe)
{
    const Goals *goals = &position->variant->goals;
    Set pieces = flag_pieces(position, colour);
    int count = set_count(&pieces);
    bool attacked = false;
    SET_EACH(square, &pieces)
    {
        attacked =
            attacked || (safe && square_attacked(position, (Square)square, colour_other(colour)));
    }
    count -= attacked;
    if (count >= goals->flag_count)
        return true;
    return goals->flag_blocked && count > 0
           && set_within(&goals->flag_region[colour], &position->occupied);
}

static bool flag_is_royal(const Position *position, Colour colour)
{
    const Variant *variant = position->variant;
    return variant->royal_type != 0
           && variant->goals.flag_types[colour] == 1u << variant->royal_type;
}

/* Whether the royal piece of the side to move can step into its flag region at once. */
static bool royal_can_follow(const Position *position)
{
    const Variant *variant = position->variant;
    Colour side = position->side;
    unsigned king = position->king[side];
    if (king == NO_SQUARE || position_in_check(position))
        return false;
    const Program *program = &variant->programs[side][variant->royal_type][king];
    const Step *steps = variant->steps + program->first;
    for (uint32_t at = 0; at < program->length;) {
        const Step *step = &steps[at];
        unsigned class = position->board[step->square] >> PIECE_COLOUR_SHIFT;
        unsigned to = move_to(step->move);
        if (step->emit[class] != EMIT_NONE && set_has(&variant->goals.flag_region[side], to)) {
            Set there = position->occupied;
            set_remove(&there, king);
            set_add(&there, to);
            Set attackers = square_attackers(position, (Square)to, colour_other(side), &there);
            if (set_is_empty(&attackers))
                return true;
        }
        at = step->next[class];
    }
    return false;
}

/* Whether the other side has reached its region as well as the side to move, and the game is drawn.
 */
static bool both_hold(const Position *position, Colour other)
{
    const Goals *goals = &position->variant->goals;
    if (!goals->flag_move)
        return flag_reached(position, other, true);
    return position->side == WHITE && flag_is_royal(position, WHITE)
           && flag_reached(position, other, false);
}

static Outcome flag_outcome(const Position *position)
{
    const Goals *goals = &position->variant->goals;
    Colour side = position->side, other = colour_other(side);
    /* Who has reached it before, and has lived through the move that the opponent had, or has
     * become safe. */
    if ((goals->flag_move || goals->flag_safe)
        && flag_reached(position, side, goals->flag_safe && !goals->flag_move)) {
        if (both_hold(position, other))
            return (Outcome){.reason = END_FLAG, .result = RESULT_DRAW};
        return won_by(END_FLAG, side);
    }
    if (goals->flag_move && !goals->flag_safe && !flag_is_royal(position, other))
        return going_on;
    if (!flag_reached(position, other, goals->flag_safe))
        return going_on;
    if (goals->flag_move && side == BLACK && flag_is_royal(position, side)
        && royal_can_follow(position))
        return going_on;
    return won_by(END_FLAG, other);
}

Outcome goal_outcome(const Position *position)
{
    uint32_t features = position->variant->features;
    Outcome outcome = going_on;
    if (features & FEATURE_EXTINCTION)
        outcome = extinction_outcome(position);
    if (outcome.reason == END_NONE && (features & FEATURE_FLAG) != 0)
        outcome = flag_outcome(position);
    if (outcome.reason == END_NONE && (features & FEATURE_CHECK_COUNT) != 0
        && position->checks[colour_other(position->side)] == 0)
        outcome = won_by(END_CHECK_COUNT, colour_other(position->side));
    return outcome;
}
