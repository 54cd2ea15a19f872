/* Memory that is there or the program ends: running out of it is not an error to handle. */
#pragma once

#include <stddef.h>

/* `count` zeroed elements of `size` bytes, for free() by the caller. Never NULL; exits with a
 * message when there is no memory. A count of 0 gives a block that may be freed. */
void *memory_new(size_t count, size_t size);

/* Makes `block` (or NULL) hold `count` elements of `size` bytes; what is added is not zeroed. */
void *memory_resize(void *block, size_t count, size_t size);

/* Makes room for one element more than `count` in an array that grows by doubling: returns `array`,
 * moved if need be, and keeps `*capacity` up to date. */
void *memory_grow(void *array, size_t count, size_t *capacity, size_t size);

/* A copy of a string, for free() by the caller; memory_copy_string(NULL) is NULL. */
char *memory_copy_string(const char *string);

/* A zeroed block of `size` bytes on a 64-byte line, for free(). From 2 MiB on it begins at a
 * multiple of that and the system is asked for huge pages. */
void *memory_new_aligned(size_t size);
