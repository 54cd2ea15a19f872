#include "engine/search/search_internal.h"

enum { DELTA = 180 /* that a capture may win besides what it takes */ };

/* Quiescence: captures and promotions until the position is quiet; all moves in check. */
int quiescence(Searcher *searcher, int alpha, int beta, int ply)
{
    Position *position = searcher->position;
    Frame *frame = &searcher->frames[ply];
    int score;
    frame->pv_length = 0;

    /* Step 1: the rules, and the ends of our arrays. */
    if (ply > 0 && ended_by_rule(searcher, ply, &score))
        return score;
    if (at_the_end(searcher, ply))
        return evaluate(searcher->evaluator, position, &frame->placement);

    /* Step 2: the table. */
    TableEntry entry = {.bound = BOUND_NONE};
    if (probe(searcher, 0, &entry) && beta - alpha == 1
        && table_decides(searcher, &entry, alpha, beta, 0, ply, &score))
        return score;

    /* Step 3: doing nothing is an answer, except in check. */
    Legality legality;
    legality_init(&legality, position);
    int alpha_before = alpha;
    int best = -SCORE_NONE;
    frame->eval = SCORE_NONE;
    if (!legality.in_check) {
        best = frame->eval = static_eval(searcher, &entry, ply);
        if (best >= beta) {
            if (entry.bound == BOUND_NONE)
                store(searcher, best, frame->eval, BOUND_LOWER, 0, NO_MOVE, ply);
            return best;
        }
        alpha = best > alpha ? best : alpha;
    }

    /* Step 4: the moves. */
    Move best_move = NO_MOVE;
    int legal = 0;
    Move first = table_move(searcher, &entry);
    if (first != NO_MOVE && !legality.in_check && !move_is_noisy(position, first))
        first = NO_MOVE;
    MovePicker picker;
    picker_begin(&picker, position, &searcher->history, &frame->followed, &searcher->values,
                 &searcher->arena, first, !legality.in_check);
    const bool hopes = !legality.in_check && takes_step(searcher, STEP_DELTA);
    for (;;) {
        if (hopes) /* what would not even better `best` below */
            picker_set_least_gain(&picker, best - frame->eval - DELTA + 1);
        Move move = picker_next(&picker);
        if (move == NO_MOVE)
            break;
        if (hopes) {
            int hope = frame->eval + DELTA + exchange_gain(&searcher->values, position, move);
            if (hope <= alpha) {
                best = hope > best ? hope : best;
                continue;
            }
        } else if (legality.in_check && legal > 0 && best > -SCORE_MATE_BOUND
                   && picker.exchange < 0) {
            break;
        }
        if (!move_is_legal(&legality, position, move))
            continue;
        legal++;
        if (!may_go_on(searcher))
            break;
        make(searcher, move, ply, 0);
        score = -quiescence(searcher, -beta, -alpha, ply + 1);
        position_undo(position);
        if (searcher->stopped)
            break;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = move;
        pv_take(frame, move);
        if (score >= beta)
            break;
    }
    picker_end(&picker);
    if (searcher->stopped)
        return 0;
    if (legality.in_check && legal == 0)
        return no_move_score(searcher, true, ply);
    store(searcher, best, frame->eval, bound_of(best, alpha_before, beta), 0, best_move, ply);
    return best;
}
