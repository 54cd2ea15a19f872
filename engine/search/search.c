/* Alpha-beta: iterative deepening with aspiration windows, principal variation search, a
 * transposition table, null move, futility, late move pruning and reductions, check extensions and
 * quiescence.
 *
 * The rules decide how games end: a position that a rule has ended gets that rule's result, and one
 * without moves the variant's word for it. Every margin is in hundredths of the variant's pawn. */
#include <string.h>

#include "engine/rules/attack.h"
#include "engine/search/search_internal.h"

enum {
    TRIED_MOVES = 64,
    SINGULAR_DEPTH = 6, /* least depth at which a move is asked whether it stands alone */
};

void pv_take(Frame *frame, Move move)
{
    const Frame *child = frame + 1;
    int length = child->pv_length < MAX_PLY - 1 ? child->pv_length : MAX_PLY - 1;
    frame->pv[0] = move;
    memcpy(frame->pv + 1, child->pv, (size_t)length * sizeof(Move));
    frame->pv_length = length + 1;
}

/* The moves that a node has searched, to be told from the one that was best. */
typedef struct Tried {
    Move quiets[TRIED_MOVES], captures[TRIED_MOVES];
    int quiet_count, capture_count;
} Tried;

static void add_tried(Tried *tried, Move move, bool noisy)
{
    Move *moves = noisy ? tried->captures : tried->quiets;
    int *count = noisy ? &tried->capture_count : &tried->quiet_count;
    if (*count < TRIED_MOVES)
        moves[(*count)++] = move;
}

static void learn_quiet(Searcher *searcher, int ply, Move move, const Tried *tried, int bonus)
{
    Frame *frame = &searcher->frames[ply];
    const Position *position = searcher->position;
    History *history = &searcher->history;
    if (frame->killers[0] != move && takes_step(searcher, STEP_KILLERS)) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = move;
    }
    if (takes_step(searcher, STEP_COUNTER_MOVE))
        history_set_counter(history, position, &frame->followed, move);
    history_add(history, position, &frame->followed, move, bonus);
    for (int i = 0; i < tried->quiet_count; i++)
        history_add(history, position, &frame->followed, tried->quiets[i], -bonus);
}

/* What a cutoff teaches: the move was good, those tried before it were not. */
static void learn(Searcher *searcher, int depth, int ply, Move move, bool noisy, const Tried *tried)
{
    const Position *position = searcher->position;
    int bonus = 16 * depth * depth + 32 * depth;
    bonus = bonus > 1600 ? 1600 : bonus;
    if (!noisy)
        learn_quiet(searcher, ply, move, tried, bonus);
    if (!takes_step(searcher, STEP_CAPTURE_HISTORY))
        return;
    if (noisy)
        history_add_capture(&searcher->history, position, move, bonus);
    for (int i = 0; i < tried->capture_count; i++)
        history_add_capture(&searcher->history, position, tried->captures[i], -bonus);
}

/* Principal variation search of one made move: a narrow window first, and less deep the later the
 * move comes. */
static int search_child(Searcher *searcher, const Node *node, int reduction, int extension)
{
    int depth = node->depth - 1 + extension;
    int alpha = node->alpha;
    int score = alpha + 1;
    if (node->index > 0) {
        score = -search(searcher, -alpha - 1, -alpha, depth - reduction, node->ply + 1,
                        reduction > 0 || !node->cut);
        if (reduction > 0 && score > alpha && !searcher->stopped)
            score = -search(searcher, -alpha - 1, -alpha, depth, node->ply + 1, !node->cut);
    }
    if (node->index == 0 || (node->pv && score > alpha && !searcher->stopped))
        score =
            -search(searcher, -node->beta, -alpha, depth, node->ply + 1, !node->pv && !node->cut);
    return score;
}

static void root_best(Searcher *searcher, const Node *node, Move move, int score)
{
    if (node->ply == 0) {
        searcher->best = move;
        searcher->best_score = score;
    }
}

/* Whether the table's move is so much better than all others that it must be searched deeper: a
 * search without it stays below its score by a margin. If another is good enough as well, the node
 * is cut: then `*score` is not SCORE_NONE. */
static int singular_extension(Searcher *searcher, const Node *node, const TableEntry *entry,
                              Move move, int *score)
{
    Frame *frame = &searcher->frames[node->ply];
    int table_score = score_from_table(entry->score, node->ply);
    if (node->depth < SINGULAR_DEPTH || node->ply == 0 || node->ply >= 2 * searcher->root_depth
        || entry->depth < node->depth - 3 || (entry->bound & BOUND_LOWER) == 0
        || is_mate(table_score) || !takes_step(searcher, STEP_SINGULAR))
        return 0;
    int limit = table_score - 2 * node->depth;
    frame->left_out = move;
    int others = search(searcher, limit - 1, limit, (node->depth - 1) / 2, node->ply, node->cut);
    frame->left_out = NO_MOVE;
    if (searcher->stopped)
        return 0;
    if (others < limit)
        return 1;
    if (limit >= node->beta && !node->pv)
        *score = limit;
    return 0;
}

