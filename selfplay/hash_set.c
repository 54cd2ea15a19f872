#include "selfplay/hash_set.h"

#include <stdlib.h>

#include "engine/base/memory.h"

void hash_set_init(HashSet *set)
{
    *set = (HashSet){.places = memory_new(1024, sizeof *set->places), .capacity = 1024};
}

void hash_set_release(HashSet *set)
{
    free(set->places);
    *set = (HashSet){NULL, 0, 0};
}

static bool hash_set_put(HashSet *set, uint64_t hash)
{
    size_t place = (size_t)hash & (set->capacity - 1);
    while (set->places[place] != 0 && set->places[place] != hash) {
        place = (place + 1) & (set->capacity - 1);
    }
    if (set->places[place] == hash) {
        return false;
    }
    set->places[place] = hash;
    set->count++;
    return true;
}

bool hash_set_add(HashSet *set, uint64_t hash)
{
    if (2 * set->count >= set->capacity) {
        HashSet larger = {.places = memory_new(2 * set->capacity, sizeof *set->places),
                          .capacity = 2 * set->capacity};
        for (size_t i = 0; i < set->capacity; i++) {
            if (set->places[i] != 0) {
                hash_set_put(&larger, set->places[i]);
            }
        }
        free(set->places);
        *set = larger;
    }
    return hash_set_put(set, hash != 0 ? hash : 1);
}
