/* Alpha-beta: iterative deepening with aspiration windows, principal variation search, a
 * transposition table, null move, futility, late move pruning and reductions, check extensions and
 * quiescence.
 *
 * The rules decide how games end: a position that a rule has ended gets that rule's result, and one
 * without moves the variant's word for it. Every margin is in hundredths of the variant's pawn. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"
#include "engine/rules/outcome.h"
#include "engine/search/evaluate.h"
#include "engine/search/exchange.h"
#include "engine/search/movepick.h"
#include "engine/search/searcher.h"
#include "engine/search/table.h"

enum {
    TRIED_QUIETS = 64,
    REDUCTION_DEPTHS = 64,
    REDUCTION_MOVES = 64,
    PLIES_SPARE = 4,  /* that a search leaves on the undo stack: legality tests may need them */
    POLL_NODES = 256, /* between two looks at the clock and the stop flag */
    RULE_NEAR = 12,   /* plies before the move rule's or the count's end from which the table is
                         not believed */
};

/* One ply of the current path. */
typedef struct Frame {
    Placement placement;
    int eval;      /* static, SCORE_NONE in check */
    Move move;     /* that leads on from here, NO_MOVE for a null move */
    uint8_t moved; /* type that it moves */
    Move killers[KILLERS];
    int pv_length;
    Move pv[MAX_PLY];
} Frame;

struct Searcher {
    const Variant *variant;
    Evaluator *evaluator; /* owned */
    ExchangeValues values;
    Table table;
    History history;
    MoveArena arena;
    bool repetition_draws; /* for both sides */
    uint8_t reductions[REDUCTION_DEPTHS][REDUCTION_MOVES];
    Frame frames[MAX_PLY + 2];

    /* Of the current search. */
    Position *position;
    SearchLimits limits;
    double start; /* by clock_now() */
    uint64_t nodes;
    bool stopped;
    int root_depth;
    int null_least; /* no null move before this ply: a null move is being verified */
    Move best;      /* at the root, so far */
    int best_score;
};

static int search(Searcher *searcher, int alpha, int beta, int depth, int ply);

/* Life. */

static void init_reductions(Searcher *searcher)
{
    for (int depth = 1; depth < REDUCTION_DEPTHS; depth++)
        for (int move = 1; move < REDUCTION_MOVES; move++)
            searcher->reductions[depth][move] =
                (uint8_t)(0.5 + log((double)depth) * log((double)move) / 1.75);
}

Searcher *searcher_new(const Variant *variant, const Weights *weights, size_t table_bytes)
{
    Searcher *searcher = memory_new(1, sizeof *searcher);
    searcher->variant = variant;
    searcher->evaluator = evaluator_new(variant, weights);
    exchange_init(&searcher->values, variant, weights);
    table_init(&searcher->table, table_bytes);
    arena_init(&searcher->arena, (size_t)(MAX_PLY + 2) * MAX_MOVES);
    searcher->repetition_draws = variant->repetition_count > 0
                                 && variant->repetition[WHITE] == STALEMATE_DRAW
                                 && variant->repetition[BLACK] == STALEMATE_DRAW;
    init_reductions(searcher);
    return searcher;
}

void searcher_free(Searcher *searcher)
{
    if (searcher == NULL)
        return;
    evaluator_free(searcher->evaluator);
    table_release(&searcher->table);
    arena_release(&searcher->arena);
    free(searcher);
}

void searcher_clear(Searcher *searcher)
{
    table_clear(&searcher->table);
    history_clear(&searcher->history);
}

/* Limits. */

/* Whether the search may go on: asked before each made move. */
static bool may_go_on(Searcher *searcher)
{
    const SearchLimits *limits = &searcher->limits;
    if (limits->nodes > 0 && searcher->nodes >= limits->nodes)
        searcher->stopped = true;
    if (searcher->nodes % POLL_NODES == 0) {
        if (limits->stop != NULL && *limits->stop)
            searcher->stopped = true;
        if (limits->time_ms > 0
            && (clock_now() - searcher->start) * 1000 >= (double)limits->time_ms)
            searcher->stopped = true;
    }
    return !searcher->stopped;
}

/* Making moves. A null move counts as a node too: it is made, and its position is searched. */

static void make(Searcher *searcher, Move move, int ply)
{
    Position *position = searcher->position;
    Frame *frame = &searcher->frames[ply];
    frame->move = move;
    frame->moved = (uint8_t)piece_type(position->board[move_from(move)]);
    searcher->nodes++;
    position_make(position, move);
    table_prefetch(&searcher->table, position->key);
    frame[1].placement = placement_after(searcher->evaluator, position, frame->placement);
}

