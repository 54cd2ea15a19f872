#include "engine/rules/attack.h"

#include "engine/rules/words.h"

/* Who occupies what: the real position's, or what is left of it in an exchange. */
typedef struct Occupancy {
    Set all, attackers, defenders;
} Occupancy;

/* `words` is a constant at each call: small boards look at one word of each set. */

static inline bool path_open(const Variant *variant, const AttackPath *path,
                             const Occupancy *occupancy, int words)
{
    if (set_meets_in(&variant->sets[path->empty], &occupancy->all, words))
        return false;
    return !path->hop
           || (set_within(&variant->sets[path->filled], &occupancy->all)
               && set_within(&variant->sets[path->friends], &occupancy->attackers)
               && set_within(&variant->sets[path->enemies], &occupancy->defenders));
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

static inline __attribute__((always_inline)) int
list_attackers(Square *from, const Position *position, Square square, Colour by,
               const Set *occupied, const uint8_t *order, int words)
{
    const Variant *variant = position->variant;
    int count = 0;
    if (!set_meets_in(&variant->attackers[by][square], &position->of_colour[by], words))
        return 0;
    for (const uint8_t *type = order; *type != 0; type++) {
        const Set *pieces = &position->of_piece[by][*type];
        const Set *sources = &variant->attacks[by][*type][square].from;
        for (int word = 0; word < words; word++)
            for (uint64_t rest = pieces->word[word] & sources->word[word] & occupied->word[word];
                 rest != 0; rest &= rest - 1) {
                unsigned at = (unsigned)(word * 64 + __builtin_ctzll(rest));
                from[count] = (Square)at;
                count += at != square;
            }
    }
    return count;
}

void attackers_find(Attackers *attackers, const Position *position, Square square, Colour by,
                    const Set *occupied, const uint8_t *order)
{
    attackers->square = square;
    attackers->by = by;
    WORDS_DISPATCH(position->variant->words,
                   attackers->count = list_attackers(attackers->from, position, square, by,
                                                     occupied, order, words));
}

static inline __attribute__((always_inline)) int first_open(const Attackers *attackers,
                                                            const Position *position,
                                                            const Occupancy *occupancy, int words)
{
    for (int i = 0; i < attackers->count; i++) {
        unsigned from = attackers->from[i], type = piece_type(position->board[from]);
        if (attacks_from(position,
                         &position->variant->attacks[attackers->by][type][attackers->square], from,
                         occupancy, words))
            return i;
    }
    return attackers->count;
}

unsigned attackers_take(Attackers *attackers, const Position *position, const Set *occupied)
{
    if (attackers->count == 0)
        return NO_SQUARE;
    const Colour by = attackers->by;
    Occupancy occupancy = {.all = *occupied,
                           .attackers = set_and(position->of_colour[by], *occupied),
                           .defenders = set_and(position->of_colour[colour_other(by)], *occupied)};
    set_remove(&occupancy.attackers, attackers->square);
    int taken = 0;
    WORDS_DISPATCH(position->variant->words,
                   taken = first_open(attackers, position, &occupancy, words));
    if (taken == attackers->count)
        return NO_SQUARE;
    unsigned from = attackers->from[taken];
    attackers->count--;
    for (int i = taken; i < attackers->count; i++)
        attackers->from[i] = attackers->from[i + 1];
    return from;
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
