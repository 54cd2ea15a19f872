/* The walk over a step program: the moves that are no plain ones (targets.h). */
#pragma once

#include "engine/rules/position.h"
#include "engine/rules/prey.h"

/* Which moves are wanted. */
typedef enum Kind { ALL_MOVES, NOISY_MOVES, QUIET_MOVES } Kind;

static inline bool is_of_kind(Kind kind, bool noisy)
{
    return kind == ALL_MOVES || (kind == NOISY_MOVES) == noisy;
}

/* Whether a move is among those in [first, end). */
static inline bool moves_contain(const Move *first, const Move *end, Move move)
{
    for (; first < end; first++)
        /* Written up to `end`. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
        if (*first == move)
            return true;
    return false;
}

/* Adds what a step gives beyond a plain move. `first` is where the moves of the piece begin. */
Move *walk_emit_special(const Position *position, const Step *step, unsigned emit,
                        const Move *first, Move *end);

/* Walks a program in variant->other_steps. */
static inline Move *walk(const Position *position, const Program *program, Kind kind,
                         const Move *first, Move *end)
{
    const Step *steps = position->variant->other_steps + program->first;
    const unsigned enemy = 2 - (unsigned)position->side;
    for (uint32_t at = 0; at < program->length;) {
        const Step *step = &steps[at];
        unsigned class = position->board[step->square] >> PIECE_COLOUR_SHIFT;
        unsigned emit = step->emit[class];
        if (emit != EMIT_NONE && is_of_kind(kind, emit_is_noisy(emit, class, enemy))) {
            if (emit == EMIT_MOVE && !step->twin)
                *end++ = step->move;
            else
                end = walk_emit_special(position, step, emit, first, end);
        }
        at = step->next[class];
    }
    return end;
}
