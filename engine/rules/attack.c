#include "engine/rules/attack.h"

#include "engine/rules/between.h"
#include "engine/rules/words.h"

/* Who occupies what: the real position, or what is left of it in an exchange. A piece is there only
 * if `all` says so, too. */
typedef struct Occupancy {
    const Set *all, *attackers, *defenders;
} Occupancy;

/* `words` is a constant at each call: small boards look at one word of each set. */

/* Whether the squares are occupied, and by the owner's pieces. */
static inline bool within(const Set *squares, const Set *all, const Set *owner, int words)
{
    uint64_t beyond = 0;
    for (int word = 0; word < words; word++)
        beyond |= squares->word[word] & ~(all->word[word] & owner->word[word]);
    return beyond == 0;
}

static inline bool path_open(const Variant *variant, const AttackPath *path,
                             const Occupancy *occupancy, int words)
{
    if (set_meets_in(&variant->sets[path->empty], occupancy->all, words))
        return false;
    const Set *all = occupancy->all;
    return !path->hop
           || (within(&variant->sets[path->filled], all, all, words)
               && within(&variant->sets[path->friends], all, occupancy->attackers, words)
               && within(&variant->sets[path->enemies], all, occupancy->defenders, words));
}

/* Whether one of the paths of a group is open. */
WORDS_INLINE bool group_open(const Variant *variant, const uint32_t *group,
                             const Occupancy *occupancy, int words)
{
    for (uint32_t path = group[0]; path < group[1]; path++)
        if (path_open(variant, &variant->paths[path], occupancy, words))
            return true;
    return false;
}

/* Whether a piece has an open path that may ask for more than empty squares, or be one of several.
 * Not inlined: the tests of all other types are leaner without it. */
__attribute__((noinline)) static bool paths_open(const Variant *variant, const AttackTable *table,
                                                 unsigned from, const Occupancy *occupancy)
{
    const uint32_t *group =
        &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, from)];
    WORDS_DISPATCH(variant->words, return group_open(variant, group, occupancy, words));
}

/* Whether a piece of the type on `from`, one of the squares that it could attack `square` from, has
 * an open path. */
static inline bool attacks_from(const Variant *variant, Colour by, unsigned type, unsigned from,
                                Square square, const Occupancy *occupancy, int words)
{
    if (!between_known(variant, by, type))
        return paths_open(variant, &variant->attacks[by][type][square], from, occupancy);
    unsigned between = between_row(variant, by, type, from)[square];
    return !set_meets_in(&variant->sets[between], occupancy->all, words);
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
        for (uint64_t rest = near->word[word] & occupancy->attackers->word[word]; rest != 0;
             rest &= rest - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(rest));
            unsigned type = piece_type(position->board[from]);
            if (set_has_lowest(&variant->attacks[by][type][square].from, word, rest)
                && attacks_from(variant, by, type, from, square, occupancy, words)) {
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
    const Occupancy occupancy = {.all = &position->occupied,
                                 .attackers = &position->of_colour[by],
                                 .defenders = &position->of_colour[colour_other(by)]};
    Set found = find_attackers(position, square, by, &occupancy, true);
    return !set_is_empty(&found);
}

bool square_attacked_after(const Position *position, Square square, Colour by, Square from,
                           Square to)
{
    Set all = position->occupied;
    Set attackers = position->of_colour[by];
    Set defenders = position->of_colour[colour_other(by)];
    set_remove(&all, from);
    set_remove(&defenders, from);
    set_remove(&attackers, to);
    set_add(&all, to);
    set_add(&defenders, to);
    const Occupancy occupancy = {.all = &all, .attackers = &attackers, .defenders = &defenders};
    Set found = find_attackers(position, square, by, &occupancy, true);
    return !set_is_empty(&found);
}

Set square_attackers(const Position *position, Square square, Colour by, const Set *occupied)
{
    const Set attackers = set_and(position->of_colour[by], *occupied);
    const Occupancy occupancy = {.all = occupied,
                                 .attackers = &attackers,
                                 .defenders = &position->of_colour[colour_other(by)]};
    return find_attackers(position, square, by, &occupancy, false);
}

/* The first of a type's pieces that attacks the square. */
WORDS_INLINE unsigned first_of_type(const Position *position, Square square, Colour by,
                                    unsigned type, const Occupancy *occupancy, int words)
{
    const Variant *variant = position->variant;
    const Set *near = &variant->attacks[by][type][square].from;
    const Set *pieces = &position->of_piece[by][type];
    for (int word = 0; word < words; word++)
        for (uint64_t rest = near->word[word] & pieces->word[word] & occupancy->all->word[word];
             rest != 0; rest &= rest - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(rest));
            if (from != square && attacks_from(variant, by, type, from, square, occupancy, words))
                return from;
        }
    return NO_SQUARE;
}

WORDS_INLINE unsigned first_attacker(const Position *position, Square square, Colour by,
                                     const Occupancy *occupancy, const uint8_t *order, int words)
{
    for (; *order != 0; order++) {
        unsigned from = first_of_type(position, square, by, *order, occupancy, words);
        if (from != NO_SQUARE)
            return from;
    }
    return NO_SQUARE;
}

unsigned square_first_attacker(const Position *position, Square square, Colour by,
                               const Set *occupied, const uint8_t *order)
{
    const Occupancy occupancy = {.all = occupied,
                                 .attackers = &position->of_colour[by],
                                 .defenders = &position->of_colour[colour_other(by)]};
    WORDS_DISPATCH(position->variant->words,
                   return first_attacker(position, square, by, &occupancy, order, words));
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
