/* Memory that is there or the program ends. */
#include "engine/base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_LINE = 64, MEMORY_FIRST_CAPACITY = 16 };

static _Noreturn void memory_fail(size_t count, size_t size)
{
    fprintf(stderr, "assay: out of memory (%zu elements of %zu bytes)\n", count, size);
    exit(1);
}

void *memory_new(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (block == NULL) {
        memory_fail(count, size);
    }
    return block;
}

void *memory_resize(void *block, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) {
        memory_fail(count, size);
    }
    size_t bytes = count * size;
    void *moved = realloc(block, bytes > 0 ? bytes : 1);
    if (moved == NULL) {
        memory_fail(count, size);
    }
    return moved;
}

void *memory_grow(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return array;
    }
    size_t wanted = count < MEMORY_FIRST_CAPACITY ? MEMORY_FIRST_CAPACITY : count;
    if (wanted > SIZE_MAX / 2) {
        memory_fail(wanted, size);
    }
    array = memory_resize(array, 2 * wanted, size);
    *capacity = 2 * wanted;
    return array;
}

char *memory_copy_string(const char *string)
{
    if (string == NULL) {
        return NULL;
    }
    size_t size = strlen(string) + 1;
    return memcpy(memory_new(size, 1), string, size);
}

void *memory_new_aligned(size_t size)
{
    if (size > SIZE_MAX - MEMORY_LINE) {
        memory_fail(1, size);
    }
    /* aligned_alloc() asks for a multiple of the alignment. */
    size_t rounded = (size + MEMORY_LINE - 1) / MEMORY_LINE * MEMORY_LINE;
    if (rounded == 0) {
        rounded = MEMORY_LINE;
    }
    void *block = aligned_alloc(MEMORY_LINE, rounded);
    if (block == NULL) {
        memory_fail(1, size);
    }
    return memset(block, 0, rounded);
}
