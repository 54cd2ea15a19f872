/* What cutoffs have taught a searcher: which moves have been good lately, by the piece that moves
 * and where to, by what it takes, and by the moves before. */
#pragma once

#include <stdint.h>

#include "engine/rules/position.h"

enum {
    HISTORY_LIMIT = 16384, /* of each score, either sign */
    FOLLOWED =
        2, /* moves back that a move is seen as an answer to: the opponent's last, the own last */
};

/* A piece type and the square it goes to; {0, 0} where there was no move. */
typedef struct Stepped {
    uint8_t type;
    Square to;
} Stepped;

/* The moves before a position, the last one first. */
typedef struct Followed {
    Stepped back[FOLLOWED];
} Followed;

typedef struct History {
    int16_t quiet[2][MAX_TYPES][MAX_SQUARES]; /* by colour, type and target */
    Move counter[2][MAX_TYPES][MAX_SQUARES];  /* the answer to a move of the other side */
    int squares, types, stride;               /* of the variant, types + 1; types * squares */
    int16_t *capture;                         /* owned; by colour, type, type taken and target */
    size_t capture_count;
    int16_t *continuation; /* owned; rows by how far back, colour, and the move followed; in a row
                              by the move */
    uint8_t place[2][MAX_SQUARES]; /* of a square for a colour: the foremost rank highest */
    bool learns_quiet, learns_continuation; /* else these scores stay 0 */
    uint8_t *written;                       /* owned; whether a row has scores other than 0 */
} History;

void history_init(History *history, const Variant *variant);
void history_release(History *history);

/* Forgets everything. */
void history_clear(History *history);

Stepped history_stepped(const Position *position, Move move);

/* Moves the scores of a quiet move of the side to move towards the limit by `bonus` (down if
 * negative). */
void history_add(History *history, const Position *position, const Followed *followed, Move move,
                 int bonus);

/* The scores that quiet moves of one position have: valid while the history lives. */
typedef struct QuietScores {
    const int16_t (*quiet)[MAX_SQUARES];   /* by type and target */
    const int16_t *continuation[FOLLOWED]; /* by type * squares + target */
    int squares;
} QuietScores;

QuietScores history_quiet_scores(const History *history, const Position *position,
                                 const Followed *followed);

/* The sum of the scores of a quiet move with a type: up to (1 + FOLLOWED) * HISTORY_LIMIT. */
static inline int history_score(const QuietScores *scores, unsigned type, Move move)
{
    unsigned to = move_to(move);
    int score = scores->quiet[type][to];
    for (int back = 0; back < FOLLOWED; back++)
        score += scores->continuation[back][type * (unsigned)scores->squares + to];
    return score;
}

/* Moves the score of a move that takes what stands on its target (a promotion or another way of
 * taking counts as one that takes nothing). */
void history_add_capture(History *history, const Position *position, Move move, int bonus);
int history_capture_score(const History *history, const Position *position, Move move);

/* The move that last refuted the move before; NO_MOVE if there is none. */
Move history_counter(const History *history, const Position *position, const Followed *followed);
void history_set_counter(History *history, const Position *position, const Followed *followed,
                         Move move);
