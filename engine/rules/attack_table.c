#include "engine/rules/attack_table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/hash.h"
#include "engine/base/memory.h"

struct AttackRecord {
    uint8_t colour, type;
    Square victim;
    AttackPath path;
    uint16_t spare;
    uint32_t sets[4]; /* empty, filled, friends, enemies: may be more than AttackPath can name */
};

enum { SET_LIMIT = UINT16_MAX };

static uint64_t set_hash(const Set *set)
{
    uint64_t hash = 0;
    for (int i = 0; i < 4; i++)
        hash = hash_add(hash, set->word[i]);
    return hash;
}

static void put_slot(AttackBuilder *builder, uint32_t number)
{
    size_t mask = builder->slot_count - 1;
    size_t slot = (size_t)set_hash(&builder->sets[number]) & mask;
    while (builder->slots[slot] != 0)
        slot = (slot + 1) & mask;
    builder->slots[slot] = number + 1;
}

static void grow_slots(AttackBuilder *builder)
{
    free(builder->slots);
    builder->slot_count = builder->slot_count == 0 ? 1024 : 2 * builder->slot_count;
    builder->slots = memory_new(builder->slot_count, sizeof *builder->slots);
    for (uint32_t i = 0; i < builder->set_count; i++)
        put_slot(builder, i);
}

/* The number of a set, which is added if it is new. */
static uint32_t set_number(AttackBuilder *builder, const Set *set)
{
    size_t mask = builder->slot_count - 1;
    for (size_t slot = (size_t)set_hash(set) & mask; builder->slots[slot] != 0;
         slot = (slot + 1) & mask)
        if (set_equal(&builder->sets[builder->slots[slot] - 1], set))
            return builder->slots[slot] - 1;
    builder->sets =
        memory_grow(builder->sets, builder->set_count, &builder->set_capacity, sizeof(Set));
    builder->sets[builder->set_count] = *set;
    if (2 * ++builder->set_count > builder->slot_count)
        grow_slots(builder);
    else
        put_slot(builder, (uint32_t)builder->set_count - 1);
    return (uint32_t)builder->set_count - 1;
}

void attack_init(AttackBuilder *builder)
{
    *builder = (AttackBuilder){0};
    grow_slots(builder);
    const Set nothing = set_empty();
    set_number(builder, &nothing); /* set 0 */
}

void attack_release(AttackBuilder *builder)
{
    free(builder->records);
    free(builder->sets);
    free(builder->slots);
    *builder = (AttackBuilder){0};
}

/* What must hold of the squares beside the victim's, where the last square holds `last_allow`. */
static void add_record(AttackBuilder *builder, Colour colour, unsigned type, const Path *path,
                       int victim, unsigned last_allow)
{
    Set empty = set_empty(), filled = empty, friends = empty, enemies = empty;
    for (int i = 0; i < path->count; i++) {
        const PathElement *element = &path->elements[i];
        unsigned allow = i == path->count - 1 ? last_allow : element->allow;
        if (i == victim)
            continue;
        set_add(allow == PATH_EMPTY    ? &empty
                : allow == PATH_FRIEND ? &friends
                : allow == PATH_ENEMY  ? &enemies
                                       : &filled,
                element->square);
    }
    AttackRecord record = {.colour = (uint8_t)colour,
                           .type = (uint8_t)type,
                           .victim = path->elements[victim].square,
                           .path = {.from = path->from}};
    record.sets[0] = set_number(builder, &empty);
    record.sets[1] = set_number(builder, &filled);
    record.sets[2] = set_number(builder, &friends);
    record.sets[3] = set_number(builder, &enemies);
    builder->records =
        memory_grow(builder->records, builder->count, &builder->capacity, sizeof(AttackRecord));
    builder->records[builder->count++] = record;
}

void attack_add(AttackBuilder *builder, Colour colour, unsigned type, const Path *path)
{
    for (int i = 0; i < path->count; i++) {
        const PathElement *element = &path->elements[i];
        if (!element->taken || (element->allow & PATH_ENEMY) == 0)
            continue;
        unsigned last = path->elements[path->count - 1].allow;
        bool untouched_last = !path->elements[path->count - 1].taken;
        if (i == path->count - 1 || untouched_last) {
            add_record(builder, colour, type, path, i, last);
            continue;
        }
        /* The last square may hold several things, each with a set of its own. */
        for (unsigned allow = PATH_EMPTY; allow <= PATH_ENEMY; allow *= 2)
            if (last & allow)
                add_record(builder, colour, type, path, i, allow);
    }
}

static int compare_records(const void *a, const void *b)
{
    const AttackRecord *x = a, *y = b;
    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    if (x->victim != y->victim)
        return x->victim < y->victim ? -1 : 1;
    if (x->path.from != y->path.from)
        return x->path.from < y->path.from ? -1 : 1;
    for (int i = 0; i < 4; i++)
        if (x->sets[i] != y->sets[i])
            return x->sets[i] < y->sets[i] ? -1 : 1;
    return 0;
}

static void fill_path(AttackRecord *record)
{
    record->path.empty = (uint16_t)record->sets[0];
    record->path.filled = (uint16_t)record->sets[1];
    record->path.friends = (uint16_t)record->sets[2];
    record->path.enemies = (uint16_t)record->sets[3];
    record->path.hop = (record->sets[1] | record->sets[2] | record->sets[3]) != 0;
}

/* Goes through the sorted records once and opens a group wherever the origin changes. */
static void write_tables(AttackBuilder *builder, Variant *variant)
{
    const AttackRecord *before = NULL;
    variant->paths = memory_new(builder->count, sizeof(AttackPath));
    variant->path_index = memory_new(builder->count + 1, sizeof(uint32_t));
    for (size_t i = 0; i < builder->count; i++) {
        AttackRecord *record = &builder->records[i];
        if (before != NULL && compare_records(before, record) == 0)
            continue;
        AttackTable *table = &variant->attacks[record->colour][record->type][record->victim];
        bool new_table = set_is_empty(&table->from);
        if (new_table)
            table->first_group = (uint32_t)variant->path_index_count;
        if (new_table || before == NULL || before->path.from != record->path.from) {
            variant->path_index[variant->path_index_count++] = (uint32_t)variant->path_count;
            set_add(&table->from, record->path.from);
            set_add(&variant->attackers[record->colour][record->victim], record->path.from);
        }
        fill_path(record);
        variant->paths[variant->path_count++] = record->path;
        before = record;
    }
    variant->path_index[variant->path_index_count++] = (uint32_t)variant->path_count;
}

bool attack_finish(AttackBuilder *builder, Variant *variant, Error *err)
{
    if (builder->set_count > SET_LIMIT)
        return error_set(err, "the pieces' captures need more than %d different sets of squares",
                         SET_LIMIT);
    if (builder->count > 1)
        qsort(builder->records, builder->count, sizeof(AttackRecord), compare_records);
    write_tables(builder, variant);
    variant->sets = builder->sets;
    variant->set_count = builder->set_count;
    builder->sets = NULL;
    builder->set_count = 0;
    return true;
}
