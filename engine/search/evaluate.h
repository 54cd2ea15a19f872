/* Static evaluation: a sum of the terms in weights.h, in two phases.
 *
 * What depends on a piece and its square alone (value, centre, advance) is kept up to date move by
 * move in a Placement; mobility, king safety and pawn structure are counted when asked for.
 * Everything is taken from the variant's tables: the evaluation knows no piece by name. */
#pragma once

#include "engine/rules/position.h"
#include "engine/search/score.h"

/* The share of the middle game is in 0 .. PHASE_FULL. */
enum { PHASE_FULL = 256 };

/* Sums over the pieces on the board, from White. Where what is taken comes in again no piece leaves
 * the game, and the phase is always that of the beginning. */
typedef struct Placement {
    Score score;
    int32_t phase; /* values of all pieces but pawns and royals, both colours */
} Placement;

/* A set of coefficients, one for each weight, White's less Black's: evaluation is their scalar
 * product with the weights, mixed by phase. The opening fields hold the coefficient, the ending
 * fields the same number. */
typedef struct EvaluationTrace {
    TypeWeights type[MAX_TYPES];
    SideWeights side;
    int phase; /* 0 .. PHASE_FULL */
} EvaluationTrace;

typedef struct Evaluator Evaluator;

/* Compiles the tables. Both are borrowed; weights that change later are not seen. An evaluator
 * keeps the scores of pawns and boards that it has met: it is one thread's. */
Evaluator *evaluator_new(const Variant *variant, const Weights *weights);
void evaluator_free(Evaluator *evaluator);

/* The sums of a position from the beginning, and those after the last made move from those before.
 */
Placement placement_find(const Evaluator *evaluator, const Position *position);
Placement placement_after(const Evaluator *evaluator, const Position *position, Placement before);

/* The score from the side to move, in hundredths of a pawn, within EVALUATION_LIMIT. The
 * position with colours swapped and the board turned has the same score for the side that moves. */
enum { EVALUATION_LIMIT = 25000 };
int evaluate(Evaluator *evaluator, const Position *position, const Placement *placement);

/* Fetches what is remembered of the board, for an evaluation soon. */
void evaluate_prefetch(const Evaluator *evaluator, const Position *position);

/* The coefficients behind that score, from White. Slow: for the tuner and for tests. */
void evaluate_trace(const Evaluator *evaluator, const Position *position, EvaluationTrace *trace);
