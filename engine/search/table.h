/* The transposition table: what a search found out about positions, by key.
 *
 * One table belongs to one searcher; nothing is shared. A new generation begins with each search,
 * and clearing is a generation too: older entries count as empty, bit for bit as if the memory had
 * been zeroed, so clearing costs nothing and a search from a cleared table is reproducible. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rules/move.h"

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

/*  15 14 | 13    | 12    | 11 10 | 9 8   | 7 ... 4 | 3 ... 0      bytes
 *  gener.| bound | depth | eval  | score | move    | high half of the key
 * The lower bits of the key say which bucket. */
typedef struct TableEntry {
    uint32_t key;
    Move move;     /* NO_MOVE where none was best */
    int16_t score; /* mate scores count from this position */
    int16_t eval;  /* static, or TABLE_NO_EVAL */
    uint8_t depth;
    uint8_t bound;
    uint16_t generation;
} TableEntry;
_Static_assert(sizeof(TableEntry) == 16, "four entries fill a cache line");

enum { TABLE_BUCKET = 4, TABLE_NO_EVAL = INT16_MIN };

typedef struct Table {
    TableEntry *entries; /* owned */
    uint64_t bucket_mask;
    uint16_t generation; /* of the current search */
    uint16_t oldest;     /* entries before it count as empty */
} Table;

/* As many buckets, a power of two, as `bytes` hold; at least one. */
void table_init(Table *table, size_t bytes);
void table_release(Table *table);
void table_clear(Table *table);

/* Begins a new search: what it stores is worth more than what is there. */
void table_age(Table *table);

/* Copies the entry of the position; false if there is none. */
bool table_probe(const Table *table, uint64_t key, TableEntry *entry);

/* Stores an entry; `key` and `generation` are filled in. A stored move is kept where the new entry
 * has none. Takes the place of the same position's entry, unless that is of this search and much
 * deeper; else of the least valuable one of the bucket. */
void table_store(Table *table, uint64_t key, TableEntry entry);

static inline void table_prefetch(const Table *table, uint64_t key)
{
    __builtin_prefetch(&table->entries[(key & table->bucket_mask) * TABLE_BUCKET]);
}
