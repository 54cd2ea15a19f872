#include "engine/search/checks.h"

/* The table of the attacks on the enemy's king by the type that the move leaves on its target; NULL
 * where there is no king. */
static const AttackTable *table_of(const Position *position, Move move)
{
    Colour side = position->side;
    unsigned king = position->king[colour_other(side)];
    if (king >= NO_SQUARE)
        return NULL;
    unsigned becomes = move_becomes(move);
    unsigned type = becomes != 0 ? becomes : piece_type(position->board[move_from(move)]);
    return &position->variant->attacks[side][type][king];
}

bool may_check(const Position *position, Move move)
{
    const AttackTable *table = table_of(position, move);
    return table != NULL && set_has(&table->from, move_to(move));
}

bool checks_directly(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    const AttackTable *table = table_of(position, move);
    Square to = move_to(move);
    if (table == NULL || !set_has(&table->from, to))
        return false;
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
