#include "engine/search/type_count.h"

#include "engine/rules/words.h"

/* What the pieces of one colour do. */
typedef struct Found {
    int mobility, attack, besiegers;
    Set attacked;
} Found;

/* The squares that count for a piece that can move there. */
typedef struct Worth {
    Set safe; /* no enemy of less value attacks them */
    Set ring; /* beside the enemy king */
} Worth;

/* Adds a piece that can move to `squares`; says whether any is beside the enemy king. Those that
 * are have the same places in no two words, since two ranks and three squares are fewer than a word
 * has: they are counted as one. */
WORDS_INLINE bool add_piece(Found *found, const Worth *worth, const Set *squares,
                            const Set *attacked, int words)
{
    uint64_t beside = 0;
    for (int i = 0; i < words; i++) {
        found->mobility += __builtin_popcountll(squares->word[i] & worth->safe.word[i]);
        found->attacked.word[i] |= attacked->word[i];
        beside |= squares->word[i] & worth->ring.word[i];
    }
    found->attack += __builtin_popcountll(beside);
    return beside != 0;
}
_Static_assert(2 * MAX_FILES + 3 <= 64, "see above");

/* Adds where a program leads. Castling is in no program; captures en passant do not count, nor do
 * moves over a square that may be taken there, as a pawn's double step. */
static void add_walk(Set *squares, Set *attacked, const Position *position, const Program *program,
                     Colour colour)
{
    const Variant *variant = position->variant;
    const Step *steps = variant->other_steps + program->first;
    const unsigned enemy = 2 - (unsigned)colour;
    for (uint32_t i = 0; i < program->length;) {
        const Step *step = &steps[i];
        const unsigned class = position->board[step->square] >> PIECE_COLOUR_SHIFT;
        const unsigned emit = step->emit[class], against = step->emit[enemy];
        if (emit != EMIT_NONE && emit != EMIT_EN_PASSANT
            && variant->effects[move_effect(step->move)].kind != EFFECT_PASS)
            set_add(squares, move_to(step->move));
        if (against != EMIT_NONE && against != EMIT_EN_PASSANT && against != EMIT_QUIET)
            set_add(attacked, move_to(step->move));
        i = step->next[class];
    }
}

/* Those of the pieces below that stand in one word; `free` is what is worth something to them. */
WORDS_INLINE void count_ways_from(Found *found, const Worth *free, const Ways *ways,
                                  const Position *position, const Set *pieces, Colour colour,
                                  unsigned rising, unsigned falling, int origin, int words)
{
    for (uint64_t bits = pieces->word[origin]; bits != 0; bits &= bits - 1) {
        unsigned square = (unsigned)(origin * 64 + __builtin_ctzll(bits));
        Set reach;
        ways_reach(&reach, ways, colour, square, &position->occupied, rising, falling, origin,
                   words);
        found->besiegers += add_piece(found, free, &reach, &reach, words);
    }
}

/* Pieces that leap and slide and do nothing else: one that may go to a square attacks it, and a
 * friend that stands there is defended. */
WORDS_INLINE void count_ways(Found *found, const Worth *worth, const Ways *ways,
                             const Position *position, const Set *pieces, Colour colour,
                             unsigned rising, unsigned falling, int words)
{
    const Set *friends = &position->of_colour[colour];
    Worth free;
    for (int i = 0; i < words; i++) {
        free.safe.word[i] = worth->safe.word[i] & ~friends->word[i];
        free.ring.word[i] = worth->ring.word[i] & ~friends->word[i];
    }
    /* The loop written out: in each copy the slides look at the words that they may reach. */
#define COUNT_FROM(origin) \
    if ((origin) < words)  \
    count_ways_from(found, &free, ways, position, pieces, colour, rising, falling, origin, words)
    COUNT_FROM(0);
    COUNT_FROM(1);
    COUNT_FROM(2);
    COUNT_FROM(3);
#undef COUNT_FROM
}

/* Those that come to the ring by a leap: few do, so that they are looked for apart. */
WORDS_INLINE void add_besiegers(Found *found, Set *besiegers, const Worth *worth,
                                const Set *squares, int delta, int words)
{
    Set beside = set_empty(), from = set_empty();
    for (int i = 0; i < words; i++) {
        beside.word[i] = squares->word[i] & worth->ring.word[i];
        found->attack += __builtin_popcountll(beside.word[i]);
    }
    leap_shift(&from, &beside, -delta, words);
    for (int i = 0; i < words; i++)
        besiegers->word[i] |= from.word[i];
}

/* Pieces of a type that goes by a few leaps, all at once; those of them that have other moves are
 * walked. */
WORDS_INLINE void count_leaps(Found *found, const Worth *worth, const Leaps *leaps,
                              const Position *position, const Set *pieces, unsigned type,
                              Colour colour, int words)
{
    Set besiegers = set_empty();
    for (const Leap *leap = leaps->leap; leap < leaps->leap + leaps->count; leap++) {
        Set from = set_empty(), squares = set_empty();
        for (int i = 0; i < words; i++)
            from.word[i] = pieces->word[i] & leap->from.word[i];
        leap_shift(&squares, &from, leap->delta, words);
        for (int i = 0; i < words; i++) {
            found->attacked.word[i] |= leap->mode == TARGET_QUIET ? 0 : squares.word[i];
            squares.word[i] &= targets_allowed(position, leap->mode, colour, i);
            found->mobility += __builtin_popcountll(squares.word[i] & worth->safe.word[i]);
        }
        if (set_meets_in(&squares, &worth->ring, words))
            add_besiegers(found, &besiegers, worth, &squares, leap->delta, words);
    }
    for (int word = 0; word < words; word++)
        for (uint64_t bits = pieces->word[word] & leaps->walked.word[word]; bits != 0;
             bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            Set squares = set_empty(), attacked = set_empty();
            add_walk(&squares, &attacked, position,
                     &position->variant->targets[colour][type][square].rest, colour);
            if (add_piece(found, worth, &squares, &attacked, words))
                set_add(&besiegers, square);
        }
    found->besiegers += set_count_in(&besiegers, words);
}

