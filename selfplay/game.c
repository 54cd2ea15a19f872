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

static void record_move(GameRecord *record, const Position *position, const SearchResult *result)
{
    char text[MAX_MOVE_TEXT];
    move_to_text(position, result->best, text);
    text_add(&record->moves, record->plies == 0 ? "%s" : " %s", text);
    game_record_add_score(record, position->side == WHITE ? result->score : -result->score);
    record->nodes += result->nodes;
    record->plies++;
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
        if (limits->stop != NULL && *limits->stop) {
            return GAME_STOPPED;
        }
        if (!game_allows(position, result.best)) {
            error_set(err, "the player made an illegal move at ply %d of the game from '%s'",
                      record->plies, record->start_fen.data);
            return GAME_FAILED;
        }
        record_move(record, position, &result);
        position_make(position, result.best);
        outcome = position_outcome(position);
    }
    record->reason = outcome.reason == END_NONE ? END_PLY_CAP : outcome.reason;
    record->result = outcome.reason == END_NONE ? RESULT_NONE : outcome.result;
    return GAME_FINISHED;
}
