#include "engine/search/movepick.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* Scores lie in bands: captures that win, quiet refutations, history (within HISTORY_LIMIT),
 * captures that lose. Gains are less than 1 << 22. */
enum {
    SCORE_GOOD_NOISY = 1 << 28,
    SCORE_KILLER = 1 << 20,
    SCORE_COUNTER = 1 << 19,
    SCORE_BAD_NOISY = -(1 << 28),
    GAIN_LIMIT = 1 << 22,
};

void history_clear(History *history) { memset(history, 0, sizeof *history); }

void history_add(History *history, const Position *position, Move move, int bonus)
{
    unsigned type = piece_type(position->board[move_from(move)]);
    int16_t *score = &history->quiet[position->side][type][move_to(move)];
    int pull = *score * (bonus < 0 ? -bonus : bonus) / HISTORY_LIMIT;
    *score = (int16_t)(*score + bonus - pull);
}

int history_score(const History *history, const Position *position, Move move)
{
    unsigned type = piece_type(position->board[move_from(move)]);
    return history->quiet[position->side][type][move_to(move)];
}

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
                  const ExchangeValues *values, MoveArena *arena, Move table_move, bool noisy_only)
{
    *picker = (MovePicker){.position = position,
                           .history = history,
                           .values = values,
                           .arena = arena,
                           .noisy_only = noisy_only,
                           .table_move = table_move,
                           .first = arena->top,
                           .next = arena->top,
                           .end = arena->top};
}

void picker_set_refutations(MovePicker *picker, const Move killers[KILLERS], Move counter)
{
    memcpy(picker->killers, killers, sizeof picker->killers);
    picker->counter = counter;
}

void picker_end(MovePicker *picker) { picker->arena->top = picker->first; }

/* The short way for the moves that most moves are; the generator's own word for all others. */
static bool is_noisy(const Position *position, Move move)
{
    if (move_effect(move) == 0 && move_becomes(move) == 0)
        return set_has(&position->of_colour[colour_other(position->side)], move_to(move));
    return move_is_noisy(position, move);
}

static int32_t quiet_score(const MovePicker *picker, Move move)
{
    if (move == picker->killers[0] || move == picker->killers[1])
        return SCORE_KILLER + (move == picker->killers[0]);
    if (move == picker->counter)
        return SCORE_COUNTER;
    return history_score(picker->history, picker->position, move);
}

/* Most valuable victim, then least valuable attacker. */
static int32_t noisy_score(const MovePicker *picker, Move move)
{
    int gain = exchange_gain(picker->values, picker->position, move);
    unsigned type = piece_type(picker->position->board[move_from(move)]);
    int mover = picker->values->value[type];
    gain = gain * 8 - (mover < 10000 ? mover : 10000) / 8;
    return SCORE_GOOD_NOISY
           + (gain > GAIN_LIMIT    ? GAIN_LIMIT
              : gain < -GAIN_LIMIT ? -GAIN_LIMIT
                                   : gain);
}

static void fill(MovePicker *picker)
{
    MoveArena *arena = picker->arena;
    assert(arena->capacity - arena->top >= MAX_MOVES);
    Move *moves = arena->moves + picker->first;
    int count = picker->noisy_only ? generate_noisy(picker->position, moves)
                                   : generate_moves(picker->position, moves);
    for (int i = 0; i < count; i++) {
        bool noisy = picker->noisy_only || is_noisy(picker->position, moves[i]);
        arena->scores[picker->first + (size_t)i] =
            noisy ? noisy_score(picker, moves[i]) : quiet_score(picker, moves[i]);
    }
    picker->end = picker->first + (size_t)count;
    arena->top = picker->end;
}

/* Brings the best of the moves that are left to the front; the first of equals, so that the order
 * does not depend on the exchanges made before more than it must. */
static int32_t select_best(MovePicker *picker)
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
    return score;
}

/* Whether the noisy move at the front loses material; it is then put back with a low score. A piece
 * that takes one of no less value cannot lose, and a king that may take is safe. */
static bool put_back_losing(MovePicker *picker)
{
    const Position *position = picker->position;
    Move move = picker->arena->moves[picker->next];
    unsigned type = piece_type(position->board[move_from(move)]);
    if (position->variant->types[type].royal
        || exchange_gain(picker->values, position, move) >= picker->values->value[type])
        return false;
    int value = exchange_value(picker->values, position, move);
    if (value >= 0)
        return false;
    picker->arena->scores[picker->next] =
        SCORE_BAD_NOISY + (value < -GAIN_LIMIT ? -GAIN_LIMIT : value);
    return true;
}

static Move next_of_list(MovePicker *picker)
{
    while (picker->next < picker->end) {
        int32_t score = select_best(picker);
        Move move = picker->arena->moves[picker->next];
        if (move == picker->table_move) {
            picker->next++;
            continue;
        }
        if (score >= SCORE_GOOD_NOISY / 2 && put_back_losing(picker))
            continue;
        picker->next++;
        picker->noisy = score >= SCORE_GOOD_NOISY / 2 || score <= SCORE_BAD_NOISY / 2;
        picker->exchange = score <= SCORE_BAD_NOISY / 2 ? score - SCORE_BAD_NOISY : 0;
        return move;
    }
    return NO_MOVE;
}

Move picker_next(MovePicker *picker)
{
    if (picker->stage == PICK_TABLE) {
        picker->stage = PICK_GENERATE;
        if (picker->table_move != NO_MOVE) {
            picker->noisy = picker->noisy_only || is_noisy(picker->position, picker->table_move);
            picker->exchange = 0;
            return picker->table_move;
        }
    }
    if (picker->stage == PICK_GENERATE) {
        fill(picker);
        picker->stage = PICK_LIST;
    }
    return next_of_list(picker);
}
