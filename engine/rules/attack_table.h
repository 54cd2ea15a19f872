/* Paths compiled backward: by which paths each type could capture on each square. */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/rules/path.h"
#include "engine/rules/variant.h"

typedef struct AttackRecord AttackRecord;

typedef struct AttackBuilder {
    AttackRecord *records; /* owned */
    size_t count, capacity;
    Set *sets; /* owned until finished; each set stands once */
    size_t set_count, set_capacity;
    uint32_t *slots; /* owned: a hash table of set numbers + 1 */
    size_t slot_count;
} AttackBuilder;

void attack_init(AttackBuilder *builder);
void attack_release(AttackBuilder *builder);

/* Adds what a path of a piece of that colour and type can take. */
void attack_add(AttackBuilder *builder, Colour colour, unsigned type, const Path *path);

/* Writes attacks, attackers, sets, paths and path_index of the variant. Fails if there are more
 * sets than a path can name. */
bool attack_finish(AttackBuilder *builder, Variant *variant, Error *err);