static void make_null(Searcher *searcher, int ply)
{
    Frame *frame = &searcher->frames[ply];
    frame->move = NO_MOVE;
    frame->moved = 0;
    searcher->nodes++;
    position_make_null(searcher->position);
    frame[1].placement = frame->placement;
}

/* Scores of ended games. */

static int outcome_score(const Position *position, Outcome outcome, int ply)
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
static bool ended_by_rule(Searcher *searcher, int ply, int *score)
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

static int no_move_score(const Searcher *searcher, bool in_check, int ply)
{
    const Position *position = searcher->position;
    return outcome_score(position, position_outcome_no_move(position, in_check), ply);
}

/* The table. Its mate scores count from the position, the search's from the root. */

static int score_to_table(int score, int ply)
{
    return score >= SCORE_MATE_BOUND    ? score + ply
           : score <= -SCORE_MATE_BOUND ? score - ply
                                        : score;
}

static int score_from_table(int score, int ply)
{
    return score >= SCORE_MATE_BOUND    ? score - ply
           : score <= -SCORE_MATE_BOUND ? score + ply
                                        : score;
}

/* Whether a draw by counting plies is so near that the table, which does not know of it, may be
 * wrong. */
static bool counts_run_out(const Position *position)
{
    int rule = position->variant->move_rule * 2;
    return (rule > 0 && position->rule50 + RULE_NEAR > rule)
           || (position->counting_limit > 0
               && position->counting + RULE_NEAR > position->counting_limit);
}

static bool table_decides(const Searcher *searcher, const TableEntry *entry, int alpha, int beta,
                          int depth, int ply, int *score)
{
    if (entry->depth < depth || counts_run_out(searcher->position))
        return false;
    *score = score_from_table(entry->score, ply);
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && *score >= beta)
           || (entry->bound == BOUND_UPPER && *score <= alpha);
}

