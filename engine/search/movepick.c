#include "engine/search/movepick.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* A key is the score of a move and, below it, its place: equals come in an order that is the same
 * for both colours, each seen from its own side. In the order of square numbers White would try its
 * rearmost pieces first and Black its foremost, and games of shallow searches would be unfair. */
enum {
    PLACES = 1 << 16,
    SCORE_LIMIT = (1 << 14) - 1, /* either sign */
    QUIET_SHARE = 4,             /* of which one counts in a quiet move's score */
    CAPTURE_HISTORY_SHARE = 128,
    MOVER_SHARE = 64,
    TAKEN = INT32_MIN, /* the key of a move that has been picked */
};

void arena_init(MoveArena *arena, size_t capacity)
{
    *arena = (MoveArena){.moves = memory_new(capacity, sizeof(Move)),
                         .keys = memory_new(capacity, sizeof(int32_t)),
                         .capacity = capacity};
}

void arena_release(MoveArena *arena)
{
    free(arena->moves);
    free(arena->keys);
    *arena = (MoveArena){.moves = NULL};
}

void picker_begin(MovePicker *picker, const Position *position, const History *history,
                  const Followed *followed, const ExchangeValues *values, MoveArena *arena,
                  Move table_move, bool noisy_only)
{
    *picker = (MovePicker){.position = position,
                           .history = history,
                           .quiet_scores = history_quiet_scores(history, position, followed),
                           .values = values,
                           .arena = arena,
                           .noisy_only = noisy_only,
                           .table_move = table_move,
                           .first = arena->top,
                           .losing_end = arena->top};
}

void picker_set_refutations(MovePicker *picker, const Move killers[KILLERS], Move counter)
{
    memcpy(picker->refutations, killers, KILLERS * sizeof *killers);
    picker->refutations[KILLERS] = counter;
}

void picker_stop_sorting(MovePicker *picker) { picker->unsorted = true; }

void picker_end(MovePicker *picker) { picker->arena->top = picker->first; }

/* The short way for the moves that most moves are; the generator's own word for all others. */
static bool is_noisy(const Position *position, Move move)
{
    if (move_effect(move) == 0 && move_becomes(move) == 0)
        return set_has(&position->of_colour[colour_other(position->side)], move_to(move));
    return move_is_noisy(position, move);
}

/* Most valuable victim, then least valuable attacker, and what has been good lately. */
static int noisy_score(const MovePicker *picker, Move move)
{
    unsigned type = piece_type(picker->position->board[move_from(move)]);
    int mover = picker->values->value[type];
    return exchange_gain(picker->values, picker->position, move)
           - (mover < 10000 ? mover : 10000) / MOVER_SHARE
           + history_capture_score(picker->history, picker->position, move) / CAPTURE_HISTORY_SHARE;
}

static int quiet_score(const MovePicker *picker, Move move)
{
    return history_score(&picker->quiet_scores, picker->position, move) / QUIET_SHARE;
}

static int32_t key_of(const MovePicker *picker, Move move, int score)
{
    int limited = score > SCORE_LIMIT ? SCORE_LIMIT : score < -SCORE_LIMIT ? -SCORE_LIMIT : score;
    const uint8_t *place = picker->history->place[picker->position->side];
    return limited * PLACES + (PLACES - 1 - (place[move_from(move)] << 8 | place[move_to(move)]));
}

static int score_of_key(int32_t key) { return (key - (key & (PLACES - 1))) / PLACES; }

/* Lists the moves of the stage, with their keys, behind the captures that are kept. */
static void fill(MovePicker *picker, bool noisy)
{
    MoveArena *arena = picker->arena;
    size_t start = picker->losing_end;
    assert(arena->capacity - picker->first >= MAX_MOVES);
    const Move *moves = arena->moves + start;
    int32_t *keys = arena->keys + start;
    size_t count = (size_t)(noisy ? generate_noisy(picker->position, arena->moves + start)
                                  : generate_quiet(picker->position, arena->moves + start));
    for (size_t i = 0; i < count; i++)
        keys[i] = key_of(picker, moves[i],
                         noisy ? noisy_score(picker, moves[i]) : quiet_score(picker, moves[i]));
    picker->next = start;
    picker->end = arena->top = start + count;
    picker->generated = true;
}

/* The greatest key of the moves that are left. */
static int32_t best_key(const MovePicker *picker)
{
    const int32_t *keys = picker->arena->keys;
    int32_t best = TAKEN;
    for (size_t i = picker->next; i < picker->end; i++)
        best = keys[i] > best ? keys[i] : best;
    return best;
}

/* Takes the best move that is left; false if there is none. */
static bool take_best(MovePicker *picker, size_t *index)
{
    int32_t *keys = picker->arena->keys;
    int32_t best = best_key(picker);
    if (best == TAKEN)
        return false;
    *index = picker->next;
    while (keys[*index] != best)
        ++*index;
    keys[*index] = TAKEN;
    return true;
}

