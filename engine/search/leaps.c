#include "engine/search/leaps.h"

static bool add_leap(Leaps *leaps, unsigned square, unsigned to, TargetMode mode)
{
    const int delta = (int)to - (int)square;
    if (delta == 0 || delta >= 64 || delta <= -64)
        return false;
    int i = 0;
    while (i < leaps->count && (leaps->leap[i].delta != delta || leaps->leap[i].mode != mode))
        i++;
    if (i == MAX_LEAPS)
        return false;
    if (i == leaps->count)
        leaps->leap[leaps->count++] = (Leap){.delta = delta, .mode = mode};
    set_add(&leaps->leap[i].from, square);
    return true;
}

/* The mode of a step that only puts the piece on the step's square; TARGET_MODES for others. */
static TargetMode step_mode(const Step *step, Colour colour)
{
    const unsigned enemy = 2 - (unsigned)colour, own = 3 - enemy;
    if (step->twin || step->promotion != 0 || move_effect(step->move) != 0
        || move_to(step->move) != step->square || step->emit[own] != EMIT_NONE)
        return TARGET_MODES;
    for (int class = 0; class < 3; class ++)
        if (step->emit[class] != EMIT_NONE && step->emit[class] != EMIT_MOVE)
            return TARGET_MODES;
    if (step->emit[0] == EMIT_NONE)
        return step->emit[enemy] == EMIT_NONE ? TARGET_MODES : TARGET_CAPTURE;
    return step->emit[enemy] == EMIT_NONE ? TARGET_QUIET : TARGET_BOTH;
}

/* Whether the steps in [first, end) are a leap and moves on from there that pass over its square.
 */
static bool is_leap(const Variant *variant, const Step *steps, uint32_t first, uint32_t end,
                    Colour colour)
{
    if (step_mode(&steps[first], colour) == TARGET_MODES)
        return false;
    for (uint32_t at = first + 1; at < end; at++)
        if (step_emits(&steps[at])
            && variant->effects[move_effect(steps[at].move)].kind != EFFECT_PASS)
            return false;
    return true;
}

/* The moves from a square that are no plain ones: leaps if all of them are, else walked. */
static bool add_rest(Leaps *leaps, const Variant *variant, const Program *rest, Colour colour,
                     unsigned square)
{
    const Step *steps = variant->other_steps + rest->first;
    for (uint32_t at = 0; at < rest->length; at = step_span_end(steps, at))
        if (!is_leap(variant, steps, at, step_span_end(steps, at), colour)) {
            set_add(&leaps->walked, square);
            return true;
        }
    for (uint32_t at = 0; at < rest->length; at = step_span_end(steps, at))
        if (!add_leap(leaps, square, steps[at].square, step_mode(&steps[at], colour)))
            return false;
    return true;
}

static bool add_square(Leaps *leaps, const Variant *variant, Colour colour, unsigned type,
                       unsigned square)
{
    const Targets *targets = &variant->targets[colour][type][square];
    const uint64_t *at = variant->target_words + targets->first;
    if (targets->slides)
        return false;
    for (unsigned modes = targets->modes; modes != 0; modes &= modes - 1)
        for (int word = 0; word < variant->words; word++, at++)
            for (uint64_t bits = *at; bits != 0; bits &= bits - 1)
                if (!add_leap(leaps, square, (unsigned)(word * 64 + __builtin_ctzll(bits)),
                              (TargetMode)__builtin_ctz(modes)))
                    return false;
    return add_rest(leaps, variant, &targets->rest, colour, square);
}

void leaps_find(Leaps *leaps, const Variant *variant, Colour colour, unsigned type)
{
    *leaps = (Leaps){.count = 0};
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        if (!add_square(leaps, variant, colour, type, square)) {
            leaps->count = 0;
            return;
        }
}
