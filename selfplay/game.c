#include "selfplay/game.h"

#include "engine/rules/legality.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"

bool game_allows(Position *position, Move move)
{
    if (move == NO_MOVE || !move_is_pseudo_legal(position, move)) {
        return false;
    }
    Legality legality;
    legality_init(&legality, position);
    return move_is_legal(&legality, position, move);
}

static bool is_stopped(const GameLimits *limits) { return limits->stop != NULL && *limits->stop; }

static void record_move(GameRecord *record, const Position *position, Move move, int white_score,
                        uint64_t nodes)
{
    char text[MAX_MOVE_TEXT];
    move_to_text(position, move, text);
    text_add(&record->moves, record->plies == 0 ? "%s" : " %s", text);
    game_record_add_score(record, white_score);
    record->nodes += nodes;
    record->plies++;
}

EndReason game_end_reason(Outcome outcome)
{
    return outcome.reason == END_NONE ? END_PLY_CAP : outcome.reason;
}

static GameEnd record_end(GameRecord *record, Outcome outcome)
{
    record->reason = game_end_reason(outcome);
    record->result = outcome.result;
    return GAME_FINISHED;
}

GameEnd game_play(Searcher *searcher, Position *position, const GameLimits *limits,
                  GameRecord *record, Error *err)
{
    if (!position_set_fen(position, record->start_fen.data, err)) {
        return GAME_FAILED;
    }
    searcher_clear(searcher);
    const SearchLimits search = {.nodes = limits->nodes, .stop = limits->stop};
    Outcome outcome = position_outcome(position);
    while (outcome.reason == END_NONE && record->plies < limits->max_plies) {
        SearchResult result = searcher_search(searcher, position, &search);
        if (is_stopped(limits)) {
            return GAME_STOPPED;
        }
        if (!game_allows(position, result.best)) {
            error_set(err, "the player made an illegal move at ply %d of the game from '%s'",
                      record->plies, record->start_fen.data);
            return GAME_FAILED;
        }
        record_move(record, position, result.best,
                    position->side == WHITE ? result.score : -result.score, result.nodes);
        position_make(position, result.best);
        outcome = position_outcome(position);
    }
    return record_end(record, outcome);
}

PlayerMove game_ask(Player *player, GameLine *line)
{
    PlayerMove answer = player_move(player, line);
    if (!answer.stopped && answer.fault == FAULT_NONE
        && !game_allows(&line->position, answer.move)) {
        answer.fault = FAULT_ILLEGAL;
    }
    return answer;
}

static GameEnd fail(const Player *player, const PlayerMove *answer, const GameRecord *record,
                    Error *err)
{
    error_set(err, "%s at ply %d of the game from '%s': %s%s%s", player_name(player), record->plies,
              record->start_fen.data, player_fault_name(answer->fault),
              answer->why[0] != '\0' ? ": " : "", answer->why);
    return GAME_FAILED;
}

GameEnd game_play_by(Player *player, GameLine *line, const GameLimits *limits, GameRecord *record,
                     Error *err)
{
    Position *position = &line->position;
    if (!game_line_start(line, record->start_fen.data, err) || !player_begin(player, line, err)) {
        return is_stopped(limits) ? GAME_STOPPED : GAME_FAILED;
    }
    Outcome outcome = position_outcome(position);
    while (outcome.reason == END_NONE && record->plies < limits->max_plies) {
        const PlayerMove answer = game_ask(player, line);
        if (answer.stopped || is_stopped(limits)) {
            return GAME_STOPPED;
        }
        if (answer.fault != FAULT_NONE) {
            return fail(player, &answer, record, err);
        }
        record_move(record, position, answer.move, SCORE_NONE, answer.nodes);
        game_line_make(line, answer.move);
        outcome = position_outcome(position);
    }
    return record_end(record, outcome);
}
