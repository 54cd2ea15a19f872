#include "engine/search/table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { FIRST_GENERATION = 1, LAST_GENERATION = UINT16_MAX, GENERATIONS_SPARE = 8192 };

void table_init(Table *table, size_t bytes)
{
    size_t buckets = 1;
    while (buckets * 2 * TABLE_BUCKET * sizeof(TableEntry) <= bytes)
        buckets *= 2;
    *table = (Table){.entries = memory_new_aligned(buckets * TABLE_BUCKET * sizeof(TableEntry)),
                     .bucket_mask = buckets - 1,
                     .generation = FIRST_GENERATION,
                     .oldest = FIRST_GENERATION};
}

void table_release(Table *table)
{
    free(table->entries);
    *table = (Table){.entries = NULL};
}

/* The counter starts again long before its end, with zeroed memory. */
void table_clear(Table *table)
{
    if (table->generation > LAST_GENERATION - GENERATIONS_SPARE) {
        size_t count = (table->bucket_mask + 1) * TABLE_BUCKET;
        memset(table->entries, 0, count * sizeof(TableEntry));
        table->generation = FIRST_GENERATION;
    } else {
        table->generation++;
    }
    table->oldest = table->generation;
}

/* A table that is never cleared stays at the last generation: it ages no more, but works. */
void table_age(Table *table)
{
    if (table->generation < LAST_GENERATION)
        table->generation++;
}

static TableEntry *bucket_of(const Table *table, uint64_t key)
{
    return &table->entries[(key & table->bucket_mask) * TABLE_BUCKET];
}

static bool is_empty(const Table *table, const TableEntry *entry)
{
    return entry->generation < table->oldest;
}

bool table_probe(const Table *table, uint64_t key, TableEntry *entry)
{
    const TableEntry *bucket = bucket_of(table, key);
    for (int i = 0; i < TABLE_BUCKET; i++)
        if (bucket[i].key == (uint32_t)(key >> 32) && !is_empty(table, &bucket[i])) {
            *entry = bucket[i];
            return true;
        }
    return false;
}

/* Depth counts, and each search since then takes some of it away. */
static int worth(const Table *table, const TableEntry *entry)
{
    if (is_empty(table, entry))
        return INT32_MIN;
    return entry->depth - 4 * (table->generation - entry->generation);
}

void table_store(Table *table, uint64_t key, TableEntry entry)
{
    TableEntry *bucket = bucket_of(table, key);
    TableEntry *place = &bucket[0];
    entry.key = (uint32_t)(key >> 32);
    entry.generation = table->generation;
    for (int i = 0; i < TABLE_BUCKET; i++) {
        if (bucket[i].key == entry.key && !is_empty(table, &bucket[i])) {
            place = &bucket[i];
            if (entry.move == NO_MOVE)
                entry.move = place->move;
            if (entry.bound != BOUND_EXACT && entry.depth + 3 < place->depth
                && place->generation == entry.generation)
                return;
            break;
        }
        if (worth(table, &bucket[i]) < worth(table, place))
            place = &bucket[i];
    }
    *place = entry;
}
