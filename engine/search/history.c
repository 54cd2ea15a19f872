#include "engine/search/history.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

void history_init(History *history, const Variant *variant)
{
    size_t types = (size_t)variant->type_count + 1;
    size_t stride = types * (size_t)variant->squares;
    size_t rows = stride * 2 * FOLLOWED;
    *history = (History){.squares = variant->squares,
                         .types = (int)types,
                         .stride = (int)stride,
                         .learns_quiet = true,
                         .learns_continuation = true,
                         .capture = memory_new(2 * types * stride, sizeof(int16_t)),
                         .capture_count = 2 * types * stride,
                         .continuation = memory_new(rows * stride, sizeof(int16_t)),
                         .written = memory_new(rows, 1)};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        int last = variant->ranks - 1 - 2 * variant_rank(variant, square);
        history->place[WHITE][square] = (uint8_t)(UINT8_MAX - (int)square - last * variant->files);
        history->place[BLACK][square] = (uint8_t)(UINT8_MAX - square);
    }
}

void history_release(History *history)
{
    free(history->capture);
    free(history->continuation);
    free(history->written);
    *history = (History){.capture = NULL};
}

/* Short searches write few of the rows: only these are cleared. */
void history_clear(History *history)
{
    size_t stride = (size_t)history->stride;
    memset(history->quiet, 0, sizeof history->quiet);
    memset(history->counter, 0, sizeof history->counter);
    memset(history->capture, 0, history->capture_count * sizeof(int16_t));
    for (size_t row = 0; row < stride * 2 * FOLLOWED; row++)
        if (history->written[row]) {
            memset(history->continuation + row * stride, 0, stride * sizeof(int16_t));
            history->written[row] = 0;
        }
}

Stepped history_stepped(const Position *position, Move move)
{
    return (Stepped){.type = (uint8_t)position_mover(position, move), .to = move_to(move)};
}

static inline int place_of(const History *history, Stepped step)
{
    return step.type * history->squares + step.to;
}

static inline size_t row_of(const History *history, int back, Colour side, Stepped followed)
{
    int table = back * 2 + (int)side;
    return (size_t)table * (size_t)history->stride + (size_t)place_of(history, followed);
}

static void pull(int16_t *score, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *score = (int16_t)(*score + bonus - *score * size / HISTORY_LIMIT);
}

void history_add(History *history, const Position *position, const Followed *followed, Move move,
                 int bonus)
{
    Stepped step = history_stepped(position, move);
    if (history->learns_quiet)
        pull(&history->quiet[position->side][step.type][step.to], bonus);
    if (!history->learns_continuation)
        return;
    for (int back = 0; back < FOLLOWED; back++) {
        size_t row = row_of(history, back, position->side, followed->back[back]);
        history->written[row] = 1;
        pull(
            &history->continuation[row * (size_t)history->stride + (size_t)place_of(history, step)],
            bonus);
    }
}

QuietScores history_quiet_scores(const History *history, const Position *position,
                                 const Followed *followed)
{
    QuietScores scores = {.quiet = history->quiet[position->side], .squares = history->squares};
    for (int back = 0; back < FOLLOWED; back++)
        scores.continuation[back] =
            history->continuation
            + row_of(history, back, position->side, followed->back[back]) * (size_t)history->stride;
    return scores;
}

static int16_t *capture_of(const History *history, const Position *position, Move move)
{
    Stepped step = history_stepped(position, move);
    Piece victim = move_to(move) == move_from(move) ? NO_PIECE : position->board[move_to(move)];
    int types = history->types;
    int index = (((int)position->side * types + step.type) * types + (int)piece_type(victim))
                    * history->squares
                + step.to;
    return &history->capture[index];
}

void history_add_capture(History *history, const Position *position, Move move, int bonus)
{
    pull(capture_of(history, position, move), bonus);
}

int history_capture_score(const History *history, const Position *position, Move move)
{
    return *capture_of(history, position, move);
}

Move history_counter(const History *history, const Position *position, const Followed *followed)
{
    Stepped last = followed->back[0];
    return history->counter[position->side][last.type][last.to];
}

void history_set_counter(History *history, const Position *position, const Followed *followed,
                         Move move)
{
    Stepped last = followed->back[0];
    if (last.type != 0)
        history->counter[position->side][last.type][last.to] = move;
}
