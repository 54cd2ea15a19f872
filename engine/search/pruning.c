/* What is searched less deep, or not at all. No guess is made where the score is a mate. */
#include "engine/rules/attack.h"
#include "engine/rules/pockets.h"
#include "engine/search/checks.h"
#include "engine/search/search_internal.h"

/* With fewer pieces than these, having to move is often what loses. */
enum { ZUGZWANG_PIECES = 2 };

/* Whether the side to move has something in hand, pawns too: it may come in anywhere. */
__attribute__((noinline, cold)) static bool has_in_hand(const Position *position)
{
    return pockets_count(position, position->side) > 0;
}

/* Whether the side to move has more than pawns and its king, on the board or in hand: passing is
 * then seldom the best move. */
static bool has_pieces(const Position *position, int least)
{
    int count = 0;
    for (int type = 1; type <= position->variant->type_count; type++)
        if (!position->variant->types[type].pawn && !position->variant->types[type].royal)
            count += position->count[position->side][type];
    return count >= least || (position->pockets_before != NULL && has_in_hand(position));
}

/* Null move: if the opponent cannot profit from moving twice, the position is good enough. Deep
 * down, or with one piece left, a search without null moves must agree (zugzwang). True: return
 * `*score`. */
static bool null_move_cuts(Searcher *searcher, const Node *node, int *score)
{
    Position *position = searcher->position;
    int beta = node->beta, depth = node->depth, ply = node->ply;
    if (depth < 3 || ply < searcher->null_least || node->eval < beta
        || searcher->frames[ply - 1].move == NO_MOVE || is_mate(beta)
        || !takes_step(searcher, STEP_NULL_MOVE)
        || (searcher->variant->features & FEATURE_MUST_CAPTURE) != 0 || !has_pieces(position, 1)
        || !may_go_on(searcher))
        return false;
    int above = (node->eval - beta) / 200;
    int reduction = 3 + depth / 3 + (above > 3 ? 3 : above);
    make_null(searcher, ply, depth - reduction);
    *score = -search(searcher, -beta, -beta + 1, depth - reduction, ply + 1, !node->cut);
    position_undo(position);
    if (searcher->stopped)
        return true;
    if (*score < beta)
        return false;
    *score = *score >= SCORE_MATE_BOUND ? beta : *score;
    if ((depth < 9 && has_pieces(position, ZUGZWANG_PIECES)) || searcher->null_least > 0)
        return true;
    searcher->null_least = ply + 3 * (depth - reduction) / 4 + 1;
    int verified = search(searcher, beta - 1, beta, depth - reduction, ply, false);
    searcher->null_least = 0;
    return searcher->stopped || verified >= beta;
}

/* Probable cut: a capture that is far above the window in a shallow search is above it in a deep
 * one. True: return `*score`. */
static bool probable_cut(Searcher *searcher, const Node *node, Move first, int *score)
{
    enum { LEAST_DEPTH = 5, SHALLOWER = 4, ABOVE = 170 };
    Position *position = searcher->position;
    const Frame *frame = &searcher->frames[node->ply];
    int beta = node->beta + ABOVE;
    if (node->depth < LEAST_DEPTH || is_mate(node->beta) || !takes_step(searcher, STEP_PROBCUT))
        return false;
    Legality legality;
    legality_init(&legality, position);
    if (first != NO_MOVE && !move_is_noisy(position, first))
        first = NO_MOVE;
    MovePicker picker;
    picker_begin(&picker, position, &searcher->history, &frame->followed, &searcher->values,
                 &searcher->arena, first, true);
    bool cut = false;
    for (Move move; !cut && (move = picker_next(&picker)) != NO_MOVE;) {
        if (!exchange_wins(&searcher->values, position, move, beta - frame->eval)
            || !move_is_legal(&legality, position, move))
            continue;
        if (!may_go_on(searcher))
            break;
        make(searcher, move, node->ply, 0);
        *score = -quiescence(searcher, -beta, -beta + 1, node->ply + 1);
        if (*score >= beta && !searcher->stopped)
            *score = -search(searcher, -beta, -beta + 1, node->depth - SHALLOWER, node->ply + 1,
                             !node->cut);
        position_undo(position);
        if (searcher->stopped)
            break;
        cut = *score >= beta;
    }
    picker_end(&picker);
    if (cut && !is_mate(*score))
        *score -= ABOVE;
    return cut || searcher->stopped;
}

/* Whether a quiet move with a type loses more than `limit` in the exchanges on its square: less
 * than the piece is worth it cannot be. */
static bool loses_more(const Searcher *searcher, unsigned type, Move move, int limit)
{
    const ExchangeValues *values = &searcher->values;
    return values->value[type] > limit && !exchange_wins(values, searcher->position, move, -limit);
}

