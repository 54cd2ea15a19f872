#include "engine/rules/perft.h"

#include "engine/rules/movegen.h"

uint64_t perft(Position *position, int depth)
{
    if (depth == 0)
        return 1;
    if (depth == 1)
        return (uint64_t)count_legal(position);
    Move moves[MAX_MOVES];
    int count = generate_legal(position, moves);
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        position_make(position, moves[i]);
        nodes += perft(position, depth - 1);
        position_undo(position);
    }
    return nodes;
}
