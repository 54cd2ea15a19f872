#include "engine/search/movepick.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum {
    GAIN_LIMIT = 1 << 22,
    CAPTURE_HISTORY_SHARE = 16, /* of which one counts as an eighth of a hundredth of a pawn */
};

void arena_init(MoveArena *arena, size_t capacity)
{
    *arena = (MoveArena){.moves = memory_new(capacity, sizeof(Move)),
                         .scores = memory_new(capacity, sizeof(int32_t)),
                         .capacity = capacity};
}

void arena_release(MoveArena *arena)
{
    free(arena->moves);
    free(arena->scores);
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
                           .next = arena->top,
                           .end = arena->top,
                           .losing_next = arena->top,
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
static int32_t noisy_score(const MovePicker *picker, Move move)
{
    int gain = exchange_gain(picker->values, picker->position, move);
    unsigned type = piece_type(picker->position->board[move_from(move)]);
    int mover = picker->values->value[type];
    gain = gain * 8 - (mover < 10000 ? mover : 10000) / 8;
    gain += history_capture_score(picker->history, picker->position, move) / CAPTURE_HISTORY_SHARE;
    return gain > GAIN_LIMIT ? GAIN_LIMIT : gain < -GAIN_LIMIT ? -GAIN_LIMIT : gain;
}

/* Lists the moves of the stage, with their scores, behind the captures that are kept. */
static void fill(MovePicker *picker, bool noisy)
{
    MoveArena *arena = picker->arena;
    size_t start = picker->losing_end;
    assert(arena->capacity - picker->first >= MAX_MOVES);
    Move *moves = arena->moves + start;
    int count =
        noisy ? generate_noisy(picker->position, moves) : generate_quiet(picker->position, moves);
    for (int i = 0; i < count; i++)
        arena->scores[start + (size_t)i] =
            noisy ? noisy_score(picker, moves[i])
                  : history_score(&picker->quiet_scores, picker->position, moves[i]);
    picker->next = start;
    picker->end = start + (size_t)count;
    arena->top = picker->end;
    picker->generated = true;
}

/* Brings the best of the moves that are left to the front: the first of equals. */
static void select_best(MovePicker *picker)
{
    Move *moves = picker->arena->moves;
    int32_t *scores = picker->arena->scores;
    size_t best = picker->next;
    for (size_t i = best + 1; i < picker->end; i++)
        if (scores[i] > scores[best])
            best = i;
    int32_t score = scores[best];
    Move move = moves[best];
    moves[best] = moves[picker->next];
    scores[best] = scores[picker->next];
    moves[picker->next] = move;
    scores[picker->next] = score;
}

/* Whether a noisy move loses material. A piece that takes one of no less value cannot lose, and a
 * king that may take is safe. It is then kept for the end with what it loses. */
static bool keep_losing(MovePicker *picker, Move move)
{
    const Position *position = picker->position;
    unsigned type = piece_type(position->board[move_from(move)]);
    if (position->variant->types[type].royal
        || exchange_gain(picker->values, position, move) >= picker->values->value[type])
        return false;
    int value = exchange_value(picker->values, position, move);
    if (value >= 0)
        return false;
    picker->arena->moves[picker->losing_end] = move;
    picker->arena->scores[picker->losing_end++] = value < -GAIN_LIMIT ? -GAIN_LIMIT : value;
    return true;
}

static Move next_noisy(MovePicker *picker)
{
    if (!picker->generated)
        fill(picker, true);
    while (picker->next < picker->end) {
        select_best(picker);
        Move move = picker->arena->moves[picker->next++];
        if (move != picker->table_move && !keep_losing(picker, move))
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
    while (picker->next < picker->end) {
        if (!picker->unsorted)
            select_best(picker);
        Move move = picker->arena->moves[picker->next++];
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
    picker->next = picker->losing_next;
    picker->end = picker->losing_end;
    if (picker->next == picker->end)
        return NO_MOVE;
    select_best(picker);
    picker->exchange = picker->arena->scores[picker->losing_next];
    return picker->arena->moves[picker->losing_next++];
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