/* Pieces of any type, one by one. */
WORDS_INLINE void count_targets(Found *found, const Worth *worth, const Position *position,
                                const Set *pieces, unsigned type, Colour colour, int words)
{
    for (int word = 0; word < words; word++)
        for (uint64_t bits = pieces->word[word]; bits != 0; bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            const Targets *targets = &position->variant->targets[colour][type][square];
            Set squares, attacked;
            targets_find_attacks(&squares, &attacked, position, targets, colour, words);
            if (targets->rest.length > 0)
                add_walk(&squares, &attacked, position, &targets->rest, colour);
            found->besiegers += add_piece(found, worth, &squares, &attacked, words);
        }
}

WORDS_INLINE void count_shape(Found *found, const Worth *worth, const TypeCount *type,
                              const Position *position, const Set *pieces, Colour colour,
                              WaysShape shape, int words)
{
    const Ways *ways = &type->ways;
    const Leaps *leaps = &type->leaps[colour];
    switch (shape) {
    case WAYS_LEAPS: count_ways(found, worth, ways, position, pieces, colour, 0, 0, words); break;
    case WAYS_TWO: count_ways(found, worth, ways, position, pieces, colour, 2, 2, words); break;
    case WAYS_FOUR: count_ways(found, worth, ways, position, pieces, colour, 4, 4, words); break;
    case WAYS_OTHER:
        count_ways(found, worth, ways, position, pieces, colour, ways->rising, ways->falling,
                   words);
        break;
    case WAYS_NONE:
    case WAYS_SHAPES:
        if (leaps->count > 0)
            count_leaps(found, worth, leaps, position, pieces, type->type, colour, words);
        else
            count_targets(found, worth, position, pieces, type->type, colour, words);
        break;
    }
}

/* Adds the pieces of a colour to its view. */
WORDS_INLINE void add_to_reach(Reach *own, Reach *enemy, const TypeCount *type, const Found *found,
                               const Set *pieces, int words)
{
    for (int i = 0; i < words; i++) {
        uint64_t attacked = found->attacked.word[i];
        if (type->royal) {
            own->royal.word[i] |= attacked;
        } else {
            own->all.word[i] |= attacked;
            enemy->threats += __builtin_popcountll(enemy->cheaper.word[i] & pieces->word[i]);
        }
        if (type->pawn)
            own->pawns.word[i] |= attacked;
    }
    if (!type->royal)
        own->besiegers += found->besiegers;
}

WORDS_INLINE void count_colour(TypeSum *sum, const TypeCount *type, const Position *position,
                               Reach reach[2], Colour colour, WaysShape shape, int words)
{
    const Set *pieces = &position->of_piece[colour][type->type];
    if (!set_meets_in(pieces, pieces, words))
        return;
    Reach *own = &reach[colour], *enemy = &reach[colour_other(colour)];
    Worth worth;
    Found found;
    found.mobility = found.attack = found.besiegers = 0;
    for (int i = 0; i < words; i++) {
        found.attacked.word[i] = 0;
        worth.safe.word[i] = ~enemy->cheaper.word[i];
        worth.ring.word[i] = own->ring.word[i];
    }
    count_shape(&found, &worth, type, position, pieces, colour, shape, words);
    add_to_reach(own, enemy, type, &found, pieces, words);
    sum->mobility += colour == WHITE ? found.mobility : -found.mobility;
    sum->attack += colour == WHITE ? found.attack : -found.attack;
}

WORDS_INLINE TypeSum count_type(const TypeCount *type, const Position *position, Reach reach[2],
                                WaysShape shape, int words)
{
    TypeSum sum = {0, 0};
    count_colour(&sum, type, position, reach, WHITE, shape, words);
    count_colour(&sum, type, position, reach, BLACK, shape, words);
    return sum;
}

/* The copies. */

#define COUNTER(shape, words)                                                               \
    static TypeSum count_##shape##_##words(const TypeCount *type, const Position *position, \
                                           Reach reach[2])                                  \
    {                                                                                       \
        return count_type(type, position, reach, shape, words);                             \
    }
#define EACH_WORDS(X, shape) X(shape, 1) X(shape, 2) X(shape, 3) X(shape, 4)
#define EACH_COUNTER(X)       \
    EACH_WORDS(X, WAYS_NONE)  \
    EACH_WORDS(X, WAYS_LEAPS) \
    EACH_WORDS(X, WAYS_TWO)   \
    EACH_WORDS(X, WAYS_FOUR)  \
    EACH_WORDS(X, WAYS_OTHER)

EACH_COUNTER(COUNTER)

#define ENTRY(shape, words) [shape][(words)-1] = count_##shape##_##words,
static TypeCounter *const counters[WAYS_SHAPES][4] = {EACH_COUNTER(ENTRY)};

void type_count_init(TypeCount *count, const Variant *variant, unsigned type)
{
    *count = (TypeCount){
        .type = type, .royal = variant->types[type].royal, .pawn = variant->types[type].pawn};
    ways_init(&count->ways, variant, type);
    if (count->ways.shape == WAYS_NONE)
        for (Colour colour = WHITE; colour <= BLACK; colour++)
            leaps_find(&count->leaps[colour], variant, colour, type);
    count->count = counters[count->ways.shape][variant->words - 1];
}

void type_count_release(TypeCount *count) { ways_release(&count->ways); }
