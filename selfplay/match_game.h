/* One game of a match, judged by our rules: whatever the players say, each of its moves is legal
 * and its end is one. */
#pragma once

#include "engine/rules/outcome.h"
#include "selfplay/player.h"

/* What a player did in a game, or in many. */
typedef struct PlayerTotals {
    uint64_t moves;
    double seconds, longest;     /* together, and of one move */
    uint64_t nodes, node_moves;  /* nodes it says it searched, in the moves that it said so of */
    uint64_t depth, depth_moves; /* the same of depth */
} PlayerTotals;

void player_totals_add(PlayerTotals *totals, const PlayerTotals *more);

/* A game that is over. With a fault the rules did not end it: the player that is at fault loses. */
typedef struct MatchGame {
    GameResult result; /* RESULT_NONE: stopped at the ply cap */
    EndReason reason;  /* END_NONE with a fault */
    PlayerFault fault;
    Colour at_fault;
    char why[128];          /* of a fault */
    int plies;              /* opening included */
    Text moves;             /* as notation.h writes them, opening included */
    PlayerTotals totals[2]; /* by colour */
} MatchGame;

void match_game_init(MatchGame *game);
void match_game_release(MatchGame *game);

/* "checkmate", "time", ... */
const char *match_game_end_name(const MatchGame *game);

/* MATCH_GAME_FAILED: a player could not be started again; `err` says why. */
typedef enum MatchGameStatus {
    MATCH_GAME_FINISHED,
    MATCH_GAME_STOPPED,
    MATCH_GAME_FAILED
} MatchGameStatus;

/* Plays on behind the opening. `players` are by colour; `line` is scratch; `game` is cleared
 * before. */
MatchGameStatus match_game_play(Player *const players[2], GameLine *line, const Move *opening,
                                int opening_plies, int max_plies, MatchGame *game, Error *err);
