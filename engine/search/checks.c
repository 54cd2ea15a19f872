#include "engine/search/checks.h"

bool checks_directly(const Position *position, Move move)
{
    const Checkers checkers = checkers_of(position);
    if (!may_check(&checkers, position, move))
        return false;
    const Variant *variant = position->variant;
    const AttackTable *table = checkers_table(&checkers, position, move);
    Square to = move_to(move);
    Set occupied = position->occupied;
    set_remove(&occupied, move_from(move));
    const uint32_t *group =
        &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, to)];
    for (uint32_t i = group[0]; i < group[1]; i++) {
        const AttackPath *path = &variant->paths[i];
        if (path->hop || !set_meets(&variant->sets[path->empty], &occupied))
            return true;
    }
    return false;
}
