#include "engine/protocol/uci_output.h"

#include <inttypes.h>

#include "engine/protocol/uci_move.h"

void uci_add_score(Text *line, int score)
{
    if (score >= SCORE_MATE_BOUND)
        text_add(line, "mate %d", (SCORE_MATE - score + 1) / 2);
    else if (score <= -SCORE_MATE_BOUND)
        text_add(line, "mate %d", -(SCORE_MATE + score) / 2);
    else
        text_add(line, "cp %d", score);
}

static void add_moves(Text *line, Position *position, const SearchResult *result, bool chess960)
{
    int made = 0;
    for (; made < result->pv_length && position->ply < MAX_GAME_PLY - 1; made++) {
        char text[MAX_MOVE_TEXT];
        uci_move_to_text(position, result->pv[made], chess960, text);
        text_add(line, " %s", text);
        position_make(position, result->pv[made]);
    }
    while (made-- > 0)
        position_undo(position);
}

void uci_add_info(Text *line, Position *position, const SearchResult *result, bool chess960,
                  double seconds)
{
    text_add(line, "info depth %d score ", result->depth);
    uci_add_score(line, result->score);
    text_add(line, " nodes %" PRIu64, result->nodes);
    if (seconds > 0)
        text_add(line, " nps %.0f", (double)result->nodes / seconds);
    text_add(line, " time %.0f", seconds * 1000);
    if (result->pv_length > 0)
        text_add(line, " pv");
    add_moves(line, position, result, chess960);
}
