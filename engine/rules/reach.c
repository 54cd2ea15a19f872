#include "engine/rules/reach.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------
 * One walk
 */

/* A move that needs no right from the move before. */
static bool emits(const Step *step, unsigned class)
{
    return step->emit[class] != EMIT_NONE && step->emit[class] != EMIT_EN_PASSANT;
}

/* Notes what a step gives. Where it stands on its move's target, both contents of the square are
 * noted: a path has each square once, so that the rest of it is the same. */
static void note(const Variant *variant, const Step *step, unsigned class, const Set *filled,
                 Reach *reach, Set *plain)
{
    unsigned to = move_to(step->move);
    bool here = step->square == to;
    bool quiet = here ? emits(step, 0) : emits(step, class) && !set_has(filled, to);
    bool capture = here ? emits(step, 2) : emits(step, class) && set_has(filled, to);
    const MoveEffect *effect = &variant->effects[move_effect(step->move)];
    bool taking = effect->kind == EFFECT_TAKE && effect->take_count > 0;
    if (quiet)
        set_add(&reach->quiet, to);
    if (capture)
        set_add(&reach->capture, to);
    if (capture && effect->kind == EFFECT_SHOT)
        set_add(&reach->shot, to);
    if (here && emits(step, 1))
        set_add(&reach->own, to);
    if (quiet || capture)
        set_add(taking ? &reach->taking : plain, to);
}

void reach_find(const Variant *variant, unsigned type, unsigned from, const Set *filled,
                Colour colour, Reach *reach)
{
    const Program *program = &variant->programs[WHITE][type][from];
    const Step *steps = variant->steps + program->first;
    Set plain = set_empty();
    *reach = (Reach){0};
    for (uint32_t at = 0; at < program->length;) {
        unsigned class = set_has(filled, steps[at].square) ? (unsigned)colour + 1 : 0;
        note(variant, &steps[at], class, filled, reach, &plain);
        at = steps[at].next[class];
    }
    set_remove(&reach->quiet, from);
    set_remove(&reach->capture, from);
    reach->taking = set_minus(reach->taking, plain);
}

Set reach_targets(const Reach *reach) { return set_or(reach->quiet, reach->capture); }

Set reach_gain(const Reach *before, const Reach *after)
{
    return set_or(set_minus(after->quiet, before->quiet),
                  set_minus(after->capture, before->capture));
}

Set reach_change(const Reach *before, const Reach *after)
{
    const Set gained = reach_gain(before, after);
    const Set lost =
        set_or(set_minus(before->quiet, after->quiet), set_minus(before->capture, after->capture));
    return set_or(gained, lost);
}

/* ------------------------------------------------------------------------------------------------
 * What has a bearing on what
 */

/* Whether a square lies on a queen's line between two others. `line` is whether there is a line at
 * all, `far` whether anything lies between. */
static bool lies_between(const Variant *variant, unsigned from, unsigned to, unsigned square,
                         bool *line, bool *far)
{
    int files = variant_file(variant, to) - variant_file(variant, from);
    int ranks = variant_rank(variant, to) - variant_rank(variant, from);
    int length = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
    *line = files == 0 || ranks == 0 || abs(files) == abs(ranks);
    *far = length > 1;
    if (!*line)
        return false;
    int step = ranks / length * variant->files + files / length;
    for (int i = 1; i < length; i++)
        if ((int)from + i * step == (int)square)
            return true;
    return false;
}

/* How others matter to a target of the empty board; `leap`: with all else filled it is one still.
 */
static Way find_way(const Variant *variant, const ReachStudy *study, unsigned to, bool leap)
{
    bool line = false, far = false, as_slide = true, stopped = false, gained = false;
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        if (square == to || square == study->from)
            continue;
        bool stops = set_has(&study->change[square], to);
        as_slide = as_slide && stops == lies_between(variant, study->from, to, square, &line, &far);
        stopped = stopped || stops;
        gained = gained || set_has(&study->gain[square], to);
    }
    if (gained)
        return WAY_MORE;
    if (!leap)
        return line && far && as_slide ? WAY_PLAIN : WAY_PATH;
    return stopped ? WAY_PATH : line && far ? WAY_LEAP : WAY_PLAIN;
}

/* The squares that the steps of the program stand on, and those that its moves go to. */
static void find_squares(const Variant *variant, unsigned type, unsigned from, Set *looked_at,
                         Set *named)
{
    const Program *program = &variant->programs[WHITE][type][from];
    for (uint32_t i = 0; i < program->length; i++) {
        const Step *step = &variant->steps[program->first + i];
        set_add(looked_at, step->square);
        if (emits(step, 0) || emits(step, 2))
            set_add(named, move_to(step->move));
    }
    set_remove(looked_at, from);
    set_remove(named, from);
}

void reach_study(const Variant *variant, unsigned type, unsigned from, ReachStudy *study)
{
    const Set nothing = set_empty();
    Set everything = set_empty(), named = set_empty();
    Reach filled;
    *study = (ReachStudy){.from = from};
    find_squares(variant, type, from, &study->program, &named);
    reach_find(variant, type, from, &nothing, WHITE, &study->empty);
    SET_EACH(square, &study->program)
    {
        Set one = set_empty();
        set_add(&one, square);
        reach_find(variant, type, from, &one, BLACK, &filled);
        study->change[square] = reach_change(&study->empty, &filled);
        study->gain[square] = reach_gain(&study->empty, &filled);
        set_remove(&study->change[square], square);
        set_remove(&study->gain[square], square);
    }
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        set_add(&everything, square);
    set_remove(&everything, from);
    reach_find(variant, type, from, &everything, WHITE, &filled);
    const Set targets = reach_targets(&study->empty), change = reach_change(&study->empty, &filled);
    SET_EACH(to, &named)
    {
        study->way[to] =
            set_has(&targets, to) ? find_way(variant, study, to, !set_has(&change, to)) : WAY_OVER;
    }
}
