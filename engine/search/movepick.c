#include "engine/search/movepick.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/search/checks.h"

/* A key is the score of a move and, below it, its place: equals come in an order that is the same
 * for both colours, each seen from its own side. In the order of square numbers White would try its
 * rearmost pieces first and Black its foremost, and games of shallow searches would be unfair. */
enum {
    PLACES = 1 << 16,
    SCORE_LIMIT = (1 << 14) - 1, /* either sign */
    QUIET_SHARE = 4,             /* of which one counts in a quiet move's score */
    CAPTURE_HISTORY_SHARE = 128,
    MOVER_SHARE = 64,
    TAKEN = INT32_MIN, /* the key of a move that has been picked, and of none */
};

_Static_assert((1 + FOLLOWED) * HISTORY_LIMIT / QUIET_SHARE <= SCORE_LIMIT,
               "no score of a quiet move is beyond the limit");

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
                           .values = values,
                           .arena = arena,
                           .noisy_only = noisy_only,
                           .table_move = table_move,
                           .first = arena->top,
                           .losing_end = arena->top,
                           .least_gain = INT_MIN};
    if (!noisy_only)
        picker->quiet_scores = history_quiet_scores(history, position, followed);
}

void picker_set_refutations(MovePicker *picker, const Move killers[KILLERS], Move counter)
{
    memcpy(picker->refutations, killers, KILLERS * sizeof *killers);
    picker->refutations[KILLERS] = counter;
}

void picker_end(MovePicker *picker) { picker->arena->top = picker->first; }

/* The short way for the moves that most moves are; the generator's own word for all others. */
static bool is_noisy(const Position *position, Move move)
{
    if (move_effect(move) == 0 && move_becomes(move) == 0)
        return set_has(&position->of_colour[colour_other(position->side)], move_to(move));
    return move_is_noisy(position, move);
}

static inline int limited(int score)
{
    return score > SCORE_LIMIT ? SCORE_LIMIT : score < -SCORE_LIMIT ? -SCORE_LIMIT : score;
}

/* Most valuable victim, then least valuable attacker, and what has been good lately. */
static int noisy_score(const MovePicker *picker, Move move)
{
    unsigned type = piece_type(picker->position->board[move_from(move)]);
    int mover = picker->values->value[type];
    return limited(exchange_gain(picker->values, picker->position, move)
                   - (mover < 10000 ? mover : 10000) / MOVER_SHARE
                   + history_capture_score(picker->history, picker->position, move)
                         / CAPTURE_HISTORY_SHARE);
}

static int quiet_score(const MovePicker *picker, Move move)
{
    unsigned type = piece_type(picker->position->board[move_from(move)]);
    return history_score(&picker->quiet_scores, type, move) / QUIET_SHARE;
}

/* Where there are drops: these move nothing that stands on the board. */
static int quiet_or_drop_score(const MovePicker *picker, Move move)
{
    unsigned type = position_mover(picker->position, move);
    return history_score(&picker->quiet_scores, type, move) / QUIET_SHARE;
}

static int losing_score(const MovePicker *picker, Move move)
{
    return limited(exchange_value(picker->values, picker->position, move));
}

/* `place` is that of squares for the side to move. */
static int32_t key_of(const uint8_t place[MAX_SQUARES], Move move, int score)
{
    return score * PLACES + (place[move_from(move)] << 8 | place[move_to(move)]);
}

/* Keeps those of the moves, with the keys that they may have, that are left and may check; returns
 * how many. */
static size_t keep_checks(const Position *position, Move *moves, int32_t *keys, size_t count)
{
    const Checkers checkers = checkers_of(position);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if ((keys != NULL && keys[i] == TAKEN) || !may_check(&checkers, position, moves[i]))
            continue;
        moves[kept] = moves[i];
        if (keys != NULL)
            keys[kept] = keys[i];
        kept++;
    }
    return kept;
}

/* Ends the moves that are left with a block of keys that say nothing: keys are looked at by the
 * block. */
static void end_list(MovePicker *picker, size_t end)
{
    picker->end = end;
    for (int i = 0; i < KEY_BLOCK; i++)
        picker->arena->keys[end + (size_t)i] = TAKEN;
}

void picker_keep_checks(MovePicker *picker)
{
    if (picker->checks_only)
        return;
    picker->checks_only = true;
    if (picker->stage != PICK_QUIET || !picker->generated)
        return;
    size_t kept = keep_checks(picker->position, picker->arena->moves + picker->next,
                              picker->arena->keys + picker->next, picker->end - picker->next);
    end_list(picker, picker->next + kept);
}

void picker_stop_sorting(MovePicker *picker)
{
    picker_keep_checks(picker);
    picker->unsorted = true;
}

static int score_of_key(int32_t key) { return (key - (key & (PLACES - 1))) / PLACES; }

/* Makes the moves from `start` on, in the arena, those of the stage that are left. */
static void begin_list(MovePicker *picker, size_t start, size_t count)
{
    picker->next = start;
    picker->generated = true;
    end_list(picker, start + count);
    picker->arena->top = picker->end + KEY_BLOCK;
}

