#include "engine/rules/between.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { UNKNOWN = UINT16_MAX /* a set number of no variant: see attack_table.c */ };

/* Writes the sets between the squares of a type; false if it has captures that ask for more or can
 * be made in several ways. */
static bool fill_table(uint16_t *table, const Variant *variant, Colour colour, unsigned type)
{
    size_t squares = (size_t)variant->squares;
    memset(table, 0xff, squares * squares * sizeof *table); /* UNKNOWN */
    for (unsigned to = 0; to < squares; to++) {
        const AttackTable *attacks = &variant->attacks[colour][type][to];
        const uint32_t *group = &variant->path_index[attacks->first_group];
        SET_EACH(from, &attacks->from)
        {
            const AttackPath *path = &variant->paths[group[0]];
            if (group[1] != group[0] + 1 || path->hop)
                return false;
            table[from * squares + to] = path->empty;
            group++;
        }
    }
    return true;
}

static bool agree(const uint16_t *a, const uint16_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i] && a[i] != UNKNOWN && b[i] != UNKNOWN)
            return false;
    return true;
}

static void merge(uint16_t *into, const uint16_t *table, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (table[i] != UNKNOWN)
            into[i] = table[i];
}

/* Keeps a type's table in the first that says nothing else; returns where that begins. The tables
 * begin behind one entry, so that none does at 0. */
static uint32_t keep_table(Variant *variant, const uint16_t *own, size_t size, size_t *end)
{
    size_t first = 1;
    while (first < *end && !agree(variant->between + first, own, size))
        first += size;
    if (first == *end) {
        *end += size;
        variant->between = memory_resize(variant->between, *end, sizeof *own);
        memcpy(variant->between + first, own, size * sizeof *own);
    }
    merge(variant->between + first, own, size);
    return (uint32_t)first;
}

void between_compile(Variant *variant)
{
    const size_t size = (size_t)variant->squares * (size_t)variant->squares;
    size_t end = 1;
    uint16_t *own = memory_new(size, sizeof *own);
    for (int colour = WHITE; colour <= BLACK; colour++)
        for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
            if (fill_table(own, variant, (Colour)colour, type))
                variant->between_first[colour][type] = keep_table(variant, own, size, &end);
    for (size_t i = 1; i < end; i++)
        if (variant->between[i] == UNKNOWN)
            variant->between[i] = 0;
    free(own);
}
