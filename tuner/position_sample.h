/* Quiet positions of finished games, for fits to what happens in play (statistics.md, section 2).
 *
 * A position is quiet where material says what it seems to say: the side to move is not in check,
 * the move that it played neither takes nor promotes, and by quiescence it has nothing better than
 * its static evaluation. The last position of a game, in which no move was played, is none.
 *
 * Which of them are drawn depends on the run and the game's number alone: each ply has a random
 * rank from the game's own stream, and the quiet ones of the lowest ranks are taken. */
#pragma once

#include "engine/search/weights.h"
#include "selfplay/game_record.h"

enum { POSITION_SAMPLE_MOST = 100 };

typedef struct PositionSampler PositionSampler;

/* Draws at most `most` (1 to POSITION_SAMPLE_MOST) positions of each game. `weights` are those that
 * the games were played with; they and the variant are borrowed. */
PositionSampler *position_sampler_new(const Variant *variant, const Weights *weights,
                                      uint64_t run_key, int most);
void position_sampler_free(PositionSampler *sampler);

/* Calls `visit` for each position drawn from a game, in the order of play. Stops with false where
 * `visit` returns false, or the record is no game of this variant. */
typedef bool PositionVisit(void *context, const GameRecord *record, const Position *position,
                           Error *err);
bool position_sampler_each(PositionSampler *sampler, const GameRecord *record, PositionVisit *visit,
                           void *context, Error *err);
