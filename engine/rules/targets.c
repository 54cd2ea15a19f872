#include "engine/rules/targets.h"

#include <stdlib.h>

#include "engine/base/memory.h"

/* The sets of one piece on one square while its program is read. */
typedef struct Reach {
    Set leaps;
    Set *rising, *falling; /* owned */
    size_t rising_count, rising_capacity, falling_count, falling_capacity;
} Reach;

typedef struct TargetCompiler {
    Variant *variant;
    Colour colour;
    unsigned type, square;
    Reach reach[TARGET_MODES];
    uint32_t *moved; /* owned: where a step of the program stands among those that are left */
    size_t moved_capacity;
    size_t word_count, word_capacity;
    size_t step_count, step_capacity;
} TargetCompiler;

/* The mode of a step that is part of a plain move; TARGET_MODES if it is none. */
static TargetMode step_mode(TargetCompiler *compiler, const Step *step)
{
    unsigned own = (unsigned)compiler->colour + 1, enemy = 3 - own;
    if (step->twin || step->promotion != 0 || move_effect(step->move) != 0
        || move_to(step->move) != step->square)
        return TARGET_MODES;
    for (int class = 0; class < 3; class ++)
        if (step->emit[class] != EMIT_NONE && step->emit[class] != EMIT_MOVE)
            return TARGET_MODES;
    Move arrival = step->move & ~(Move)255;
    Move *known = &compiler->variant->arrivals[compiler->colour][compiler->type][step->square];
    if (*known != NO_MOVE && *known != arrival)
        return TARGET_MODES;
    unsigned emits = (step->emit[0] != EMIT_NONE ? 1u : 0u)
                     | (step->emit[enemy] != EMIT_NONE ? 2u : 0u)
                     | (step->emit[own] != EMIT_NONE ? 4u : 0u);
    TargetMode mode = emits == 1   ? TARGET_QUIET
                      : emits == 2 ? TARGET_CAPTURE
                      : emits == 3 ? TARGET_BOTH
                      : emits == 7 ? TARGET_ANY
                                   : TARGET_MODES;
    if (mode != TARGET_MODES)
        *known = arrival;
    return mode;
}

/* Whether the steps in [first, end) are a slide: each leads to the next over an empty square and
 * out where something stands, and the numbers of the squares only rise or only fall. One step that
 * cannot be blocked is both a leap and a slide. */
static bool is_slide(const Step *steps, uint32_t first, uint32_t end)
{
    bool rising = end > first + 1 && steps[first + 1].square > steps[first].square;
    for (uint32_t at = first; at < end; at++) {
        if (steps[at].next[0] != at + 1 || steps[at].next[1] != end || steps[at].next[2] != end)
            return false;
        if (at > first && (steps[at].square > steps[at - 1].square) != rising)
            return false;
    }
    return true;
}

static void add_slide(Reach *reach, const Step *steps, uint32_t first, uint32_t end)
{
    Set squares = set_empty();
    for (uint32_t at = first; at < end; at++)
        set_add(&squares, steps[at].square);
    if (steps[first + 1].square > steps[first].square) {
        reach->rising =
            memory_grow(reach->rising, reach->rising_count, &reach->rising_capacity, sizeof(Set));
        reach->rising[reach->rising_count++] = squares;
    } else {
        reach->falling = memory_grow(reach->falling, reach->falling_count, &reach->falling_capacity,
                                     sizeof(Set));
        reach->falling[reach->falling_count++] = squares;
    }
}

/* Takes the steps in [first, end) as a leap or a slide, if they are one. */
static bool take_plain(TargetCompiler *compiler, const Step *steps, uint32_t first, uint32_t end)
{
    TargetMode mode = step_mode(compiler, &steps[first]);
    if (mode == TARGET_MODES || !is_slide(steps, first, end))
        return false;
    for (uint32_t at = first + 1; at < end; at++)
        if (step_mode(compiler, &steps[at]) != mode)
            return false;
    Reach *reach = &compiler->reach[mode];
    if (end > first + 1)
        add_slide(reach, steps, first, end);
    else
        set_add(&reach->leaps, steps[first].square);
    return true;
}

/* A single step that is a capture en passant and nothing else. */
static bool is_passing(const Step *step)
{
    return step->emit[0] == EMIT_EN_PASSANT && step->emit[1] == EMIT_NONE
           && step->emit[2] == EMIT_NONE && !step->twin;
}

static Step *new_step(TargetCompiler *compiler)
{
    Variant *variant = compiler->variant;
    variant->other_steps = memory_grow(variant->other_steps, compiler->step_count,
                                       &compiler->step_capacity, sizeof(Step));
    return &variant->other_steps[compiler->step_count++];
}

/* Copies the steps that `keep` marks, with their ways on. `moved[at]` is 1 for a step that stays,
 * 0 for one that goes, and becomes its new place. */
