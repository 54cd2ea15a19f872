#include "engine/rules/attack.h"

#include "engine/rules/words.h"

/* Who occupies what: the real position's, or what is left of it in an exchange. */
typedef struct Occupancy {
    Set all, attackers, defenders;
} Occupancy;

/* `words` is a constant at each call: small boards look at one word of each set. */

static inline bool within(const Set *a, const Set *b, int words)
{
    uint64_t beyond = 0;
    for (int word = 0; word < words; word++)
        beyond |= a->word[word] & ~b->word[word];
    return beyond == 0;
}

static inline bool path_open(const Variant *variant, const AttackPath *path,
                             const Occupancy *occupancy, int words)
{
    if (set_meets_in(&variant->sets[path->empty], &occupancy->all, words))
        return false;
    return !path->hop
           || (within(&variant->sets[path->filled], &occupancy->all, words)
               && within(&variant->sets[path->friends], &occupancy->attackers, words)
               && within(&variant->sets[path->enemies], &occupancy->defenders, words));
}

/* Whether the piece on `from`, one of the squares that its type could attack from, has an open
 * path. */
static inline bool attacks_from(const Position *position, const AttackTable *table, unsigned from,
                                const Occupancy *occupancy, int words)
{
    const Variant *variant = position->variant;
    const uint32_t *group =
        &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, from)];
    for (uint32_t path = group[0]; path < group[1]; path++)
        if (path_open(variant, &variant->paths[path], occupancy, words))
            return true;
    return false;
}

/* Inlined with a constant `first_only`: lean copies. */
static inline __attribute__((always_inline)) Set find_attackers_words(const Position *position,
                                                                      Square square, Colour by,
                                                                      const Occupancy *occupancy,
                                                                      bool first_only, int words)
{
    const Variant *variant = position->variant;
    const Set *near = &variant->attackers[by][square];
    Set found = set_empty();
    for (int word = 0; word < words; word++)
        for (uint64_t rest = near->word[word] & occupancy->attackers.word[word]; rest != 0;
             rest &= rest - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(rest));
            const AttackTable *table =
                &variant->attacks[by][piece_type(position->board[from])][square];
            if (set_has(&table->from, from)
                && attacks_from(position, table, from, occupancy, words)) {
                set_add(&found, from);
                if (first_only)
                    return found;
            }
        }
    return found;
}

static inline __attribute__((always_inline)) Set find_attackers(const Position *position,
                                                                Square square, Colour by,
                                                                const Occupancy *occupancy,
                                                                bool first_only)
{
    WORDS_DISPATCH(position->variant->words,
                   return find_attackers_words(position, square, by, occupancy, first_only, words));
}

bool square_attacked(const Position *position, Square square, Colour by)
{
    const Occupancy occupancy = {.all = position->occupied,
                                 .attackers = position->of_colour[by],
                                 .defenders = position->of_colour[colour_other(by)]};
    Set found = find_attackers(position, square, by, &occupancy, true);
    return !set_is_empty(&found);
}

bool square_attacked_after(const Position *position, Square square, Colour by, Square from,
                           Square to)
{
    Occupancy occupancy = {.all = position->occupied,
                           .attackers = position->of_colour[by],
                           .defenders = position->of_colour[colour_other(by)]};
    set_remove(&occupancy.all, from);
    set_remove(&occupancy.defenders, from);
    set_remove(&occupancy.attackers, to);
    set_add(&occupancy.all, to);
    set_add(&occupancy.defenders, to);
    Set found = find_attackers(position, square, by, &occupancy, true);
    return !set_is_empty(&found);
}

Set square_attackers(const Position *position, Square square, Colour by, const Set *occupied)
{
    const Occupancy occupancy = {.all = *occupied,
                                 .attackers = set_and(position->of_colour[by], *occupied),
                                 .defenders =
                                     set_and(position->of_colour[colour_other(by)], *occupied)};
    return find_attackers(position, square, by, &occupancy, false);
}

void attackers_begin(Attackers *attackers, const Position *position, Square square, Colour by,
                     const uint8_t *order)
{
    static const uint8_t none[] = {0};
    attackers->square = square;
    attackers->by = by;
    attackers->order =
        set_meets(&position->variant->attackers[by][square], &position->of_colour[by]) ? order
                                                                                       : none;
    attackers->count = 0;
}

