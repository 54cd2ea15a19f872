/* A player's life, and the iterations of one search. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/search/search_internal.h"

enum {
    QUIET_TABLE = 1 << 16, /* bytes: with four times as many the search is 3 % slower */
    POLL_NODES = 256,      /* between two looks at the clock and the stop flag */
    PICKERS_A_PLY = 2,     /* at most: of a node, and of the search of it without one move */
};

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
    table_init(&searcher->quiet_table, QUIET_TABLE);
    history_init(&searcher->history, variant);
    arena_init(&searcher->arena, (size_t)(MAX_PLY + 2) * PICKERS_A_PLY * PICKER_ROOM);
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
    table_release(&searcher->quiet_table);
    history_release(&searcher->history);
    arena_release(&searcher->arena);
    free(searcher);
}

void searcher_clear(Searcher *searcher)
{
    table_clear(&searcher->table);
    table_clear(&searcher->quiet_table);
    history_clear(&searcher->history);
}

void searcher_leave_out(Searcher *searcher, SearchSteps steps)
{
    searcher->left_out = steps;
    searcher->history.learns_quiet = takes_step(searcher, STEP_HISTORY);
    searcher->history.learns_continuation = takes_step(searcher, STEP_CONTINUATION);
    searcher_clear(searcher);
}

/* Limits. */

bool may_go_on(Searcher *searcher)
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

/* Making moves. */

/* Tells the next ply which move it follows. */
static void follow(Frame *frame, Stepped step)
{
    frame[1].followed.back[0] = step;
    memcpy(frame[1].followed.back + 1, frame->followed.back, (FOLLOWED - 1) * sizeof(Stepped));
}

void make(Searcher *searcher, Move move, int ply, int depth)
{
    Position *position = searcher->position;
    Frame *frame = &searcher->frames[ply];
    table_prefetch(table_of(searcher, depth), position_likely_key(position, move));
    frame->move = move;
    follow(frame, history_stepped(position, move));
    searcher->nodes++;
    position_make(position, move);
    evaluate_prefetch(searcher->evaluator, position);
    frame[1].placement = placement_after(searcher->evaluator, position, frame->placement);
}

void make_null(Searcher *searcher, int ply, int depth)
{
    Frame *frame = &searcher->frames[ply];
    frame->move = NO_MOVE;
    follow(frame, (Stepped){0, 0});
    searcher->nodes++;
    position_make_null(searcher->position);
    table_prefetch(table_of(searcher, depth), searcher->position->key);
    frame[1].placement = frame->placement;
}

bool at_the_end(const Searcher *searcher, int ply)
{
    return ply >= MAX_PLY - 1 || searcher->position->ply >= MAX_GAME_PLY - PLIES_SPARE;
}

/* One iteration: a window around the last score, widened until the score lies in it. */
static void iterate(Searcher *searcher, int depth, int last)
{
    int width = 24;
    bool narrow = depth >= 5 && takes_step(searcher, STEP_ASPIRATION);
    int alpha = narrow ? last - width : -SCORE_NONE;
    int beta = narrow ? last + width : SCORE_NONE;
    for (;;) {
        int score = search(searcher, alpha, beta, depth, 0, false);
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
        searcher->frames[ply].killers[0] = searcher->frames[ply].killers[1] =
            searcher->frames[ply].left_out = NO_MOVE;
    searcher->frames[0].followed = (Followed){.back = {{0, 0}}};
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
    table_age(&searcher->quiet_table);
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
