/* What the search makes of games that the rules have ended. */
#include "engine/rules/attack.h"
#include "engine/search/search_internal.h"

/* Scores of ended games. */

int outcome_score(const Position *position, Outcome outcome, int ply)
{
    if (outcome.result == RESULT_DRAW || outcome.result == RESULT_NONE)
        return 0;
    bool won = outcome.result == (position->side == WHITE ? RESULT_WHITE : RESULT_BLACK);
    return won ? SCORE_MATE - ply : ply - SCORE_MATE;
}

static bool has_legal_move(Searcher *searcher)
{
    Position *position = searcher->position;
    Legality legality;
    legality_init(&legality, position);
    const Move *moves = searcher->arena.moves + searcher->arena.top;
    int count = generate_moves(position, searcher->arena.moves + searcher->arena.top);
    for (int i = 0; i < count; i++)
        if (move_is_legal(&legality, position, moves[i]))
            return true;
    return false;
}

/* Whether a rule has ended the game with this position. Where repetition draws, a position that
 * stood before is taken for a draw at once: if it pays to repeat it once, it pays to do so again.
 * (Who has given perpetual check has lost only if both stands are the search's: in the game, it may
 * still do otherwise.) Mate goes before the move rule. */
bool ended_by_rule(Searcher *searcher, int ply, int *score)
{
    const Position *position = searcher->position;
    Outcome outcome = position_outcome_by_rule(position);
    if ((outcome.reason == END_FIFTY_MOVES || outcome.reason == END_COUNTED_OUT)
        && !has_legal_move(searcher))
        outcome = position_outcome_no_move(position, position_in_check(position));
    if (outcome.reason != END_NONE) {
        *score = outcome_score(position, outcome, ply);
        return true;
    }
    if (!searcher->repetition_draws || position_reach(position) < 4)
        return false;
    int plies = position_stood_before(position, 1);
    if (plies == 0)
        return false;
    outcome = position_outcome_repeated(position, plies);
    *score = outcome_score(position, outcome, ply);
    return outcome.result == RESULT_DRAW || plies <= ply;
}

int no_move_score(const Searcher *searcher, bool in_check, int ply)
{
    const Position *position = searcher->position;
    return outcome_score(position, position_outcome_no_move(position, in_check), ply);
}