/* What is left of the real position. */
WORDS_INLINE Occupancy occupancy_left(const Position *position, Colour by, const Set *occupied,
                                      int words)
{
    Occupancy left = {.all = set_empty(), .attackers = set_empty(), .defenders = set_empty()};
    for (int word = 0; word < words; word++) {
        left.all.word[word] = occupied->word[word];
        left.attackers.word[word] = position->of_colour[by].word[word] & occupied->word[word];
        left.defenders.word[word] =
            position->of_colour[colour_other(by)].word[word] & occupied->word[word];
    }
    return left;
}

/* Takes the first open one of the pieces that have been found; NO_SQUARE if there is none. */
WORDS_INLINE unsigned take_found(Attackers *attackers, const Position *position,
                                 const Occupancy *occupancy, int words)
{
    for (int i = 0; i < attackers->count; i++) {
        unsigned from = attackers->from[i], type = piece_type(position->board[from]);
        if (!attacks_from(position,
                          &position->variant->attacks[attackers->by][type][attackers->square], from,
                          occupancy, words))
            continue;
        attackers->count--;
        for (; i < attackers->count; i++)
            attackers->from[i] = attackers->from[i + 1];
        return from;
    }
    return NO_SQUARE;
}

/* Looks for the pieces of a type, takes the first open one and keeps the others; NO_SQUARE if none
 * is open. */
WORDS_INLINE unsigned take_of_type(Attackers *attackers, const Position *position, unsigned type,
                                   const Occupancy *occupancy, int words)
{
    const Set *pieces = &position->of_piece[attackers->by][type];
    const AttackTable *table = &position->variant->attacks[attackers->by][type][attackers->square];
    unsigned taken = NO_SQUARE;
    uint64_t left[4], any = 0;
    for (int word = 0; word < words; word++)
        any |= left[word] =
            pieces->word[word] & table->from.word[word] & occupancy->attackers.word[word];
    if (any == 0)
        return NO_SQUARE;
    for (int word = 0; word < words; word++)
        for (uint64_t rest = left[word]; rest != 0; rest &= rest - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(rest));
            if (taken == NO_SQUARE && attacks_from(position, table, from, occupancy, words))
                taken = from;
            else
                attackers->from[attackers->count++] = (Square)from;
        }
    return taken;
}

WORDS_INLINE unsigned take_attacker(Attackers *attackers, const Position *position,
                                    const Set *occupied, int words)
{
    Occupancy occupancy = occupancy_left(position, attackers->by, occupied, words);
    set_remove(&occupancy.attackers, attackers->square);
    unsigned from = take_found(attackers, position, &occupancy, words);
    while (from == NO_SQUARE && *attackers->order != 0)
        from = take_of_type(attackers, position, *attackers->order++, &occupancy, words);
    return from;
}

unsigned attackers_take(Attackers *attackers, const Position *position, const Set *occupied)
{
    if (attackers->count == 0 && *attackers->order == 0)
        return NO_SQUARE;
    WORDS_DISPATCH(position->variant->words,
                   return take_attacker(attackers, position, occupied, words));
}

Set position_pseudo_royals(const Position *position, Colour colour)
{
    const Goals *goals = &position->variant->goals;
    Set royals = set_empty();
    for (uint32_t rest = goals->extinction_types; rest != 0; rest &= rest - 1) {
        unsigned type = (unsigned)__builtin_ctz(rest);
        if (position->count[colour][type] == goals->extinction_count + 1)
            royals = set_or(royals, position->of_piece[colour][type]);
    }
    return royals;
}

static bool royals_attacked(const Position *position)
{
    Set royals = position_pseudo_royals(position, position->side);
    SET_EACH(square, &royals)
    {
        if (square_attacked(position, (Square)square, colour_other(position->side)))
            return true;
    }
    return false;
}

bool position_in_check(const Position *position)
{
    unsigned king = position->king[position->side];
    if ((position->variant->features & FEATURE_PSEUDO_ROYAL) != 0 && royals_attacked(position))
        return true;
    return king != NO_SQUARE
           && square_attacked(position, (Square)king, colour_other(position->side));
}
