#include "engine/rules/walk.h"

static Move *add_once(const Step *step, const Move *first, Move *end, Move move)
{
    if (!step->twin || !moves_contain(first, end, move))
        *end++ = move;
    return end;
}

/* Adds the step's move once for each type that the pawn may become, and as it is where it may stay.
 */
static Move *add_promotions(const Position *position, const Step *step, const Move *first,
                            Move *end)
{
    const Variant *variant = position->variant;
    const PromotionRule *rule = &variant->promotions[step->promotion];
    const uint8_t *count = position->count[position->side];
    uint32_t types = 0;
    for (uint32_t rest = rule->types; rest != 0; rest &= rest - 1) {
        unsigned type = (unsigned)__builtin_ctz(rest);
        unsigned limit = variant->lost_promotion ? variant->types[type].start[position->side]
                         : rule->limit[type] > 0 ? rule->limit[type]
                                                 : MAX_SQUARES;
        if (count[type] < limit)
            types |= 1u << type;
    }
    if (rule->overflow && types == 0)
        types = rule->types;
    if (rule->optional || (types == 0 && rule->waits))
        end = add_once(step, first, end, step->move);
    for (; types != 0; types &= types - 1)
        end = add_once(step, first, end, step->move | (Move)__builtin_ctz(types) << 16);
    return end;
}

static bool just_passed(const Position *position, unsigned square)
{
    for (int i = 0; i < position->en_passant.passed_count; i++)
        if (position->en_passant.passed[i] == square)
            return true;
    return false;
}

Move *walk_emit_special(const Position *position, const Step *step, unsigned emit,
                        const Move *first, Move *end)
{
    if (emit == EMIT_EN_PASSANT && !just_passed(position, step->square))
        return end;
    if (step->promotion != 0)
        return add_promotions(position, step, first, end);
    return add_once(step, first, end, step->move);
}
