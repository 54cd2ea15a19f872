/* How games end: a closed list of reasons, decided here and nowhere else. */
#pragma once

#include "engine/rules/position.h"

/* The numbers stand in stored games: never renumber, only add. */
typedef enum EndReason {
    END_NONE = 0, /* the game goes on */
    END_CHECKMATE = 1,
    END_STALEMATE = 2,
    END_REPETITION = 3,
    END_FIFTY_MOVES = 4,
    END_BARE_KING = 5,
    END_CUT_OFF = 6,
    END_PLY_CAP = 7, /* stopped by the harness: no result */
    END_FLAG = 8,    /* a flag region was reached */
    END_EXTINCTION = 9,
    END_CHECK_COUNT = 10,
    END_PERPETUAL_CHECK = 11,
    END_COUNTED_OUT = 12, /* countingRule */
    END_REASON_COUNT
} EndReason;

/* A short lower-case name: "checkmate". */
const char *end_reason_name(EndReason reason);

/* White's half points. RESULT_NONE: the game goes on, or was stopped without a result. */
typedef enum GameResult {
    RESULT_NONE = -1,
    RESULT_BLACK = 0,
    RESULT_DRAW = 1,
    RESULT_WHITE = 2
} GameResult;

typedef struct Outcome {
    EndReason reason;
    GameResult result;
} Outcome;

/* Whether the game is over with this position, by any rule of the variant, repetition and move
 * count included (never END_PLY_CAP). A goal or a bare king comes first, then mate and stalemate,
 * then all else. The position is the same afterwards. */
Outcome position_outcome(Position *position);

/* The same without mate and stalemate, which a search sees for itself when it finds no legal move:
 * it never generates moves, but a game that ended by mate on the hundredth ply is a draw here. */
Outcome position_outcome_by_rule(const Position *position);

/* Whether a rule other than mate, repetition and move count has ended the game here: such a
 * position has no moves. */
bool outcome_ends_play(const Position *position);

/* What a repetition is worth that ends the game, where the position stood `plies` ago for the first
 * time that counts. */
Outcome position_outcome_repeated(const Position *position, int plies);

/* The outcome where the side to move has no legal move. */
Outcome position_outcome_no_move(const Position *position, bool in_check);
