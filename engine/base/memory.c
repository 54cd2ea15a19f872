/* Memory that is there or the program ends. */
#define _DEFAULT_SOURCE 1 /* NOLINT: for madvise() */

#include "engine/base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MEMORY_LINE = 64, MEMORY_HUGE = 1 << 21, MEMORY_FIRST_CAPACITY = 16 };

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

/* Asks for huge pages, where the system has them: a table that is looked into all over needs the
 * translation of an address at each look, and that of small pages is rarely at hand. */
static void advise_huge(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    madvise(block, size, MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

void *memory_new_aligned(size_t size)
{
    const size_t alignment = size < MEMORY_HUGE ? MEMORY_LINE : MEMORY_HUGE;
    if (size > SIZE_MAX - alignment) {
        memory_fail(1, size);
    }
    /* aligned_alloc() asks for a multiple of the alignment. */
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    if (rounded == 0) {
        rounded = alignment;
    }
    void *block = aligned_alloc(alignment, rounded);
    if (block == NULL) {
        memory_fail(1, size);
    }
    if (alignment == MEMORY_HUGE) {
        advise_huge(block, rounded);
    }
    return memset(block, 0, rounded);
}
