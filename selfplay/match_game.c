#include "selfplay/match_game.h"

#include <stdio.h>
#include <string.h>

#include "selfplay/game.h"

void player_totals_add(PlayerTotals *totals, const PlayerTotals *more)
{
    totals->moves += more->moves;
    totals->seconds += more->seconds;
    totals->longest = more->longest > totals->longest ? more->longest : totals->longest;
    totals->nodes += more->nodes;
    totals->node_moves += more->node_moves;
    totals->depth += more->depth;
    totals->depth_moves += more->depth_moves;
}

void match_game_init(MatchGame *game)
{
    *game = (MatchGame){.result = RESULT_NONE};
    text_init(&game->moves);
}

void match_game_release(MatchGame *game) { text_release(&game->moves); }

const char *match_game_end_name(const MatchGame *game)
{
    return game->fault != FAULT_NONE ? player_fault_name(game->fault)
                                     : end_reason_name(game->reason);
}

static void game_clear(MatchGame *game)
{
    const Text moves = game->moves;
    *game = (MatchGame){.result = RESULT_NONE, .moves = moves};
    text_clear(&game->moves);
}

static void make_move(MatchGame *game, GameLine *line, Move move)
{
    char text[MAX_MOVE_TEXT];
    move_to_text(&line->position, move, text);
    text_add(&game->moves, game->plies == 0 ? "%s" : " %s", text);
    game_line_make(line, move);
    game->plies++;
}

static void count_move(PlayerTotals *totals, const PlayerMove *answer)
{
    const PlayerTotals one = {
        .moves = 1,
        .seconds = answer->seconds,
        .longest = answer->seconds,
        .nodes = answer->nodes,
        .node_moves = answer->nodes > 0,
        .depth = (uint64_t)answer->depth,
        .depth_moves = answer->depth > 0,
    };
    player_totals_add(totals, &one);
}

static void forfeit(MatchGame *game, Colour side, const PlayerMove *answer)
{
    game->fault = answer->fault;
    game->at_fault = side;
    game->result = side == WHITE ? RESULT_BLACK : RESULT_WHITE;
    memcpy(game->why, answer->why, sizeof game->why);
}

/* From the opening's end to the game's. False where it was stopped. */
static bool play_on(Player *const players[2], GameLine *line, int max_plies, MatchGame *game)
{
    Outcome outcome = position_outcome(&line->position);
    while (outcome.reason == END_NONE && game->plies < max_plies) {
        const Colour side = line->position.side;
        const PlayerMove answer = game_ask(players[side], line);
        if (answer.stopped)
            return false;
        if (answer.fault != FAULT_NONE) {
            forfeit(game, side, &answer);
            return true;
        }
        count_move(&game->totals[side], &answer);
        make_move(game, line, answer.move);
        outcome = position_outcome(&line->position);
    }
    game->reason = game_end_reason(outcome);
    game->result = outcome.result;
    return true;
}

static const char *result_text(GameResult result)
{
    switch (result) {
    case RESULT_WHITE: return "1-0";
    case RESULT_BLACK: return "0-1";
    case RESULT_DRAW: return "1/2-1/2";
    default: return "*";
    }
}

MatchGameStatus match_game_play(Player *const players[2], GameLine *line, const Move *opening,
                                int opening_plies, int max_plies, MatchGame *game, Error *err)
{
    game_clear(game);
    if (!game_line_start(line, NULL, err))
        return MATCH_GAME_FAILED;
    for (int ply = 0; ply < opening_plies; ply++)
        make_move(game, line, opening[ply]);
    for (int colour = 0; colour < 2; colour++)
        if (!player_begin(players[colour], line, err))
            return MATCH_GAME_FAILED;
    if (!play_on(players, line, max_plies, game))
        return MATCH_GAME_STOPPED;
    for (int colour = 0; colour < 2; colour++)
        player_end(players[colour], result_text(game->result));
    return MATCH_GAME_FINISHED;
}
