#include "engine/search/type_count.h"

#include "engine/rules/words.h"

WORDS_INLINE void sum_add(TypeSum *sum, Colour colour, int mobility, int attack)
{
    sum->mobility = (int16_t)(sum->mobility + (colour == WHITE ? mobility : -mobility));
    sum->attack = (int16_t)(sum->attack + (colour == WHITE ? attack : -attack));
}

/* Adds a piece that can move to `squares`, of which `safe` and `goals` count; says whether any is a
 * goal. Those that are have the same places in no two words, since two ranks and three squares are
 * fewer than a word has: they are counted as one. */
WORDS_INLINE bool add_piece(TypeSum *sum, Set *attacks, const Set *safe, const Set *goals,
                            const Set *squares, const Set *attacked, Colour colour, int words)
{
    uint64_t beside = 0;
    int mobility = 0;
    for (int i = 0; i < words; i++) {
        mobility += __builtin_popcountll(squares->word[i] & safe->word[i]);
        attacks->word[i] |= attacked->word[i];
        beside |= squares->word[i] & goals->word[i];
    }
    sum_add(sum, colour, mobility, __builtin_popcountll(beside));
    return beside != 0;
}
_Static_assert(2 * MAX_FILES + 3 <= 64, "see above");

/* Those of the pieces below that stand in one word. */
WORDS_INLINE void count_ways_in(TypeSum *sum, Reach *own, const TypeCount *type,
                                const Position *position, const Set *pieces, Colour colour,
                                bool slides, int word, int words)
{
    Attackers *attackers = &own->by[type->kind];
    for (uint64_t bits = pieces->word[word]; bits != 0; bits &= bits - 1) {
        unsigned square = (unsigned)word * 64 + (unsigned)__builtin_ctzll(bits);
        Set reach;
        ways_reach(&reach, &type->ways, colour, square, &position->occupied, slides, words);
        attackers->besiegers += add_piece(sum, &attackers->attacked, &own->safe, &own->goals,
                                          &reach, &reach, colour, words);
    }
}

/* Pieces that leap and slide and do nothing else: one that may go to a square attacks it, and a
 * friend that stands there is defended. */
WORDS_INLINE void count_ways(TypeSum *sum, Reach *own, const TypeCount *type,
                             const Position *position, const Set *pieces, Colour colour,
                             bool slides, int words)
{
    count_ways_in(sum, own, type, position, pieces, colour, slides, 0, words);
    if (words > 1)
        count_ways_in(sum, own, type, position, pieces, colour, slides, 1, words);
    if (words > 2)
        count_ways_in(sum, own, type, position, pieces, colour, slides, 2, words);
    if (words > 3)
        count_ways_in(sum, own, type, position, pieces, colour, slides, 3, words);
}

/* Those that come to the ring by a leap: few do, so that they are looked for apart. */
WORDS_INLINE int add_besiegers(Set *besiegers, const Set *ring, const Set *squares, int delta,
                               int words)
{
    Set beside = set_empty(), from = set_empty();
    int attack = 0;
    for (int i = 0; i < words; i++) {
        beside.word[i] = squares->word[i] & ring->word[i];
        attack += __builtin_popcountll(beside.word[i]);
    }
    set_shift(&from, &beside, -delta, words);
    for (int i = 0; i < words; i++)
        besiegers->word[i] |= from.word[i];
    return attack;
}

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

/* Pieces of a type that goes by a few leaps, all at once; those of them that have other moves are
 * walked. `safe` are the squares that no cheaper enemy attacks. */
WORDS_INLINE void count_leaps(TypeSum *sum, Reach *own, const Set *safe, const TypeCount *type,
                              const Position *position, const Set *pieces, Colour colour, int words)
{
    const Leaps *leaps = &type->leaps[colour];
    Attackers *attackers = &own->by[type->kind];
    Set besiegers = set_empty();
    int mobility = 0, attack = 0;
    for (const Leap *leap = leaps->leap; leap < leaps->leap + leaps->count; leap++) {
        Set from = set_empty(), squares = set_empty();
        for (int i = 0; i < words; i++)
            from.word[i] = pieces->word[i] & leap->from.word[i];
        set_shift(&squares, &from, leap->delta, words);
        for (int i = 0; i < words; i++) {
            attackers->attacked.word[i] |= leap->mode == TARGET_QUIET ? 0 : squares.word[i];
            squares.word[i] &= targets_allowed(position, leap->mode, colour, i);
            mobility += __builtin_popcountll(squares.word[i] & safe->word[i]);
        }
        if (set_meets_in(&squares, &own->ring, words))
            attack += add_besiegers(&besiegers, &own->ring, &squares, leap->delta, words);
    }
    sum_add(sum, colour, mobility, attack);
    for (int word = 0; word < words; word++)
        for (uint64_t bits = pieces->word[word] & leaps->walked.word[word]; bits != 0;
             bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            Set squares = set_empty(), attacked = set_empty();
            add_walk(&squares, &attacked, position,
                     &position->variant->targets[colour][type->type][square].rest, colour);
            if (add_piece(sum, &attackers->attacked, safe, &own->ring, &squares, &attacked, colour,
                          words))
                set_add(&besiegers, square);
        }
    attackers->besiegers += set_count_in(&besiegers, words);
}

