#include "engine/search/mobility.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/memory.h"

/* Probabilities of the targets of one piece on one square. Where paths meet, the union counts, as
 * if the paths were independent. */
typedef struct Chances {
    double quiet[MAX_SQUARES];
    double capture[MAX_SQUARES];
} Chances;

static double either(double a, double b) { return a + b - a * b; }

/* Castling is in no program. */
static bool counts(const Step *step, unsigned kind)
{
    return step->emit[kind] != EMIT_NONE && step->emit[kind] != EMIT_EN_PASSANT;
}

/* Follows one program with probabilities: `reach[i]` is the chance that the walk comes to step i.
 */
static void chances_find(Chances *chances, const Variant *variant, const Program *program,
                         double *reach)
{
    static const double share[3] = {MOBILITY_EMPTY, MOBILITY_FRIEND, MOBILITY_ENEMY};
    const Step *steps = variant->steps + program->first;
    *chances = (Chances){.quiet = {0}};
    for (uint32_t i = 0; i <= program->length; i++)
        reach[i] = 0;
    reach[0] = 1;
    for (uint32_t i = 0; i < program->length; i++) {
        const Step *step = &steps[i];
        for (unsigned kind = 0; kind < 3; kind++) {
            double chance = reach[i] * share[kind];
            Square to = move_to(step->move);
            bool takes =
                step->emit[kind] == EMIT_TAKE || (kind == 2 && step->emit[kind] != EMIT_QUIET);
            double *target = takes ? &chances->capture[to] : &chances->quiet[to];
            if (counts(step, kind))
                *target = either(*target, chance);
            assert(step->next[kind] > i && step->next[kind] <= program->length);
            reach[step->next[kind]] += chance;
        }
    }
}

bool mobility_shoots(const Variant *variant, unsigned type)
{
    for (int square = 0; square < variant->squares; square++) {
        const Program *program = &variant->programs[WHITE][type][square];
        for (uint32_t i = 0; i < program->length; i++)
            if (variant->effects[move_effect(variant->steps[program->first + i].move)].kind
                == EFFECT_SHOT)
                return true;
    }
    return false;
}

/* White's programs only: the board is turned for Black, not the piece. */
Mobility mobility_expected(const Variant *variant, unsigned type)
{
    Mobility sum = {0};
    int squares = 0;
    Chances *chances = memory_new(1, sizeof *chances);
    double *reach = NULL;
    for (int square = 0; square < variant->squares; square++) {
        const Program *program = &variant->programs[WHITE][type][square];
        if (program->length == 0)
            continue;
        reach = memory_resize(reach, program->length + 1, sizeof *reach);
        chances_find(chances, variant, program, reach);
        for (int to = 0; to < variant->squares; to++) {
            sum.quiet += chances->quiet[to];
            sum.captures += chances->capture[to];
        }
        squares++;
    }
    free(reach);
    free(chances);
    if (squares > 0) {
        sum.quiet /= squares;
        sum.captures /= squares;
    }
    return sum;
}

/* Adds to `seen` the squares that the piece can go to in one move on the empty board. */
static void add_empty_targets(Set *seen, const Variant *variant, const Program *program)
{
    const Step *steps = variant->steps + program->first;
    for (uint32_t i = 0; i < program->length; i = steps[i].next[0])
        if (counts(&steps[i], 0))
            set_add(seen, move_to(steps[i].move));
}

/* From each square in turn, since a piece may be confined to a part; the largest part counts. */
double mobility_reach(const Variant *variant, unsigned type)
{
    int most = 0;
    for (int start = 0; start < variant->squares; start++) {
        Set seen = set_empty();
        Set done = set_empty();
        set_add(&seen, (unsigned)start);
        for (Set todo = seen; !set_is_empty(&todo); todo = set_minus(seen, done)) {
            unsigned square = set_first(&todo);
            set_add(&done, square);
            add_empty_targets(&seen, variant, &variant->programs[WHITE][type][square]);
        }
        int count = set_count(&seen);
        most = count > most ? count : most;
    }
    return (double)most / variant->squares;
}