static Bound bound_of(int score, int alpha, int beta)
{
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

static void store(Searcher *searcher, int score, int eval, Bound bound, int depth, Move move,
                  int ply)
{
    table_store(&searcher->table, searcher->position->key,
                (TableEntry){.move = move,
                             .score = (int16_t)score_to_table(score, ply),
                             .eval = (int16_t)(eval == SCORE_NONE ? TABLE_NO_EVAL : eval),
                             .depth = (uint8_t)depth,
                             .bound = (uint8_t)bound});
}

static int static_eval(const Searcher *searcher, const TableEntry *entry, int ply)
{
    if (entry->bound != BOUND_NONE && entry->eval != TABLE_NO_EVAL)
        return entry->eval;
    return evaluate(searcher->evaluator, searcher->position, &searcher->frames[ply].placement);
}

/* The move of an entry, if it can be made: different positions may share a key. */
static Move table_move(const Searcher *searcher, const TableEntry *entry)
{
    if (entry->move == NO_MOVE || !move_is_pseudo_legal(searcher->position, entry->move))
        return NO_MOVE;
    return entry->move;
}

static bool at_the_end(const Searcher *searcher, int ply)
{
    return ply >= MAX_PLY - 1 || searcher->position->ply >= MAX_GAME_PLY - PLIES_SPARE;
}

static void pv_take(Frame *frame, Move move)
{
    const Frame *child = frame + 1;
    int length = child->pv_length < MAX_PLY - 1 ? child->pv_length : MAX_PLY - 1;
    frame->pv[0] = move;
    memcpy(frame->pv + 1, child->pv, (size_t)length * sizeof(Move));
    frame->pv_length = length + 1;
}

/* Quiescence: captures and promotions until the position is quiet; all moves in check. */
static int quiescence(Searcher *searcher, int alpha, int beta, int ply)
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
    if (table_probe(&searcher->table, position->key, &entry) && beta - alpha == 1
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
    picker_begin(&picker, position, &searcher->history, &searcher->values, &searcher->arena, first,
                 !legality.in_check);
    for (Move move; (move = picker_next(&picker)) != NO_MOVE;) {
        if (!legality.in_check) {
            if (picker.exchange < 0)
                break; /* the losing captures come last */
            int hope = frame->eval + 180 + exchange_gain(&searcher->values, position, move);
            if (hope <= alpha) {
                best = hope > best ? hope : best;
                continue;
            }
        } else if (legal > 0 && best > -SCORE_MATE_BOUND && picker.exchange < 0) {
            break;
        }
        if (!move_is_legal(&legality, position, move))
            continue;
        legal++;
        if (!may_go_on(searcher))
            break;
        make(searcher, move, ply);
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

/* What the loop over the moves of a node knows. */
typedef struct Node {
    int alpha, beta, depth, ply;
    bool pv, in_check, improving;
    int index; /* legal moves before this one */
    int quiets;
    int best;
} Node;

/* Whether the move is not worth a search. One move at least has been searched by then. */
static bool is_hopeless(const Searcher *searcher, const Node *node, MovePicker *picker, Move move)
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

/* By how many plies the first look at a move is shortened. */
static int reduction_of(const Searcher *searcher, const Node *node, const MovePicker *picker,
                        int history, bool refutation)
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

static bool prune_node(Searcher *searcher, const Node *node, int *score)
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

static void root_best(Searcher *searcher, const Node *node, Move move, int score)
{
    if (node->ply == 0) {
        searcher->best = move;
        searcher->best_score = score;
    }
}

static int search(Searcher *searcher, int alpha, int beta, int depth, int ply)
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

/* One iteration: a window around the last score, widened until the score lies in it. */
static void iterate(Searcher *searcher, int depth, int last)
{
    int width = 24;
    int alpha = depth >= 5 ? last - width : -SCORE_NONE;
    int beta = depth >= 5 ? last + width : SCORE_NONE;
    for (;;) {
        int score = search(searcher, alpha, beta, depth, 0);
        if (searcher->stopped || (score > alpha && score < beta))
            return;
        width *= 3;
        if (score <= alpha)
            alpha = width > 1000 || score < -SCORE_MATE_BOUND ? -SCORE_NONE : score - width;
        else
            beta = width > 1000 || score > SCORE_MATE_BOUND ? SCORE_NONE : score + width;
    }
}

static void begin(Searcher *searcher, Position *position, const SearchLimits *limits)
{
    searcher->position = position;
    searcher->limits = *limits;
    searcher->nodes = 0;
    searcher->stopped = false;
    searcher->null_least = 0;
    searcher->best = NO_MOVE;
    searcher->best_score = 0;
    searcher->arena.top = 0;
    for (int ply = 0; ply < MAX_PLY + 2; ply++)
        searcher->frames[ply].killers[0] = searcher->frames[ply].killers[1] = NO_MOVE;
    searcher->frames[0].placement = placement_find(searcher->evaluator, position);
    if (limits->time_ms > 0)
        searcher->start = clock_now();
}

/* The answer while nothing has been searched: the first legal move. False if there is none, and the
 * result says how the game ended. */
static bool begin_result(Searcher *searcher, SearchResult *result)
{
    Position *position = searcher->position;
    Move *moves = searcher->arena.moves;
    if (generate_legal(position, moves) == 0) {
        result->score = outcome_score(position, position_outcome(position), 0);
        return false;
    }
    result->best = moves[0];
    result->score = evaluate(searcher->evaluator, position, &searcher->frames[0].placement);
    result->pv[0] = result->best;
    result->pv_length = 1;
    return true;
}

SearchResult searcher_search(Searcher *searcher, Position *position, const SearchLimits *limits)
{
    assert(limits->nodes > 0 || limits->depth > 0 || limits->time_ms > 0 || limits->stop != NULL);
    assert(position->variant == searcher->variant);
    SearchResult result = {.best = NO_MOVE};
    begin(searcher, position, limits);
    table_age(&searcher->table);
    if (!begin_result(searcher, &result) || at_the_end(searcher, 0))
        return result;
    int deepest = limits->depth > 0 && limits->depth < MAX_PLY ? limits->depth : MAX_PLY - 1;
    searcher->best_score = result.score;
    for (int depth = 1; depth <= deepest && !searcher->stopped; depth++) {
        searcher->root_depth = depth;
        iterate(searcher, depth, searcher->best_score);
        if (searcher->best == NO_MOVE)
            break;
        const Frame *frame = &searcher->frames[0];
        result.best = searcher->best;
        result.score = searcher->best_score;
        if (!searcher->stopped)
            result.depth = depth;
        if (frame->pv_length > 0 && frame->pv[0] == result.best) {
            result.pv_length = frame->pv_length;
            memcpy(result.pv, frame->pv, (size_t)frame->pv_length * sizeof(Move));
        } else {
            result.pv[0] = result.best;
            result.pv_length = 1;
        }
        result.nodes = searcher->nodes;
        if (limits->report != NULL && !searcher->stopped)
            limits->report(limits->context, &result);
    }
    result.nodes = searcher->nodes;
    return result;
}

int searcher_evaluate(Searcher *searcher, const Position *position)
{
    Placement placement = placement_find(searcher->evaluator, position);
    return evaluate(searcher->evaluator, position, &placement);
}

int searcher_quiescence(Searcher *searcher, Position *position)
{
    SearchLimits limits = {.nodes = 0};
    begin(searcher, position, &limits);
    return quiescence(searcher, -SCORE_NONE, SCORE_NONE, 0);
}
