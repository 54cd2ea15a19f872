/* The order in which moves are tried: the table's move, captures that do not lose, killers and the
 * counter move, quiet moves by history, captures that lose. */
#pragma once

#include "engine/rules/movegen.h"
#include "engine/search/exchange.h"
#include "engine/search/history.h"

enum {
    KILLERS = 2,
    KEY_BLOCK = 8,                       /* keys are looked at so many at a time */
    PICKER_ROOM = MAX_MOVES + KEY_BLOCK, /* what a picker may need in the arena */
};

/* Room for the moves of all nodes on the path to the current one. */
typedef struct MoveArena {
    Move *moves;   /* owned */
    int32_t *keys; /* owned; of each move its score, then its place: the order of the moves */
    size_t top, capacity;
} MoveArena;

void arena_init(MoveArena *arena, size_t capacity);
void arena_release(MoveArena *arena);

typedef enum PickStage {
    PICK_TABLE,
    PICK_NOISY,
    PICK_REFUTATIONS,
    PICK_QUIET,
    PICK_LOSING,
    PICK_END
} PickStage;

enum { REFUTATIONS = KILLERS + 1 };

/* The moves of one node. Moves are pseudo-legal. They are generated when they are asked for: most
 * nodes are cut off before their quiet moves are. */
typedef struct MovePicker {
    const Position *position;
    const History *history;
    QuietScores quiet_scores;
    const ExchangeValues *values;
    MoveArena *arena;
    PickStage stage;
    bool noisy_only;
    bool generated; /* the moves of the stage */
    bool unsorted;
    bool checks_only; /* of the quiet moves */
    int least_gain;   /* noisy moves that gain less are left out */
    Move table_move;
    Move refutations[REFUTATIONS]; /* killers and the counter move */
    int refutation;                /* the next of them */
    size_t first;                  /* of the node's in the arena */
    size_t losing_end;             /* captures that lose are kept in [first, losing_end) */
    size_t next, end;              /* the moves of the stage that are left are in [next, end) */
    int exchange; /* of the noisy move picked last: its exchange value if that is negative, else 0
                   */
    bool noisy;   /* whether the move picked last takes or promotes */
} MovePicker;

/* `noisy_only`: neither quiet moves are wanted nor noisy ones that lose, but for the table's move.
 * `followed`: the moves before the position. `table_move` is pseudo-legal or NO_MOVE. The list lies
 * on top of the arena until picker_end(): pickers end in the reverse order of their beginning, with
 * the same position as then. */
void picker_begin(MovePicker *picker, const Position *position, const History *history,
                  const Followed *followed, const ExchangeValues *values, MoveArena *arena,
                  Move table_move, bool noisy_only);
void picker_set_refutations(MovePicker *picker, const Move killers[KILLERS], Move counter);
void picker_end(MovePicker *picker);

/* Of the quiet moves that are still to come, killers and the counter move aside, only those that
 * may check the enemy's king are wanted (see may_check()); may be said again. */
void picker_keep_checks(MovePicker *picker);

/* The same, and they may come in any order. */
void picker_stop_sorting(MovePicker *picker);

/* Of the noisy moves that are still to come, the table's move aside, those that gain less before
 * anyone answers are not wanted. */
static inline void picker_set_least_gain(MovePicker *picker, int gain)
{
    picker->least_gain = gain;
}

/* The next move, NO_MOVE at the end. */
Move picker_next(MovePicker *picker);
