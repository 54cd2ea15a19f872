/* The count is kept in plies: the side that counts has one move in two of them. Its limit stands
 * fast from the move that begins the count, whatever is captured later by the lone king. */
#include "engine/rules/counting.h"

enum { BOARD_LIMIT = 64 };

static int pieces_of(const Position *position, Colour colour)
{
    return set_count(&position->of_colour[colour]);
}

static int pawns_of(const Position *position, Colour colour)
{
    const Variant *variant = position->variant;
    int count = 0;
    for (int type = 1; type <= variant->type_count; type++)
        count += variant->types[type].pawn ? position->count[colour][type] : 0;
    return count;
}

/* The limit of the pieces' honour against a side's pieces, in moves. */
static int pieces_limit(const Position *position, Colour colour)
{
    const Variant *variant = position->variant;
    for (int i = 0; i < variant->counting_limit_count; i++) {
        const CountingLimit *limit = &variant->counting_limits[i];
        bool all = true;
        for (int type = 1; type <= variant->type_count; type++)
            all = all && position->count[colour][type] >= limit->needs[type];
        if (all)
            return limit->moves;
    }
    return BOARD_LIMIT;
}

/* The limit of a count that a side would begin now, in moves; 0 if it may not. */
static int limit_for(const Position *position, Colour colour)
{
    Colour other = colour_other(colour);
    if (pawns_of(position, WHITE) + pawns_of(position, BLACK) > 0
        || pieces_of(position, other) == 1)
        return 0;
    return pieces_of(position, colour) > 1 ? BOARD_LIMIT : pieces_limit(position, other);
}

static void begin(Position *position, int limit, int count)
{
    position->counting_limit = (uint16_t)(2 * limit);
    position->counting = (uint16_t)count;
}

CountingBefore counting_before(const Position *position)
{
    Colour other = colour_other(position->side);
    return (CountingBefore){.pieces = pieces_of(position, other),
                            .pawns = pawns_of(position, other)};
}

void counting_after(Position *position, CountingBefore before, bool promoted)
{
    Colour side = position->side, mover = colour_other(side);
    bool captured = pieces_of(position, side) < before.pieces;
    int all = pieces_of(position, WHITE) + pieces_of(position, BLACK);
    if (position->counting_limit > 0)
        position->counting++;
    /* A lone king that takes the last pawn counts from before this move on. */
    int limit = limit_for(position, mover);
    if (pawns_of(position, side) < before.pawns && pieces_of(position, mover) == 1 && limit > 0)
        begin(position, limit, 2 * all - 1);
    limit = limit_for(position, side);
    bool bared = pieces_of(position, side) == 1;
    if (limit > 0 && (position->counting_limit == 0 || ((captured || promoted) && bared)))
        begin(position, limit, bared ? 2 * all : 0);
}

bool counting_is_over(const Position *position)
{
    return position->counting_limit > 0 && position->counting > position->counting_limit;
}
