/* A set of 64-bit hashes: which games were seen before. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing in a table that doubles. 0 stands for an empty place, so a hash of 0 is taken for
 * 1. */
typedef struct HashSet {
    uint64_t *places; /* owned */
    size_t capacity;  /* a power of two */
    size_t count;
} HashSet;

void hash_set_init(HashSet *set);
void hash_set_release(HashSet *set);

/* Adds a hash; false where it was there already. */
bool hash_set_add(HashSet *set, uint64_t hash);
