/* Plays one game: both sides by the same player, a fixed number of nodes a move, to its end. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/search/searcher.h"
#include "selfplay/game_record.h"
#include "selfplay/player.h"

typedef struct GameLimits {
    uint64_t nodes;          /* a move */
    int max_plies;           /* then the game ends by END_PLY_CAP, without a result */
    const atomic_bool *stop; /* looked at now and then; NULL: none */
} GameLimits;

/* GAME_STOPPED: `stop` was seen; the record is not to be kept. GAME_FAILED: the player did what it
 * must not, `err` says what. */
typedef enum GameEnd { GAME_FINISHED, GAME_STOPPED, GAME_FAILED } GameEnd;

/* Plays from record->start_fen and fills in all that the game makes; index, FEN and rejected are
 * the caller's. The searcher is cleared first, so the game depends on the FEN and limits alone.
 * Nothing is adjudicated. `position` is scratch. */
GameEnd game_play(Searcher *searcher, Position *position, const GameLimits *limits,
                  GameRecord *record, Error *err);

/* The same by an outside engine, which plays both sides; `line` is scratch. Whatever it fails at is
 * GAME_FAILED: a forfeit would say nothing of the pieces. Its scores are not kept: SCORE_NONE. */
GameEnd game_play_by(Player *player, GameLine *line, const GameLimits *limits, GameRecord *record,
                     Error *err);

/* Asks for a move, and judges it: one that is not legal is FAULT_ILLEGAL. */
PlayerMove game_ask(Player *player, GameLine *line);

/* Why a game that has come so far is over; END_PLY_CAP where no rule has ended it. */
EndReason game_end_reason(Outcome outcome);

/* The referee: whether a player's move is one of the position's legal ones. The position is the
 * same afterwards. */
bool game_allows(Position *position, Move move);