/* Of a move of the node by depth and number alone. */
static int usual_reduction(const Searcher *searcher, const Node *node)
{
    int depth = node->depth < REDUCTION_DEPTHS ? node->depth : REDUCTION_DEPTHS - 1;
    int move = node->index < REDUCTION_MOVES ? node->index : REDUCTION_MOVES - 1;
    return searcher->reductions[depth][move];
}

/* Whether no more quiet moves are searched because so many have been. */
static bool is_late(const Searcher *searcher, const Node *node)
{
    int limit = (4 + node->depth * node->depth) / (node->improving ? 1 : 2);
    return node->depth <= 8 && node->quiets > limit && takes_step(searcher, STEP_LATE_PRUNING);
}

/* The depth that is left for the next move. */
static int depth_left(const Searcher *searcher, const Node *node)
{
    int left = node->depth - usual_reduction(searcher, node);
    return left > 1 ? left : 1;
}

/* Whether the evaluation is so low that no quiet move will lift it to alpha. */
static bool is_futile(const Searcher *searcher, const Node *node)
{
    int left = depth_left(searcher, node);
    return left <= 7 && node->eval + 110 + 90 * left <= node->alpha
           && node->alpha < SCORE_MATE_BOUND && takes_step(searcher, STEP_FUTILITY);
}

/* Whether some quiet moves of the node may be left out. */
static bool prunes_quiet(const Node *node)
{
    return node->ply > 0 && node->best > -SCORE_MATE_BOUND && !node->in_check && node->depth <= 12;
}

void leave_out_quiet(const Searcher *searcher, const Node *node, MovePicker *picker)
{
    if (prunes_quiet(node) && is_futile(searcher, node))
        picker_keep_checks(picker);
}

bool is_hopeless(const Searcher *searcher, const Node *node, MovePicker *picker, Move move)
{
    const Position *position = searcher->position;
    bool exchanges = takes_step(searcher, STEP_EXCHANGE_PRUNING);
    if (picker->noisy)
        return node->ply > 0 && node->best > -SCORE_MATE_BOUND && exchanges && node->depth <= 6
               && picker->exchange < -100 * node->depth && !checks_directly(position, move);
    if (!prunes_quiet(node))
        return false;
    if (is_late(searcher, node)) {
        if (checks_directly(position, move))
            return false;
        picker_stop_sorting(picker); /* only checks are left to be looked for */
        return true;
    }
    int left = depth_left(searcher, node);
    const unsigned type = position_mover(position, move);
    bool hopeless =
        is_futile(searcher, node)
        || (left <= 4 && takes_step(searcher, STEP_HISTORY_PRUNING)
            && history_score(&picker->quiet_scores, type, move) < -4000 * left)
        || (exchanges && left <= 8 && loses_more(searcher, type, move, 30 * left * left));
    return hopeless && !checks_directly(position, move);
}

int reduction_of(const Searcher *searcher, const Node *node, const MovePicker *picker, int history,
                 bool refutation)
{
    if (node->depth < 3 || node->index < 2 + 2 * (node->ply == 0)
        || (picker->noisy && picker->exchange == 0) || !takes_step(searcher, STEP_REDUCTION))
        return 0;
    int reduction = usual_reduction(searcher, node);
    reduction += !node->improving + 2 * node->cut;
    reduction -= node->pv + refutation + node->in_check;
    if (!picker->noisy)
        reduction -= history / 8000;
    return reduction < 0 ? 0 : reduction > node->depth - 2 ? node->depth - 2 : reduction;
}

bool prune_node(Searcher *searcher, const Node *node, Move first, int *score)
{
    if (node->pv || node->in_check || node->ply == 0)
        return false;
    /* The eval is so far above beta that no answer will matter. */
    int eval = node->eval;
    if (node->depth <= 7 && eval - 85 * (node->depth - node->improving) >= node->beta
        && eval < SCORE_MATE_BOUND && node->beta > -SCORE_MATE_BOUND
        && takes_step(searcher, STEP_REVERSE_FUTILITY)
        && has_pieces(searcher->position, ZUGZWANG_PIECES)) {
        *score = eval;
        return true;
    }
    /* ... or so far below alpha that only captures can help. */
    if (node->depth <= 3 && eval + 250 * node->depth < node->alpha && node->alpha < SCORE_MATE_BOUND
        && takes_step(searcher, STEP_RAZORING)) {
        *score = quiescence(searcher, node->alpha, node->beta, node->ply);
        if (*score <= node->alpha || searcher->stopped)
            return true;
    }
    return null_move_cuts(searcher, node, score) || probable_cut(searcher, node, first, score);
}
