/* What is searched less deep, or not at all. No guess is made where the score is a mate. */
#include "engine/rules/attack.h"
#include "engine/search/search_internal.h"

/* Whether the side to move has more than pawns and its king: passing is then seldom the best move.
 */
static bool has_pieces(const Position *position, int least)
{
    int count = 0;
    for (int type = 1; type <= position->variant->type_count; type++)
        if (!position->variant->types[type].pawn && !position->variant->types[type].royal)
            count += position->count[position->side][type];
    return count >= least;
}

/* Null move: if the opponent cannot profit from moving twice, the position is good enough. Deep
 * down, or with one piece left, a search without null moves must agree (zugzwang). True: return
 * `*score`. */
static bool null_move_cuts(Searcher *searcher, int beta, int depth, int ply, int *score)
{
    Position *position = searcher->position;
    const Frame *frame = &searcher->frames[ply];
    if (depth < 3 || ply == 0 || ply < searcher->null_least || frame->eval < beta
        || frame[-1].move == NO_MOVE || beta >= SCORE_MATE_BOUND || beta <= -SCORE_MATE_BOUND
        || (searcher->variant->features & FEATURE_MUST_CAPTURE) != 0 || !has_pieces(position, 1)
        || !may_go_on(searcher))
        return false;
    int above = (frame->eval - beta) / 200;
    int reduction = 3 + depth / 4 + (above > 3 ? 3 : above);
    make_null(searcher, ply);
    *score = -search(searcher, -beta, -beta + 1, depth - reduction, ply + 1);
    position_undo(position);
    if (searcher->stopped)
        return true;
    if (*score < beta)
        return false;
    *score = *score >= SCORE_MATE_BOUND ? beta : *score;
    if ((depth < 9 && has_pieces(position, 2)) || searcher->null_least > 0)
        return true;
    searcher->null_least = ply + 3 * (depth - reduction) / 4 + 1;
    int verified = search(searcher, beta - 1, beta, depth - reduction, ply);
    searcher->null_least = 0;
    return searcher->stopped || verified >= beta;
}

/* Whether a piece of the type that the move leaves on its square attacks the enemy king from there.
 * Discovered checks and shots are not seen. */
static bool checks_directly(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    Colour side = position->side;
    unsigned king = position->king[colour_other(side)];
    if (king >= NO_SQUARE)
        return false;
    unsigned becomes = move_becomes(move);
    unsigned type = becomes != 0 ? becomes : piece_type(position->board[move_from(move)]);
    const AttackTable *table = &variant->attacks[side][type][king];
    Square to = move_to(move);
    if (!set_has(&table->from, to))
        return false;
    Set occupied = position->occupied;
    set_remove(&occupied, move_from(move));
    const uint32_t *group =
        &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, to)];
    for (uint32_t i = group[0]; i < group[1]; i++) {
        const AttackPath *path = &variant->paths[i];
        if (path->hop || !set_meets(&variant->sets[path->empty], &occupied))
            return true;
    }
    return false;
}

bool is_hopeless(const Searcher *searcher, const Node *node, MovePicker *picker, Move move)
{
    if (node->ply == 0 || node->best <= -SCORE_MATE_BOUND)
        return false;
    if (picker->noisy)
        return node->depth <= 6 && picker->exchange < -100 * node->depth;
    if (node->in_check || node->depth > 8)
        return false;
    if (checks_directly(searcher->position, move))
        return false;
    int eval = searcher->frames[node->ply].eval;
    int limit = (4 + node->depth * node->depth) / (node->improving ? 1 : 2);
    if (node->quiets > limit) {
        picker_stop_sorting(picker); /* only checks are left to be looked for */
        return true;
    }
    if (node->depth <= 7 && eval + 110 + 90 * node->depth <= node->alpha
        && node->alpha < SCORE_MATE_BOUND)
        return true;
    return node->depth <= 4
           && history_score(&searcher->history, searcher->position, move) < -2500 * node->depth;
}

int reduction_of(const Searcher *searcher, const Node *node, const MovePicker *picker, int history,
                 bool refutation)
{
    if (node->depth < 3 || node->index < 2 + 2 * (node->ply == 0)
        || (picker->noisy && picker->exchange == 0))
        return 0;
    int depth = node->depth < REDUCTION_DEPTHS ? node->depth : REDUCTION_DEPTHS - 1;
    int move = node->index < REDUCTION_MOVES ? node->index : REDUCTION_MOVES - 1;
    int reduction = searcher->reductions[depth][move];
    reduction += !node->improving;
    reduction -= node->pv + refutation + node->in_check;
    if (!picker->noisy)
        reduction -= history / 6000;
    return reduction < 0 ? 0 : reduction > node->depth - 2 ? node->depth - 2 : reduction;
}

bool prune_node(Searcher *searcher, const Node *node, int *score)
{
    if (node->pv || node->in_check)
        return false;
    /* The eval is so far above beta that no answer will matter. */
    int eval = searcher->frames[node->ply].eval;
    if (node->depth <= 7 && eval - 85 * (node->depth - node->improving) >= node->beta
        && eval < SCORE_MATE_BOUND && node->beta > -SCORE_MATE_BOUND) {
        *score = eval;
        return true;
    }
    /* ... or so far below alpha that only captures can help. */
    if (node->depth <= 3 && eval + 250 * node->depth < node->alpha
        && node->alpha < SCORE_MATE_BOUND) {
        *score = quiescence(searcher, node->alpha, node->beta, node->ply);
        if (*score <= node->alpha || searcher->stopped)
            return true;
    }
    return null_move_cuts(searcher, node->beta, node->depth, node->ply, score);
}
