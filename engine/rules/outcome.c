#include "engine/rules/outcome.h"

#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"

const char *end_reason_name(EndReason reason)
{
    static const char *const names[END_REASON_COUNT] = {
        [END_NONE] = "none",           [END_CHECKMATE] = "checkmate",
        [END_STALEMATE] = "stalemate", [END_REPETITION] = "repetition",
        [END_FIFTY_MOVES] = "move rule", [END_BARE_KING] = "bare king",
        [END_CUT_OFF] = "cut off",     [END_PLY_CAP] = "ply cap",
    };
    return reason < END_REASON_COUNT ? names[reason] : "unknown";
}

static GameResult win_of(Colour colour) { return colour == WHITE ? RESULT_WHITE : RESULT_BLACK; }

Outcome position_outcome_no_move(const Position *position, bool in_check)
{
    StalemateRule rule = in_check ? STALEMATE_LOSS : position->variant->stalemate;
    GameResult result = rule == STALEMATE_DRAW   ? RESULT_DRAW
                        : rule == STALEMATE_LOSS ? win_of(colour_other(position->side))
                                                 : win_of(position->side);
    return (Outcome){.reason = in_check ? END_CHECKMATE : END_STALEMATE, .result = result};
}

bool outcome_ends_play(const Position *position)
{
    (void)position;
    return false;
}

Outcome position_outcome_by_rule(const Position *position)
{
    const Variant *variant = position->variant;
    if (variant->repetition_count > 0 && position->rule50 > 0
        && position_repetitions(position) + 1 >= variant->repetition_count)
        return (Outcome){.reason = END_REPETITION, .result = RESULT_DRAW};
    if (variant->move_rule > 0 && position->rule50 >= 2 * variant->move_rule)
        return (Outcome){.reason = END_FIFTY_MOVES, .result = RESULT_DRAW};
    return (Outcome){.reason = END_NONE, .result = RESULT_NONE};
}

Outcome position_outcome(Position *position)
{
    Move moves[MAX_MOVES];
    if (generate_legal(position, moves) == 0)
        return position_outcome_no_move(position, position_in_check(position));
    return position_outcome_by_rule(position);
}
