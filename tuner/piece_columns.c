#include "tuner/piece_columns.h"

#include <stdio.h>

int piece_difference(const Position *position, unsigned type)
{
    const PieceType *piece = &position->variant->types[type];
    return position_held(position, WHITE, type) - position_held(position, BLACK, type)
           - (piece->start[WHITE] - piece->start[BLACK]);
}

bool piece_columns_add(const Variant *variant, Dataset *data, Error *err)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (!variant->types[type].royal
            && !dataset_add_column(data, variant->types[type].name, err))
            return false;
    return true;
}

int *piece_columns_fill(const Position *position, int *row)
{
    const Variant *variant = position->variant;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (!variant->types[type].royal)
            *row++ = piece_difference(position, type);
    return row;
}

void piece_columns_values(const Variant *variant, const Weights *weights, int *values)
{
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (!variant->types[type].royal)
            *values++ = weights_value(weights, type);
}

static bool has_pair_column(const PieceType *piece)
{
    return !piece->royal && !piece->pawn && (piece->start[WHITE] >= 2 || piece->start[BLACK] >= 2);
}

bool pair_columns_add(const Variant *variant, Dataset *data, int *count, Error *err)
{
    for (int type = 1; type <= variant->type_count; type++) {
        char name[64];
        if (!has_pair_column(&variant->types[type]))
            continue;
        snprintf(name, sizeof name, "%s pair", variant->types[type].name);
        if (!dataset_add_column(data, name, err))
            return false;
        (*count)++;
    }
    return true;
}

static int pair_difference(int white, int black) { return (white >= 2) - (black >= 2); }

int *pair_columns_fill(const Position *position, int *row)
{
    const Variant *variant = position->variant;
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        const PieceType *piece = &variant->types[type];
        if (has_pair_column(piece))
            *row++ = pair_difference(position_held(position, WHITE, type),
                                     position_held(position, BLACK, type))
                     - pair_difference(piece->start[WHITE], piece->start[BLACK]);
    }
    return row;
}
