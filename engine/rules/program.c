#include "engine/rules/program.h"

#include <stdlib.h>

#include "engine/base/memory.h"

/* Nodes of one level are a list; -1 ends it. */
struct ProgramNode {
    Move move;
    Square square;
    uint8_t promotion;
    uint8_t emit[3];
    int child[3];
    int sibling;
};

void program_init(ProgramBuilder *builder) { *builder = (ProgramBuilder){.first = -1}; }

void program_release(ProgramBuilder *builder)
{
    free(builder->nodes);
    program_init(builder);
}

void program_clear(ProgramBuilder *builder)
{
    builder->count = 0;
    builder->first = -1;
}

/* Whether a node can stand for the square of a path: on the path's last square it must not give
 * another move already. */
static bool node_fits(const ProgramNode *node, Square square, bool last, Move move,
                      uint8_t promotion)
{
    if (node->square != square)
        return false;
    bool silent =
        node->emit[0] == EMIT_NONE && node->emit[1] == EMIT_NONE && node->emit[2] == EMIT_NONE;
    return !last || silent || (node->move == move && node->promotion == promotion);
}

/* The link that the list of a level hangs on: of the top level, or of a node's way on. An index,
 * since nodes move while the array grows. */
typedef struct Level {
    int node; /* -1: the top */
    int way;
} Level;

static int level_first(const ProgramBuilder *builder, Level level)
{
    return level.node < 0 ? builder->first : builder->nodes[level.node].child[level.way];
}

static int level_append(ProgramBuilder *builder, Level level, Square square)
{
    builder->nodes =
        memory_grow(builder->nodes, builder->count, &builder->capacity, sizeof(ProgramNode));
    int index = (int)builder->count++;
    builder->nodes[index] = (ProgramNode){.square = square, .child = {-1, -1, -1}, .sibling = -1};
    int last = level_first(builder, level);
    if (last < 0) {
        if (level.node < 0)
            builder->first = index;
        else
            builder->nodes[level.node].child[level.way] = index;
        return index;
    }
    while (builder->nodes[last].sibling >= 0)
        last = builder->nodes[last].sibling;
    builder->nodes[last].sibling = index;
    return index;
}

/* The classes of Step that an element allows, seen by a colour: a bit for each. */
static unsigned element_classes(const PathElement *element, Colour colour)
{
    unsigned friend_class = 1u << (colour + 1), enemy_class = 1u << (2 - colour);
    return ((element->allow & PATH_EMPTY) ? 1u : 0u)
           | ((element->allow & PATH_FRIEND) ? friend_class : 0u)
           | ((element->allow & PATH_ENEMY) ? enemy_class : 0u);
}

/* What is added, the same on all levels. */
typedef struct Addition {
    const Path *path;
    Colour colour;
    Move move;
    Emit emit;
    uint8_t promotion;
} Addition;

static void add_from(ProgramBuilder *builder, const Addition *what, int index, Level level)
{
    const PathElement *element = &what->path->elements[index];
    bool last = index == what->path->count - 1;
    int node = level_first(builder, level);
    while (node >= 0
           && !node_fits(&builder->nodes[node], element->square, last, what->move, what->promotion))
        node = builder->nodes[node].sibling;
    if (node < 0)
        node = level_append(builder, level, element->square);
    unsigned classes = element_classes(element, what->colour);
    if (last) {
        builder->nodes[node].move = what->move;
        builder->nodes[node].promotion = what->promotion;
    }
    for (int class = 0; class < 3; class ++) {
        if ((classes >> class & 1) == 0)
            continue;
        if (last)
            builder->nodes[node].emit[class] = (uint8_t)what->emit;
        else
            add_from(builder, what, index + 1, (Level){.node = node, .way = class});
    }
}

void program_add(ProgramBuilder *builder, Colour colour, const Path *path, Move move, Emit emit,
                 uint8_t promotion)
{
    const Addition what = {
        .path = path, .colour = colour, .move = move, .emit = emit, .promotion = promotion};
    add_from(builder, &what, 0, (Level){.node = -1});
}

size_t program_length(const ProgramBuilder *builder) { return builder->count; }

/* The steps of a node and all below it. */
static int node_size(const ProgramBuilder *builder, int node)
{
    int size = 1;
    for (int way = 0; way < 3; way++)
        for (int child = builder->nodes[node].child[way]; child >= 0;
             child = builder->nodes[child].sibling)
            size += node_size(builder, child);
    return size;
}

/* Lays out a level from step `at` on; its last node leads on to `after`. */
static void write_level(const ProgramBuilder *builder, int first, int at, int after, Step *steps)
{
    for (int index = first; index >= 0; index = builder->nodes[index].sibling) {
        const ProgramNode *node = &builder->nodes[index];
        int end = at + node_size(builder, index);
        int past = node->sibling >= 0 ? end : after;
        Step *step = &steps[at];
        *step = (Step){.move = node->move, .square = node->square, .promotion = node->promotion};
        int child_at = at + 1;
        for (int way = 0; way < 3; way++) {
            step->emit[way] = node->emit[way];
            step->next[way] = (uint16_t)(node->child[way] >= 0 ? child_at : past);
            write_level(builder, node->child[way], child_at, past, steps);
            for (int child = node->child[way]; child >= 0; child = builder->nodes[child].sibling)
                child_at += node_size(builder, child);
        }
        at = end;
    }
}

/* A step's move, to be sorted by. */
typedef struct NamedStep {
    Move move;
    uint32_t index;
} NamedStep;

static int compare_moves(const void *a, const void *b)
{
    Move left = ((const NamedStep *)a)->move, right = ((const NamedStep *)b)->move;
    return (left > right) - (left < right);
}

/* Marks the steps that give the same move as another one. */
static void mark_twins(Step *steps, size_t count)
{
    NamedStep *named = memory_new(count, sizeof *named);
    size_t named_count = 0;
    for (size_t i = 0; i < count; i++)
        if (step_emits(&steps[i]))
            named[named_count++] = (NamedStep){.move = steps[i].move, .index = (uint32_t)i};
    qsort(named, named_count, sizeof *named, compare_moves);
    for (size_t i = 1; i < named_count; i++)
        if (named[i].move == named[i - 1].move)
            steps[named[i].index].twin = steps[named[i - 1].index].twin = true;
    free(named);
}

void program_write(const ProgramBuilder *builder, Step *steps)
{
    int length = (int)builder->count;
    write_level(builder, builder->first, 0, length, steps);
    mark_twins(steps, builder->count);
}