static Program copy_steps(TargetCompiler *compiler, const Step *steps, uint32_t length)
{
    Program program = {.first = (uint32_t)compiler->step_count};
    for (uint32_t at = 0; at <= length; at++) {
        uint32_t stays = at < length ? compiler->moved[at] : 0;
        compiler->moved[at] = program.length;
        program.length += stays;
    }
    for (uint32_t at = 0; at < length; at++) {
        if (compiler->moved[at + 1] == compiler->moved[at])
            continue;
        Step *step = new_step(compiler);
        *step = steps[at];
        for (int class = 0; class < 3; class ++)
            step->next[class] = (uint16_t)compiler->moved[step->next[class]];
    }
    return program;
}

/* Whether no step of a program does more to the safety of kings than to move its piece. */
static bool is_plain_program(const Variant *variant, const Program *program)
{
    for (uint32_t i = 0; i < program->length; i++) {
        const Step *step = &variant->other_steps[program->first + i];
        unsigned kind = variant->effects[move_effect(step->move)].kind;
        if (step_emits(step) && kind != EFFECT_NONE && kind != EFFECT_PASS)
            return false;
    }
    return true;
}

static void write_set(TargetCompiler *compiler, const Set *set)
{
    Variant *variant = compiler->variant;
    for (int word = 0; word < variant->words; word++) {
        variant->target_words = memory_grow(variant->target_words, compiler->word_count,
                                            &compiler->word_capacity, sizeof(uint64_t));
        variant->target_words[compiler->word_count++] = set->word[word];
    }
}

static void write_reach(TargetCompiler *compiler, Targets *targets)
{
    targets->first = (uint32_t)compiler->word_count;
    for (int mode = 0; mode < TARGET_MODES; mode++) {
        Reach *reach = &compiler->reach[mode];
        if (set_is_empty(&reach->leaps) && reach->rising_count + reach->falling_count == 0)
            continue;
        targets->modes |= (uint8_t)(1u << mode);
        targets->rising[mode] = (uint16_t)reach->rising_count;
        targets->falling[mode] = (uint16_t)reach->falling_count;
        targets->slides |= reach->rising_count + reach->falling_count > 0;
        write_set(compiler, &reach->leaps);
        for (size_t i = 0; i < reach->rising_count; i++)
            write_set(compiler, &reach->rising[i]);
        for (size_t i = 0; i < reach->falling_count; i++)
            write_set(compiler, &reach->falling[i]);
    }
}

static void clear_reach(TargetCompiler *compiler)
{
    for (int mode = 0; mode < TARGET_MODES; mode++) {
        compiler->reach[mode].leaps = set_empty();
        compiler->reach[mode].rising_count = compiler->reach[mode].falling_count = 0;
    }
}

static void compile_program(TargetCompiler *compiler)
{
    Variant *variant = compiler->variant;
    const Program *program = &variant->programs[compiler->colour][compiler->type][compiler->square];
    const Step *steps = variant->steps + program->first;
    Targets *targets = &variant->targets[compiler->colour][compiler->type][compiler->square];
    clear_reach(compiler);
    *targets = (Targets){.passing = {.first = (uint32_t)compiler->step_count}};
    for (uint32_t at = 0, end; at <= program->length; at = end) {
        end = at < program->length ? step_span_end(steps, at) : at + 1;
        bool passing = at < program->length && end == at + 1 && is_passing(&steps[at]);
        bool taken = at < program->length && !passing && take_plain(compiler, steps, at, end);
        for (uint32_t i = at; i < end; i++) {
            compiler->moved =
                memory_grow(compiler->moved, i, &compiler->moved_capacity, sizeof(uint32_t));
            compiler->moved[i] = !passing && !taken;
        }
        if (!passing)
            continue;
        *new_step(compiler) = steps[at];
        uint16_t next = (uint16_t)++targets->passing.length;
        Step *step = &variant->other_steps[compiler->step_count - 1];
        step->next[0] = step->next[1] = step->next[2] = next;
    }
    targets->rest = copy_steps(compiler, steps, program->length);
    targets->rest_plain = is_plain_program(variant, &targets->rest);
    write_reach(compiler, targets);
}

void targets_compile(Variant *variant)
{
    TargetCompiler *compiler = memory_new(1, sizeof *compiler);
    compiler->variant = variant;
    variant->words = (variant->squares + 63) / 64;
    for (int colour = WHITE; colour <= BLACK; colour++) {
        compiler->colour = (Colour)colour;
        for (int type = 1; type <= variant->type_count; type++) {
            compiler->type = (unsigned)type;
            for (int square = 0; square < variant->squares; square++) {
                compiler->square = (unsigned)square;
                compile_program(compiler);
            }
        }
    }
    /* Where there are none, an empty program still has a place to begin. */
    if (variant->other_steps == NULL)
        variant->other_steps = memory_new(1, sizeof(Step));
    if (variant->target_words == NULL)
        variant->target_words = memory_new(1, sizeof(uint64_t));
    for (int mode = 0; mode < TARGET_MODES; mode++) {
        free(compiler->reach[mode].rising);
        free(compiler->reach[mode].falling);
    }
    free(compiler->moved);
    free(compiler);
}
