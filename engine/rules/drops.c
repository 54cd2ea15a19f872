#include "engine/rules/drops.h"

#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"

/* The files on which a side has as many pieces of a type as dropNoDoubled allows. */
static Set full_files(const Position *position, Colour side, unsigned type)
{
    const Variant *variant = position->variant;
    uint8_t on_file[MAX_FILES] = {0};
    Set full = set_empty();
    SET_EACH(square, &position->of_piece[side][type]) { on_file[variant_file(variant, square)]++; }
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        if (on_file[variant_file(variant, square)] >= variant->drop_file_limit[type])
            set_add(&full, square);
    return full;
}

/* Where the side to move may drop a type. */
static Set drop_targets(const Position *position, unsigned type)
{
    const Variant *variant = position->variant;
    const Colour side = position->side;
    Set targets = set_minus(variant->drop_region[side][type], position->occupied);
    if (variant->drop_file_limit[type] != UINT8_MAX)
        targets = set_minus(targets, full_files(position, side, type));
    return targets;
}

static Move drop_to(const Variant *variant, unsigned type, unsigned to)
{
    return move_pack(to, to, type, variant->drop_effect);
}

static Move *add_drops_of(const Position *position, unsigned type, const Set *targets, Move *end)
{
    SET_EACH(to, targets) { *end++ = drop_to(position->variant, type, to); }
    return end;
}

Move *drops_add(const Position *position, Move *end)
{
    for (unsigned type = 1; type <= (unsigned)position->variant->type_count; type++) {
        if (position->pockets.count[position->side][type] == 0)
            continue;
        const Set targets = drop_targets(position, type);
        end = add_drops_of(position, type, &targets, end);
    }
    return end;
}

/* A drop only fills a square: beyond doubt is all that does not end on a hopper's path to the king,
 * and in check stands in the way. */
Move *drops_add_legal(const Legality *legality, Position *position, Move *end, int *count)
{
    for (unsigned type = 1; type <= (unsigned)position->variant->type_count; type++) {
        if (position->pockets.count[position->side][type] == 0)
            continue;
        const bool doubt = legality->special != 0 || legality->all_doubtful;
        Set targets = set_and(drop_targets(position, type), legality->evade);
        const Set tested = doubt ? targets : set_and(targets, legality->fill);
        Move *kept = end;
        const Move *tested_end = add_drops_of(position, type, &tested, end);
        for (const Move *move = end; move < tested_end; move++)
            if (move_is_legal(legality, position, *move))
                *kept++ = *move;
        end = kept;
        targets = set_minus(targets, tested);
        if (count == NULL)
            end = add_drops_of(position, type, &targets, end);
        else
            *count += set_count(&targets);
    }
    return end;
}

bool drop_is_pseudo_legal(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    const unsigned type = move_becomes(move), to = move_to(move);
    if ((variant->features & FEATURE_DROPS) == 0 || type == 0 || move != drop_to(variant, type, to)
        || position->pockets.count[position->side][type] == 0)
        return false;
    const Set targets = drop_targets(position, type);
    return set_has(&targets, to);
}

bool drop_is_allowed(Position *position, Move move)
{
    const Variant *variant = position->variant;
    const bool no_mate = (variant->no_drop_mates >> move_becomes(move) & 1) != 0;
    if ((variant->features & FEATURE_NO_DROP_CHECKS) == 0 && !no_mate)
        return true;
    position_make(position, move);
    const bool check = position_in_check(position);
    bool allowed =
        !check || ((variant->features & FEATURE_NO_DROP_CHECKS) == 0 && count_legal(position) > 0);
    position_undo(position);
    return allowed;
}