/* Room for the moves of a stage from a place of the arena on. */
static Move *room_from(MovePicker *picker, size_t start)
{
    assert(picker->arena->capacity - picker->first >= PICKER_ROOM);
    return picker->arena->moves + start;
}

/* Gives the moves of a stage their keys. `score` is inlined. */
static inline __attribute__((always_inline)) void
list(MovePicker *picker, size_t start, size_t count, int (*score)(const MovePicker *, Move))
{
    const Move *moves = picker->arena->moves + start;
    const uint8_t *place = picker->history->place[picker->position->side];
    int32_t *keys = picker->arena->keys + start;
    for (size_t i = 0; i < count; i++)
        keys[i] = key_of(place, moves[i], score(picker, moves[i]));
    begin_list(picker, start, count);
}

static void list_noisy(MovePicker *picker)
{
    size_t start = picker->first;
    size_t count = (size_t)generate_noisy(picker->position, room_from(picker, start));
    list(picker, start, count, noisy_score);
}

/* Generates the quiet moves that are wanted, behind the captures that are kept; returns how many.
 */
static inline size_t generate_wanted(const MovePicker *picker, Move *moves)
{
    size_t count = (size_t)generate_quiet(picker->position, moves);
    return picker->checks_only ? keep_checks(picker->position, moves, NULL, count) : count;
}

__attribute__((noinline, cold)) static void list_quiet_and_drops(MovePicker *picker)
{
    size_t start = picker->losing_end;
    list(picker, start, generate_wanted(picker, room_from(picker, start)), quiet_or_drop_score);
}

static void list_quiet(MovePicker *picker)
{
    if (picker->position->pockets_before != NULL) {
        list_quiet_and_drops(picker);
        return;
    }
    size_t start = picker->losing_end;
    list(picker, start, generate_wanted(picker, room_from(picker, start)), quiet_score);
}

/* What each loses is not asked before it matters: most nodes are cut off before. */
static void list_losing(MovePicker *picker)
{
    list(picker, picker->first, picker->losing_end - picker->first, losing_score);
}

/* The greatest of the keys of a block: a few instructions on whole vectors. */
static inline int32_t greatest(const int32_t keys[KEY_BLOCK])
{
    int32_t best = keys[0];
    for (int i = 1; i < KEY_BLOCK; i++)
        best = keys[i] > best ? keys[i] : best;
    return best;
}

/* Takes the best move that is left; returns its key, or TAKEN if there is none. */
static int32_t take_best(MovePicker *picker, size_t *index)
{
    int32_t *keys = picker->arena->keys;
    int32_t best = TAKEN;
    size_t place = picker->next;
    for (size_t block = picker->next; block < picker->end; block += KEY_BLOCK) {
        int32_t key = greatest(keys + block);
        if (key > best) {
            best = key;
            place = block;
        }
    }
    if (best == TAKEN)
        return TAKEN;
    while (keys[place] != best)
        place++;
    keys[place] = TAKEN;
    *index = place;
    return best;
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

/* Whether a noisy move that gains so much at first loses. A piece that takes one of no less value
 * cannot, and a king that may take is safe. */
static bool is_losing(const MovePicker *picker, Move move, int gain)
{
    unsigned type = piece_type(picker->position->board[move_from(move)]);
    return gain < picker->values->value[type] && !picker->position->variant->types[type].royal
           && !exchange_wins(picker->values, picker->position, move, 0);
}

/* Keeps a move that was taken at `index` among those that lose, for the end; what stands there goes
 * where it came from. */
static void keep_losing(MovePicker *picker, size_t index, Move move)
{
    MoveArena *arena = picker->arena;
    size_t front = picker->losing_end++;
    int32_t key = arena->keys[front];
    if (front != index && key != TAKEN) {
        arena->moves[index] = arena->moves[front];
        arena->keys[index] = key;
    }
    arena->moves[front] = move;
    picker->next = picker->losing_end;
}

static Move next_noisy(MovePicker *picker)
{
    if (!picker->generated)
        list_noisy(picker);
    for (size_t index; take_best(picker, &index) != TAKEN;) {
        Move move = picker->arena->moves[index];
        if (move == picker->table_move)
            continue;
        int gain = exchange_gain(picker->values, picker->position, move);
        if (gain < picker->least_gain)
            continue;
        if (!is_losing(picker, move, gain))
            return move;
        if (!picker->noisy_only)
            keep_losing(picker, index, move);
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
        list_quiet(picker);
    for (size_t index;
         picker->unsorted ? take_any(picker, &index) : take_best(picker, &index) != TAKEN;) {
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
    if (!picker->generated)
        list_losing(picker);
    size_t index;
    int32_t key = take_best(picker, &index);
    if (key == TAKEN)
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
        bool last = picker->noisy_only && picker->stage == PICK_NOISY;
        picker->stage = last ? PICK_END : (PickStage)(picker->stage + 1);
        picker->generated = false;
    }
    return move;
}
