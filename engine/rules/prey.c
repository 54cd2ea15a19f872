#include "engine/rules/prey.h"

#include "engine/base/memory.h"
#include "engine/rules/between.h"

/* Whether a step gives a noisy move where something of the class stands. */
static bool step_is_noisy(const Step *step, unsigned class, unsigned enemy)
{
    return step->emit[class] != EMIT_NONE && emit_is_noisy(step->emit[class], class, enemy);
}

/* Adds the squares where an enemy makes some step of a program noisy. */
static void add_prey(Set *prey, const Step *steps, uint32_t length, unsigned enemy)
{
    for (uint32_t i = 0; i < length; i++)
        if (step_is_noisy(&steps[i], enemy, enemy))
            set_add(prey, steps[i].square);
}

/* Whether some step of a program may be noisy; `always`: where no enemy stands on its square, too.
 */
static bool is_noisy_program(const Step *steps, uint32_t length, unsigned enemy, bool *always)
{
    bool noisy = false;
    for (uint32_t i = 0; i < length; i++)
        for (unsigned class = 0; class < 3; class ++)
            if (step_is_noisy(&steps[i], class, enemy)) {
                noisy = true;
                *always = *always || class != enemy;
            }
    return noisy;
}

static void compile_piece(Variant *variant, Colour colour, unsigned type, unsigned square)
{
    const unsigned enemy = 2 - (unsigned)colour;
    const Program *program = &variant->programs[colour][type][square];
    const Program *rest = &variant->targets[colour][type][square].rest;
    Set prey = set_empty();
    bool always = false;
    if (is_noisy_program(variant->other_steps + rest->first, rest->length, enemy, &always)
        || !between_known(variant, colour, type))
        set_add(&variant->walks_for_prey[colour][type], square);
    if (program->length > 0)
        add_prey(&prey, variant->steps + program->first, program->length, enemy);
    if (always)
        prey = set_full();
    uint64_t *row =
        variant->prey + variant->prey_first[colour][type] + (size_t)square * (size_t)variant->words;
    for (int word = 0; word < variant->words; word++)
        row[word] = prey.word[word];
}

/* Adds the leap by which a piece could capture; false if they become too many. */
static bool add_stride(Herd *herd, unsigned from, int delta)
{
    int i = 0;
    while (i < herd->count && herd->stride[i].delta != delta)
        i++;
    if (i == MAX_STRIDES || delta >= 64 || delta <= -64)
        return false;
    if (i == herd->count)
        herd->stride[herd->count++].delta = delta;
    set_add(&herd->stride[i].from, from);
    return true;
}

/* The captures of a type as strides; false if it has too many or some that can be blocked. */
static bool find_herd(Herd *herd, const Variant *variant, Colour colour, unsigned type)
{
    *herd = (Herd){.type = type};
    if (!between_known(variant, colour, type))
        return false;
    for (unsigned from = 0; from < (unsigned)variant->squares; from++) {
        if (set_has(&variant->walks_for_prey[colour][type], from))
            continue;
        set_add(&herd->squares, from);
        const uint16_t *between = between_row(variant, colour, type, from);
        const uint64_t *prey =
            prey_row(variant, variant->prey_first[colour][type], from, variant->words);
        for (unsigned to = 0; to < (unsigned)variant->squares; to++)
            if ((prey[to >> 6] >> (to & 63) & 1) != 0
                && (between[to] != 0 || !add_stride(herd, from, (int)to - (int)from)))
                return false;
    }
    return true;
}

/* Of the types that capture by few strides, the one that the side has most of. */
static void compile_herd(Variant *variant, Colour colour)
{
    int most = 0;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        Herd herd;
        int count = variant->types[type].start[colour];
        if (count <= most || !find_herd(&herd, variant, colour, type))
            continue;
        most = count;
        variant->herds[colour] = herd;
    }
}

void prey_compile(Variant *variant)
{
    const uint32_t size = (uint32_t)(variant->squares * variant->words);
    uint32_t first = 0;
    variant->prey = memory_new(2 * (size_t)variant->type_count * size, sizeof(uint64_t));
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++, first += size) {
            variant->prey_first[colour][type] = first;
            for (unsigned square = 0; square < (unsigned)variant->squares; square++)
                compile_piece(variant, (Colour)colour, type, square);
        }
    for (int colour = WHITE; colour <= BLACK; colour++)
        compile_herd(variant, (Colour)colour);
}
