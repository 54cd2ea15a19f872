/* Alpha-beta: iterative deepening with aspiration windows, principal variation search, a
 * transposition table, null move, futility, late move pruning and reductions, check extensions and
 * quiescence.
 *
 * The rules decide how games end: a position that a rule has ended gets that rule's result, and one
 * without moves the variant's word for it. Every margin is in hundredths of the variant's pawn. */
#include <string.h>

#include "engine/rules/attack.h"
#include "engine/search/search_internal.h"

enum { TRIED_QUIETS = 64 };

void pv_take(Frame *frame, Move move)
{
    const Frame *child = frame + 1;
    int length = child->pv_length < MAX_PLY - 1 ? child->pv_length : MAX_PLY - 1;
    frame->pv[0] = move;
    memcpy(frame->pv + 1, child->pv, (size_t)length * sizeof(Move));
    frame->pv_length = length + 1;
}

/* What a cutoff by a quiet move teaches. */
static void learn(Searcher *searcher, int depth, int ply, Move move, const Move *tried, int count)
{
    Frame *frame = &searcher->frames[ply];
    const Position *position = searcher->position;
    int bonus = 16 * depth * depth + 32 * depth;
    bonus = bonus > 1600 ? 1600 : bonus;
    if (frame->killers[0] != move) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = move;
    }
    if (ply > 0 && frame[-1].move != NO_MOVE)
        searcher->history.counter[position->side][frame[-1].moved][move_to(frame[-1].move)] = move;
    history_add(&searcher->history, position, move, bonus);
    for (int i = 0; i < count; i++)
        history_add(&searcher->history, position, tried[i], -bonus);
}

static Move counter_move(const Searcher *searcher, int ply)
{
    const Frame *frame = &searcher->frames[ply];
    if (ply == 0 || frame[-1].move == NO_MOVE)
        return NO_MOVE;
    return searcher->history
        .counter[searcher->position->side][frame[-1].moved][move_to(frame[-1].move)];
}

/* Principal variation search of one made move: a narrow window first, and less deep the later the
 * move comes. */
static int search_child(Searcher *searcher, const Node *node, int reduction)
{
    int depth = node->depth - 1;
    int alpha = node->alpha;
    int score = alpha + 1;
    if (node->index > 0) {
        score = -search(searcher, -alpha - 1, -alpha, depth - reduction, node->ply + 1);
        if (reduction > 0 && score > alpha && !searcher->stopped)
            score = -search(searcher, -alpha - 1, -alpha, depth, node->ply + 1);
    }
    if (node->index == 0 || (node->pv && score > alpha && !searcher->stopped))
        score = -search(searcher, -node->beta, -alpha, depth, node->ply + 1);
    return score;
}

static void root_best(Searcher *searcher, const Node *node, Move move, int score)
{
    if (node->ply == 0) {
        searcher->best = move;
        searcher->best_score = score;
    }
}

int search(Searcher *searcher, int alpha, int beta, int depth, int ply)
{
    Position *position = searcher->position;
    Frame *frame = &searcher->frames[ply];
    int score;
    if (depth <= 0)
        return quiescence(searcher, alpha, beta, ply);
    frame->pv_length = 0;
    frame[1].killers[0] = frame[1].killers[1] = NO_MOVE;

    /* Step 1: the rules, the ends of our arrays, and mates that are nearer already. */
    if (ply > 0) {
        if (ended_by_rule(searcher, ply, &score))
            return score;
        if (at_the_end(searcher, ply))
            return evaluate(searcher->evaluator, position, &frame->placement);
        alpha = alpha > ply - SCORE_MATE ? alpha : ply - SCORE_MATE;
        beta = beta < SCORE_MATE - ply - 1 ? beta : SCORE_MATE - ply - 1;
        if (alpha >= beta)
            return alpha;
    }

    /* Step 2: the table. */
    Node node = {.alpha = alpha, .beta = beta, .ply = ply, .pv = beta - alpha > 1};
    TableEntry entry = {.bound = BOUND_NONE};
    if (table_probe(&searcher->table, position->key, &entry) && !node.pv
        && table_decides(searcher, &entry, alpha, beta, depth, ply, &score))
        return score;
    Move first = table_move(searcher, &entry);
    if (ply == 0 && searcher->root_depth > 1)
        first = searcher->best;

    /* Step 3: check, which is searched deeper, and the static evaluation. */
    Legality legality;
    legality_init(&legality, position);
    node.in_check = legality.in_check;
    depth += node.in_check && ply < 2 * searcher->root_depth;
    frame->eval = node.in_check ? SCORE_NONE : static_eval(searcher, &entry, ply);
    node.improving =
        !node.in_check && ply >= 2 && frame[-2].eval != SCORE_NONE && frame->eval > frame[-2].eval;

    /* Step 4: nodes that need no search of their moves. */
    depth -= depth >= 4 && first == NO_MOVE && !node.in_check;
    node.depth = depth;
    if (prune_node(searcher, &node, &score))
        return score;

    /* Step 5: the moves. */
    Move best_move = NO_MOVE;
    Move tried[TRIED_QUIETS];
    int tried_count = 0;
    node.best = -SCORE_NONE;
    Move counter = counter_move(searcher, ply);
    MovePicker picker;
    picker_begin(&picker, position, &searcher->history, &searcher->values, &searcher->arena, first,
                 false);
    picker_set_refutations(&picker, frame->killers, counter);
    for (Move move; (move = picker_next(&picker)) != NO_MOVE;) {
        if (is_hopeless(searcher, &node, &picker, move)
            || !move_is_legal(&legality, position, move))
            continue;
        if (!may_go_on(searcher))
            break;
        bool noisy = picker.noisy;
        bool refutation = move == frame->killers[0] || move == frame->killers[1] || move == counter;
        int history = history_score(&searcher->history, position, move);
        int reduction = reduction_of(searcher, &node, &picker, history, refutation);
        make(searcher, move, ply);
        if (reduction > 0 && position_in_check(position))
            reduction = 0;
        score = search_child(searcher, &node, reduction);
        position_undo(position);
        if (searcher->stopped)
            break;
        node.index++;
        node.quiets += !noisy;
        if (score > node.best) {
            node.best = score;
            if (score > node.alpha || (ply == 0 && node.index == 1)) {
                best_move = move;
                root_best(searcher, &node, move, score);
                if (node.pv)
                    pv_take(frame, move);
            }
            if (score >= beta) {
                if (!noisy)
                    learn(searcher, depth, ply, move, tried, tried_count);
                break;
            }
            node.alpha = score > node.alpha ? score : node.alpha;
        }
        if (!noisy && tried_count < TRIED_QUIETS)
            tried[tried_count++] = move;
    }
    picker_end(&picker);
    if (searcher->stopped)
        return 0;
    if (node.index == 0)
        return no_move_score(searcher, node.in_check, ply);
    store(searcher, node.best, frame->eval, bound_of(node.best, alpha, beta), depth, best_move,
          ply);
    return node.best;
}