/* Pieces of any type, one by one. */
WORDS_INLINE void count_targets(TypeSum *sum, Reach *own, const Set *safe, const TypeCount *type,
                                const Position *position, const Set *pieces, Colour colour,
                                int words)
{
    Attackers *attackers = &own->by[type->kind];
    for (int word = 0; word < words; word++)
        for (uint64_t bits = pieces->word[word]; bits != 0; bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            const Targets *targets = &position->variant->targets[colour][type->type][square];
            Set squares, attacked;
            targets_find_attacks(&squares, &attacked, position, targets, colour, words);
            if (targets->rest.length > 0)
                add_walk(&squares, &attacked, position, &targets->rest, colour);
            attackers->besiegers += add_piece(sum, &attackers->attacked, safe, &own->ring, &squares,
                                              &attacked, colour, words);
        }
}

/* Types that do more than leap and slide. */
WORDS_INLINE void count_others(TypeSum *sum, Reach reach[2], const TypeCount *type,
                               const Position *position, const Set *pieces, Colour colour,
                               int words)
{
    const Set *dangers = &reach[colour_other(colour)].cheaper;
    Set safe;
    for (int i = 0; i < words; i++)
        safe.word[i] = ~dangers->word[i];
    if (type->leaps[colour].count > 0)
        count_leaps(sum, &reach[colour], &safe, type, position, pieces, colour, words);
    else
        count_targets(sum, &reach[colour], &safe, type, position, pieces, colour, words);
}

WORDS_INLINE void count_colour(TypeSum *sum, Reach reach[2], const TypeCount *type,
                               const Position *position, Colour colour, int words)
{
    Reach *own = &reach[colour], *enemy = &reach[colour_other(colour)];
    const Set *pieces = &position->of_piece[colour][type->type];
    if (position->count[colour][type->type] == 0)
        return;
    for (int i = 0; i < words; i++)
        enemy->threatened.word[i] |= enemy->cheaper.word[i] & pieces->word[i];
    if (type->ways.shape > WAYS_LEAPS)
        count_ways(sum, own, type, position, pieces, colour, true, words);
    else if (type->ways.shape == WAYS_LEAPS)
        count_ways(sum, own, type, position, pieces, colour, false, words);
    else
        count_others(sum, reach, type, position, pieces, colour, words);
}

/* All types counted so far are cheaper than the next. */
WORDS_INLINE void set_cheaper(Reach reach[2], const Position *position, Colour colour, int words)
{
    Reach *own = &reach[colour], *enemy = &reach[colour_other(colour)];
    const Set *others = &position->of_colour[colour_other(colour)];
    for (int i = 0; i < words; i++) {
        own->cheaper.word[i] =
            own->by[KIND_PIECE].attacked.word[i] | own->by[KIND_PAWN].attacked.word[i];
        enemy->safe.word[i] = ~(own->cheaper.word[i] | others->word[i]);
    }
}

WORDS_INLINE void init_reach(Reach *own, const Position *position, Colour colour, const Set *ring,
                             int words)
{
    for (int kind = 0; kind < TYPE_KINDS; kind++)
        own->by[kind].besiegers = 0;
    for (int i = 0; i < words; i++) {
        for (int kind = 0; kind < TYPE_KINDS; kind++)
            own->by[kind].attacked.word[i] = 0;
        own->threatened.word[i] = 0;
        own->ring.word[i] = ring->word[i];
        own->goals.word[i] = ring->word[i] & ~position->of_colour[colour].word[i];
    }
}

WORDS_INLINE void count_all(TypeSum *sums, Reach reach[2], const TypeCount *types, int count,
                            const Position *position, const Set *const ring[2], int words)
{
    init_reach(&reach[WHITE], position, WHITE, ring[BLACK], words);
    init_reach(&reach[BLACK], position, BLACK, ring[WHITE], words);
    for (int i = 0; i < count; i++) {
        if (types[i].dearer) {
            set_cheaper(reach, position, WHITE, words);
            set_cheaper(reach, position, BLACK, words);
        }
        count_colour(&sums[i], reach, &types[i], position, WHITE, words);
        count_colour(&sums[i], reach, &types[i], position, BLACK, words);
    }
}

void type_count_all(TypeSum *sums, Reach reach[2], const TypeCount *types, int count,
                    const Position *position, const Set *const ring[2])
{
    WORDS_DISPATCH(position->variant->words,
                   count_all(sums, reach, types, count, position, ring, words));
}

void type_count_init(TypeCount *count, const Variant *variant, unsigned type, bool dearer)
{
    const PieceType *piece = &variant->types[type];
    *count = (TypeCount){.type = type,
                         .kind = piece->royal  ? KIND_ROYAL
                                 : piece->pawn ? KIND_PAWN
                                               : KIND_PIECE,
                         .dearer = dearer};
    ways_init(&count->ways, variant, type);
    if (count->ways.shape == WAYS_NONE)
        for (Colour colour = WHITE; colour <= BLACK; colour++)
            leaps_find(&count->leaps[colour], variant, colour, type);
}

void type_count_release(TypeCount *count) { ways_release(&count->ways); }
