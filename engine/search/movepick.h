/* The order in which moves are tried: the table's move, captures that do not lose, killers and the
 * counter move, quiet moves by history, captures that lose. */
#pragma once

#include "engine/rules/movegen.h"
#include "engine/search/exchange.h"
#include "engine/search/history.h"

enum { KILLERS = 2 };

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

/* `followed`: the moves before the position. `table_move` is pseudo-legal or NO_MOVE. The list lies
 * on top of the arena until picker_end(): pickers end in the reverse order of their beginning, with
 * the same position as then. */
void picker_begin(MovePicker *picker, const Position *position, const History *history,
                  const Followed *followed, const ExchangeValues *values, MoveArena *arena,
                  Move table_move, bool noisy_only);
void picker_set_refutations(MovePicker *picker, const Move killers[KILLERS], Move counter);
void picker_end(MovePicker *picker);

/* The quiet moves that are still to come may come in any order: few of them will be searched. */
void picker_stop_sorting(MovePicker *picker);

/* The next move, NO_MOVE at the end. */
Move picker_next(MovePicker *picker);
