#include "engine/rules/outcome.h"

#include "engine/rules/attack.h"
#include "engine/rules/counting.h"
#include "engine/rules/goals.h"
#include "engine/rules/legality.h"
#include "engine/rules/movegen.h"
#include "engine/rules/pockets.h"

const char *end_reason_name(EndReason reason)
{
    static const char *const names[END_REASON_COUNT] = {
        [END_NONE] = "none",
        [END_CHECKMATE] = "checkmate",
        [END_STALEMATE] = "stalemate",
        [END_REPETITION] = "repetition",
        [END_FIFTY_MOVES] = "move rule",
        [END_BARE_KING] = "bare king",
        [END_CUT_OFF] = "cut off",
        [END_PLY_CAP] = "ply cap",
        [END_FLAG] = "flag",
        [END_EXTINCTION] = "extinction",
        [END_CHECK_COUNT] = "checks given",
        [END_PERPETUAL_CHECK] = "perpetual check",
        [END_COUNTED_OUT] = "counted out",
    };
    return reason < END_REASON_COUNT ? names[reason] : "unknown";
}

static GameResult win_of(Colour colour) { return colour == WHITE ? RESULT_WHITE : RESULT_BLACK; }

/* The result that an ending is worth to the side to move. */
static GameResult worth_to_mover(const Position *position, StalemateRule rule)
{
    return rule == STALEMATE_DRAW   ? RESULT_DRAW
           : rule == STALEMATE_LOSS ? win_of(colour_other(position->side))
                                    : win_of(position->side);
}

Outcome position_outcome_no_move(const Position *position, bool in_check)
{
    StalemateRule rule = in_check ? position->variant->checkmate : position->variant->stalemate;
    return (Outcome){.reason = in_check ? END_CHECKMATE : END_STALEMATE,
                     .result = worth_to_mover(position, rule)};
}

/* A draw where both sides have lost, else a win of the side that has not. */
static Outcome ended(EndReason reason, const bool lost[2])
{
    GameResult result =
        lost[WHITE] && lost[BLACK] ? RESULT_DRAW : win_of(lost[WHITE] ? BLACK : WHITE);
    return (Outcome){.reason = reason, .result = result};
}

static const Outcome going_on = {.reason = END_NONE, .result = RESULT_NONE};

/* Under the shatranj rule the side to move, bared just now, has a move left. */
static Outcome bare_king_outcome(const Position *position)
{
    bool lost[2];
    for (int colour = WHITE; colour <= BLACK; colour++)
        lost[colour] = set_count(&position->of_colour[colour]) == 1
                       && pockets_count(position, (Colour)colour) == 0;
    bool last_move = position->variant->bare_king == BARE_KING_SHATRANJ && lost[position->side]
                     && !lost[colour_other(position->side)];
    return (lost[WHITE] || lost[BLACK]) && !last_move ? ended(END_BARE_KING, lost) : going_on;
}

static bool is_cut_off(const Position *position, Colour colour)
{
    const Variant *variant = position->variant;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (position_held(position, colour, type) > 0 && (variant->cut_off_types >> type & 1) == 0)
            return false;
    Colour other = colour_other(colour);
    return set_has(&variant->cut_off_region[other], position->king[other]);
}

static Outcome cut_off_outcome(const Position *position)
{
    const bool lost[2] = {is_cut_off(position, WHITE), is_cut_off(position, BLACK)};
    return lost[WHITE] || lost[BLACK] ? ended(END_CUT_OFF, lost) : going_on;
}

/* Out of the way of the variants that have no such endings. */
__attribute__((noinline, cold)) static Outcome special_outcome(const Position *position)
{
    Outcome outcome = going_on;
    if (position->variant->features & FEATURES_OF_GOALS)
        outcome = goal_outcome(position);
    if (outcome.reason == END_NONE && position->variant->bare_king != BARE_KING_NONE)
        outcome = bare_king_outcome(position);
    if (outcome.reason == END_NONE && position->variant->cut_off_types != 0)
        outcome = cut_off_outcome(position);
    return outcome;
}

/* The variant's own endings, by what stands on the board. */
static inline Outcome material_outcome(const Position *position)
{
    const Variant *variant = position->variant;
    bool special = (variant->features & FEATURES_OF_GOALS) != 0
                   || variant->bare_king != BARE_KING_NONE || variant->cut_off_types != 0;
    return special ? special_outcome(position) : going_on;
}

bool outcome_ends_play(const Position *position)
{
    return material_outcome(position).reason != END_NONE;
}

/* Which sides were in check at each of their turns in the last `plies`, found by taking the moves
 * back from a copy: it borrows the stack of moves made, which going back only reads. */
static void always_checked(const Position *position, int plies, bool checked[2])
{
    Position back = *position;
    checked[WHITE] = checked[BLACK] = true;
    for (int i = 0; i < plies && (checked[WHITE] || checked[BLACK]); i++) {
        checked[back.side] = checked[back.side] && position_in_check(&back);
        position_undo(&back);
    }
}

Outcome position_outcome_repeated(const Position *position, int plies)
{
    const Variant *variant = position->variant;
    bool checked[2] = {false, false};
    if ((variant->features & FEATURE_PERPETUAL_CHECK) != 0 && plies > 0)
        always_checked(position, plies, checked);
    if (checked[WHITE] || checked[BLACK])
        return ended(END_PERPETUAL_CHECK, (bool[2]){checked[BLACK], checked[WHITE]});
    return (Outcome){.reason = END_REPETITION,
                     .result = worth_to_mover(position, variant->repetition[position->side])};
}

Outcome position_outcome_by_rule(const Position *position)
{
    const Variant *variant = position->variant;
    Outcome material = material_outcome(position);
    if (material.reason != END_NONE)
        return material;
    if (variant->move_rule > 0 && position->rule50 >= 2 * variant->move_rule)
        return (Outcome){.reason = END_FIFTY_MOVES, .result = RESULT_DRAW};
    if (variant->repetition_count > 0 && position_reach(position) > 0
        && position_repetitions(position) + 1 >= variant->repetition_count)
        return position_outcome_repeated(
            position, position_stood_before(position, variant->repetition_count - 1));
    if ((variant->features & FEATURE_COUNTING) != 0 && counting_is_over(position))
        return (Outcome){.reason = END_COUNTED_OUT, .result = RESULT_DRAW};
    return going_on;
}

Outcome position_outcome(Position *position)
{
    Legality legality;
    Move moves[MAX_MOVES];
    if (position->variant->features & FEATURES_OF_GOALS) {
        Outcome goal = goal_outcome(position);
        if (goal.reason != END_NONE)
            return goal;
    }
    if (position->variant->bare_king != BARE_KING_NONE) {
        Outcome bare = bare_king_outcome(position);
        if (bare.reason != END_NONE)
            return bare;
    }
    legality_init(&legality, position);
    int count = generate_moves(position, moves), at = 0;
    while (at < count && !move_is_legal(&legality, position, moves[at]))
        at++;
    if (at == count)
        return position_outcome_no_move(position, legality.in_check);
    return position_outcome_by_rule(position);
}