/* The evaluation as the table's score betters it. */
static int bettered(const TableEntry *entry, int eval, int ply)
{
    if (entry->bound == BOUND_NONE || eval == SCORE_NONE)
        return eval;
    int score = score_from_table(entry->score, ply);
    bool better =
        score > eval ? (entry->bound & BOUND_LOWER) != 0 : (entry->bound & BOUND_UPPER) != 0;
    return better && !is_mate(score) ? score : eval;
}

int search(Searcher *searcher, int alpha, int beta, int depth, int ply, bool cut)
{
    Position *position = searcher->position;
    Frame *frame = &searcher->frames[ply];
    Move left_out = frame->left_out;
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
    Node node = {.alpha = alpha, .beta = beta, .ply = ply, .pv = beta - alpha > 1, .cut = cut};
    TableEntry entry = {.bound = BOUND_NONE};
    if (probe(searcher, depth, &entry) && !node.pv && left_out == NO_MOVE
        && table_decides(searcher, &entry, alpha, beta, depth, ply, &score))
        return score;
    Move first = table_move(searcher, &entry);
    if (ply == 0 && searcher->root_depth > 1)
        first = searcher->best;

    /* Step 3: check, which is searched deeper, and the static evaluation. */
    Legality legality;
    legality_init(&legality, position);
    node.in_check = legality.in_check;
    depth += node.in_check && left_out == NO_MOVE && ply < 2 * searcher->root_depth
             && takes_step(searcher, STEP_CHECK_EXTENSION);
    frame->eval = node.in_check ? SCORE_NONE : static_eval(searcher, &entry, ply);
    node.eval = bettered(&entry, frame->eval, ply);
    node.improving =
        !node.in_check && ply >= 2 && frame[-2].eval != SCORE_NONE && frame->eval > frame[-2].eval;

    /* Step 4: nodes that need no search of their moves. */
    depth -= depth >= 4 && first == NO_MOVE && !node.in_check
             && takes_step(searcher, STEP_INTERNAL_REDUCTION);
    node.depth = depth;
    if (left_out == NO_MOVE && prune_node(searcher, &node, first, &score))
        return score;

    /* Step 5: the moves. */
    Move best_move = NO_MOVE;
    Tried tried;
    tried.quiet_count = tried.capture_count = 0;
    node.best = -SCORE_NONE;
    Move counter = history_counter(&searcher->history, position, &frame->followed);
    MovePicker picker;
    picker_begin(&picker, position, &searcher->history, &frame->followed, &searcher->values,
                 &searcher->arena, first, false);
    picker_set_refutations(&picker, frame->killers, counter);
    for (;;) {
        leave_out_quiet(searcher, &node, &picker);
        Move move = picker_next(&picker);
        if (move == NO_MOVE)
            break;
        if (move == left_out || is_hopeless(searcher, &node, &picker, move)
            || !move_is_legal(&legality, position, move))
            continue;
        bool noisy = picker.noisy;
        int extension = 0;
        if (move == first && left_out == NO_MOVE) {
            score = SCORE_NONE;
            extension = singular_extension(searcher, &node, &entry, move, &score);
            if (score != SCORE_NONE) {
                picker_end(&picker);
                return score;
            }
        }
        if (!may_go_on(searcher))
            break;
        bool refutation = move == frame->killers[0] || move == frame->killers[1] || move == counter;
        int history =
            noisy ? 0 : history_score(&picker.quiet_scores, position_mover(position, move), move);
        int reduction = reduction_of(searcher, &node, &picker, history, refutation);
        make(searcher, move, ply, depth - 1 + extension - reduction);
        reduction -= reduction > 0 && position_in_check(position);
        score = search_child(searcher, &node, reduction, extension);
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
                learn(searcher, depth, ply, move, noisy, &tried);
                break;
            }
            node.alpha = score > node.alpha ? score : node.alpha;
        }
        add_tried(&tried, move, noisy);
    }
    picker_end(&picker);
    if (searcher->stopped)
        return 0;
    if (node.index == 0)
        return left_out != NO_MOVE ? alpha : no_move_score(searcher, node.in_check, ply);
    if (left_out == NO_MOVE)
        store(searcher, node.best, frame->eval, bound_of(node.best, alpha, beta), depth, best_move,
              ply);
    return node.best;
}