/* Takes some move that is left: for either colour one of its foremost piece, but for the files. */
static bool take_any(MovePicker *picker, size_t *index)
{
    bool first = picker->position->side == BLACK;
    while (picker->next < picker->end) {
        *index = first ? picker->next++ : --picker->end;
        if (picker->arena->keys[*index] != TAKEN)
            return true;
    }
    return false;
}

/* What a noisy move loses, 0 if nothing. A piece that takes one of no less value cannot lose, and a
 * king that may take is safe. */
static int loss_of(const MovePicker *picker, Move move)
{
    const Position *position = picker->position;
    unsigned type = piece_type(position->board[move_from(move)]);
    if (position->variant->types[type].royal
        || exchange_gain(picker->values, position, move) >= picker->values->value[type])
        return 0;
    int value = exchange_value(picker->values, position, move);
    return value < 0 ? -value : 0;
}

/* Keeps a move that was taken at `index` among those that lose, for the end; what stands there goes
 * where it came from. */
static void keep_losing(MovePicker *picker, size_t index, Move move, int loss)
{
    MoveArena *arena = picker->arena;
    size_t front = picker->losing_end++;
    int32_t key = arena->keys[front];
    if (front != index && key != TAKEN) {
        arena->moves[index] = arena->moves[front];
        arena->keys[index] = key;
    }
    arena->moves[front] = move;
    arena->keys[front] = key_of(picker, move, -loss);
    picker->next = picker->losing_end;
}

static Move next_noisy(MovePicker *picker)
{
    if (!picker->generated)
        fill(picker, true);
    for (size_t index; take_best(picker, &index);) {
        Move move = picker->arena->moves[index];
        int loss = move == picker->table_move ? 0 : loss_of(picker, move);
        if (loss > 0)
            keep_losing(picker, index, move, loss);
        else if (move != picker->table_move)
            return move;
    }
    return NO_MOVE;
}

/* Killers and counter moves come from other positions. */
static Move next_refutation(MovePicker *picker)
{
    while (picker->refutation < REFUTATIONS) {
        int index = picker->refutation++;
        Move move = picker->refutations[index];
        bool known = move == picker->table_move;
        for (int i = 0; i < index; i++)
            known |= move == picker->refutations[i];
        if (!known && move_is_pseudo_legal(picker->position, move)
            && !is_noisy(picker->position, move))
            return move;
        picker->refutations[index] = NO_MOVE;
    }
    return NO_MOVE;
}

static Move next_quiet(MovePicker *picker)
{
    if (!picker->generated)
        fill(picker, false);
    for (size_t index; picker->unsorted ? take_any(picker, &index) : take_best(picker, &index);) {
        Move move = picker->arena->moves[index];
        bool known = move == picker->table_move;
        for (int i = 0; i < REFUTATIONS; i++)
            known |= move == picker->refutations[i];
        if (!known)
            return move;
    }
    return NO_MOVE;
}

/* Those that lose least first. */
static Move next_losing(MovePicker *picker)
{
    if (!picker->generated) {
        picker->next = picker->first;
        picker->end = picker->losing_end;
        picker->generated = true;
    }
    int32_t key = best_key(picker);
    size_t index;
    if (!take_best(picker, &index))
        return NO_MOVE;
    picker->exchange = score_of_key(key);
    return picker->arena->moves[index];
}

/* The next move of the stage, NO_MOVE where it has no more. */
static Move next_of_stage(MovePicker *picker)
{
    switch (picker->stage) {
    case PICK_TABLE: return NO_MOVE;
    case PICK_NOISY: picker->noisy = true; return next_noisy(picker);
    case PICK_REFUTATIONS: picker->noisy = false; return next_refutation(picker);
    case PICK_QUIET: picker->noisy = false; return next_quiet(picker);
    case PICK_LOSING: picker->noisy = true; return next_losing(picker);
    case PICK_END: break;
    }
    return NO_MOVE;
}

static Move start_with_table_move(MovePicker *picker)
{
    picker->stage = PICK_NOISY;
    if (picker->table_move != NO_MOVE)
        picker->noisy = picker->noisy_only || is_noisy(picker->position, picker->table_move);
    return picker->table_move;
}

Move picker_next(MovePicker *picker)
{
    picker->exchange = 0;
    Move move = picker->stage == PICK_TABLE ? start_with_table_move(picker) : NO_MOVE;
    while (move == NO_MOVE && picker->stage != PICK_END) {
        move = next_of_stage(picker);
        if (move != NO_MOVE)
            break;
        bool skip = picker->noisy_only && picker->stage == PICK_NOISY;
        picker->stage = skip ? PICK_LOSING : (PickStage)(picker->stage + 1);
        picker->generated = false;
    }
    return move;
}
