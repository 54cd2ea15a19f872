/* Paths compiled forward: the step program of a piece on a square.
 *
 * Paths are put into a trie whose nodes are squares, with the ways on for what may stand there, and
 * the trie is laid out in preorder. A Step's `next` then leads into the node's own subtree or past
 * it:
 *
 *     a rook on a1:   a2 -> a3 -> ... -> a8 -> b1 -> c1 -> ... -> end
 *                      \________ something stands on a2 ____/
 */
#pragma once

#include <stddef.h>

#include "engine/rules/path.h"
#include "engine/rules/variant.h"

typedef struct ProgramNode ProgramNode;

typedef struct ProgramBuilder {
    ProgramNode *nodes; /* owned */
    size_t count, capacity;
    int first; /* of the top level, -1 for none */
} ProgramBuilder;

void program_init(ProgramBuilder *builder);
void program_release(ProgramBuilder *builder);
void program_clear(ProgramBuilder *builder);

/* Adds a path of a piece of that colour, at the end of which `move` is emitted. */
void program_add(ProgramBuilder *builder, Colour colour, const Path *path, Move move, Emit emit,
                 uint8_t promotion);

/* How many steps the program has. */
size_t program_length(const ProgramBuilder *builder);

/* Writes the program's steps to `steps`, which has room. */
void program_write(const ProgramBuilder *builder, Step *steps);
