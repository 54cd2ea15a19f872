/* What the pieces of a position do: the coefficients of all terms that placement and pawn structure
 * do not give, counted in one pass over the pieces.
 *
 * Both colours' types are looked at side by side in the order of their values, so that the squares
 * which the enemy's cheaper pieces attack are known when a type's turn comes. `words` is a constant
 * at each call, so that small boards cost one word. */
#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/targets.h"
#include "engine/search/evaluator.h"

/* Coefficients, White's less Black's. */
typedef struct Activity {
    int mobility[MAX_TYPES];
    int attack[MAX_TYPES];
    int side[WEIGHT_SIDE_TERM_COUNT]; /* in the order of SideWeights */
} Activity;

/* A side's view while its pieces are counted. */
typedef struct Reach {
    Set all;     /* squares that its pieces attack, but for the royal ones */
    Set cheaper; /* ... of less value than the type at hand */
    Set pawns;   /* ... that are pawns */
    Set royal;   /* squares that its royal pieces attack */
    Set ring;    /* the squares beside the enemy king */
    int besiegers;
} Reach;

/* The part of an activity that a colour adds to. */
static inline void activity_add(Activity *activity, size_t term, Colour colour, int count)
{
    activity->side[term] += colour == WHITE ? count : -count;
}

static inline int count_words(const Set *set, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(set->word[word]);
    return count;
}

/* The squares of `a` in `b`. */
static inline int count_common(const Set *a, const Set *b, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(a->word[word] & b->word[word]);
    return count;
}

/* Adds where a program leads. Castling is in no program; captures en passant do not count, nor do
 * moves over a square that may be taken there, as a pawn's double step. */
static void add_walk(Set *found, Set *attacked, const Position *position, const Program *program,
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
            set_add(found, move_to(step->move));
        if (against != EMIT_NONE && against != EMIT_EN_PASSANT && against != EMIT_QUIET)
            set_add(attacked, move_to(step->move));
        i = step->next[class];
    }
}

/* What the pieces of a type and colour do. */
typedef struct TypeCounts {
    int mobility, attack, besiegers;
    Set attacked;
} TypeCounts;

/* Adds one piece, or some that go the same way: they can move to `found`. */
static inline __attribute__((always_inline)) void add_found(TypeCounts *counts, const Reach *own,
                                                            const Reach *enemy, const Set *found,
                                                            const Set *attacked, int words)
{
    for (int i = 0; i < words; i++) {
        counts->mobility += __builtin_popcountll(found->word[i] & ~enemy->cheaper.word[i]);
        counts->attack += __builtin_popcountll(found->word[i] & own->ring.word[i]);
        counts->attacked.word[i] |= attacked->word[i];
    }
}

static inline __attribute__((always_inline)) bool meets(const Set *a, const Set *b, int words)
{
    uint64_t common = 0;
    for (int i = 0; i < words; i++)
        common |= a->word[i] & b->word[i];
    return common != 0;
}

/* All pieces of a type that goes by a few leaps, at once. */
static inline __attribute__((always_inline)) void
count_leapers(TypeCounts *counts, const Reach *own, const Reach *enemy, const Leaps *leaps,
              const Position *position, unsigned type, Colour colour, int words)
{
    const Set *pieces = &position->of_piece[colour][type];
    Set besiegers = set_empty();
    for (const Leap *leap = leaps->leap; leap < leaps->leap + leaps->count; leap++) {
        Set from, found, back;
        for (int i = 0; i < words; i++)
            from.word[i] = pieces->word[i] & leap->from.word[i];
        leap_shift(&found, &from, leap->delta, words);
        Set attacked = leap->mode == TARGET_QUIET ? set_empty() : found;
        for (int i = 0; i < words; i++)
            found.word[i] &= targets_allowed(position, leap->mode, colour, i);
        add_found(counts, own, enemy, &found, &attacked, words);
        for (int i = 0; i < words; i++)
            found.word[i] &= own->ring.word[i];
        leap_shift(&back, &found, -leap->delta, words);
        for (int i = 0; i < words; i++)
            besiegers.word[i] |= back.word[i];
    }
    for (int word = 0; word < words; word++)
        for (uint64_t bits = pieces->word[word] & leaps->walked.word[word]; bits != 0;
             bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            Set found = set_empty(), attacked = set_empty();
            add_walk(&found, &attacked, position,
                     &position->variant->targets[colour][type][square].rest, colour);
            add_found(counts, own, enemy, &found, &attacked, words);
            if (meets(&found, &own->ring, words))
                set_add(&besiegers, square);
        }
    counts->besiegers = count_words(&besiegers, words);
}

static inline __attribute__((always_inline)) void
count_pieces(TypeCounts *counts, const Reach *own, const Reach *enemy, const Position *position,
             unsigned type, Colour colour, int words)
{
    const Set *pieces = &position->of_piece[colour][type];
    for (int word = 0; word < words; word++)
        for (uint64_t bits = pieces->word[word]; bits != 0; bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            const Targets *targets = &position->variant->targets[colour][type][square];
            Set found, attacked;
            targets_find_attacks(&found, &attacked, position, targets, colour, words);
            if (targets->rest.length > 0)
                add_walk(&found, &attacked, position, &targets->rest, colour);
            add_found(counts, own, enemy, &found, &attacked, words);
            counts->besiegers += meets(&found, &own->ring, words);
        }
}

static inline __attribute__((always_inline)) void
count_type(Activity *activity, Reach reach[2], const Evaluator *evaluator, const Position *position,
           unsigned type, Colour colour, int words)
{
    const Variant *variant = evaluator->variant;
    const Leaps *leaps = &evaluator->leaps[colour][type];
    const Set *pieces = &position->of_piece[colour][type];
    Reach *own = &reach[colour];
    if (!variant->types[type].royal)
        activity_add(
            activity, SIDE_TERM(threat), colour,
            count_common(&own->cheaper, &position->of_piece[colour_other(colour)][type], words));
    if (!meets(pieces, pieces, words))
        return;
    TypeCounts counts = {.mobility = -evaluator->mean[type] * count_words(pieces, words)};
    if (leaps->count > 0)
        count_leapers(&counts, own, &reach[colour_other(colour)], leaps, position, type, colour,
                      words);
    else
        count_pieces(&counts, own, &reach[colour_other(colour)], position, type, colour, words);
    activity->mobility[type] += colour == WHITE ? counts.mobility : -counts.mobility;
    activity->attack[type] += colour == WHITE ? counts.attack : -counts.attack;
    Set *sum = variant->types[type].royal ? &own->royal : &own->all;
    for (int i = 0; i < words; i++) {
        sum->word[i] |= counts.attacked.word[i];
        own->pawns.word[i] |= variant->types[type].pawn ? counts.attacked.word[i] : 0;
    }
    own->besiegers += variant->types[type].royal ? 0 : counts.besiegers;
}

static inline __attribute__((always_inline)) void count_types(Activity *activity, Reach reach[2],
                                                              const Evaluator *evaluator,
                                                              const Position *position, int words)
{
    int value = INT_MIN;
    for (const uint8_t *type = evaluator->by_value; *type != 0; type++) {
        activity->mobility[*type] = activity->attack[*type] = 0;
        if (evaluator->value[*type] > value)
            for (int i = 0; i < words; i++) {
                reach[WHITE].cheaper.word[i] = reach[WHITE].all.word[i];
                reach[BLACK].cheaper.word[i] = reach[BLACK].all.word[i];
            }
        value = evaluator->value[*type];
        count_type(activity, reach, evaluator, position, *type, WHITE, words);
        count_type(activity, reach, evaluator, position, *type, BLACK, words);
    }
}

static inline Set ring_of(const Evaluator *evaluator, const Position *position, Colour colour)
{
    unsigned king = position->king[colour];
    return king < NO_SQUARE ? evaluator->ring[king] : set_empty();
}

static inline __attribute__((always_inline)) Set
pawns_of(const Evaluator *evaluator, const Position *position, Colour colour, int words)
{
    Set pawns = set_empty();
    for (const uint8_t *type = evaluator->pawn_types; *type != 0; type++)
        for (int word = 0; word < words; word++)
            pawns.word[word] |= position->of_piece[colour][*type].word[word];
    return pawns;
}

/* What stands on attacked squares, once all attacks are known. `full` are a side's attacks with
 * those of its royal pieces. */
static inline __attribute__((always_inline)) void
count_attacked(Activity *activity, const Reach reach[2], const Set full[2],
               const Evaluator *evaluator, const Position *position, Colour colour, int words)
{
    const Colour other = colour_other(colour);
    const Set *royal = &position->of_piece[other][evaluator->variant->royal_type];
    Set own_pawns = pawns_of(evaluator, position, colour, words);
    Set enemy_pawns = pawns_of(evaluator, position, other, words);
    int breach = 0, space = 0, connected = 0, guarded = 0, hanging = 0, hanging_pawns = 0;
    for (int i = 0; i < words; i++) {
        uint64_t own = reach[colour].all.word[i];
        uint64_t alone = full[colour].word[i] & ~full[other].word[i];
        uint64_t loose = alone & position->of_colour[other].word[i] & ~royal->word[i];
        uint64_t defended = reach[colour].pawns.word[i] & position->of_colour[colour].word[i];
        breach +=
            __builtin_popcountll(reach[colour].ring.word[i] & own & ~reach[other].all.word[i]);
        space += __builtin_popcountll(alone);
        connected += __builtin_popcountll(defended & own_pawns.word[i]);
        guarded += __builtin_popcountll(defended & ~own_pawns.word[i]);
        hanging += __builtin_popcountll(loose & ~enemy_pawns.word[i]);
        hanging_pawns += __builtin_popcountll(loose & enemy_pawns.word[i]);
    }
    activity_add(activity, SIDE_TERM(breach), colour, breach);
    activity_add(activity, SIDE_TERM(space), colour, space);
    activity_add(activity, SIDE_TERM(connected), colour, connected);
    activity_add(activity, SIDE_TERM(guarded), colour, guarded);
    activity_add(activity, SIDE_TERM(hanging), colour, hanging);
    activity_add(activity, SIDE_TERM(hanging_pawn), colour, hanging_pawns);
}

/* Steps of a king. */
static inline int distance_of(const Variant *variant, unsigned a, unsigned b)
{
    int files = abs(variant_file(variant, a) - variant_file(variant, b));
    int ranks = abs(variant_rank(variant, a) - variant_rank(variant, b));
    return files > ranks ? files : ranks;
}

static inline void count_passed_pawn(Activity *activity, const Set *enemy_attacks,
                                     const Evaluator *evaluator, const Position *position,
                                     Colour colour, unsigned square)
{
    const Variant *variant = evaluator->variant;
    const Colour other = colour_other(colour);
    const Set *front = &evaluator->pawn_tables.front[colour][square];
    const int way = pawn_way_of(variant, colour, square);
    unsigned stop =
        colour == WHITE ? square + (unsigned)variant->files : square - (unsigned)variant->files;
    if (set_has(&position->occupied, stop))
        activity_add(activity, SIDE_TERM(passed_blocked), colour, way);
    if (!set_meets(front, &position->of_colour[other]) && !set_meets(front, enemy_attacks))
        activity_add(activity, SIDE_TERM(passed_free), colour, way);
    unsigned own_king = position->king[colour], enemy_king = position->king[other];
    if (own_king < NO_SQUARE && enemy_king < NO_SQUARE)
        activity_add(
            activity, SIDE_TERM(passed_escort), colour,
            way * (distance_of(variant, enemy_king, stop) - distance_of(variant, own_king, stop)));
}

/* Against a lone king the moves to win with may be far off: the nearer it is to the edges and to
 * the other king, the better. Twice the way from the middle, and the nearness of the kings. */
static int hunt_of(const Evaluator *evaluator, const Position *position, Colour colour)
{
    const Variant *variant = evaluator->variant;
    unsigned own = position->king[colour];
    unsigned other = position->king[colour_other(colour)];
    if (own >= NO_SQUARE || other >= NO_SQUARE || set_count(&position->of_colour[colour]) < 2)
        return 0;
    int size = variant->files > variant->ranks ? variant->files : variant->ranks;
    return 2 * (evaluator->edge_mean - evaluator->edge[other]) + size
           - distance_of(variant, own, other);
}

/* The king's own surroundings, and the enemy's about it. */
static inline __attribute__((always_inline)) void
count_king(Activity *activity, const Reach reach[2], const Evaluator *evaluator,
           const Position *position, Colour colour, int words)
{
    const Colour other = colour_other(colour);
    const unsigned king = position->king[colour];
    if (king < NO_SQUARE) {
        Set pawns = pawns_of(evaluator, position, colour, words);
        activity_add(activity, SIDE_TERM(shelter), colour,
                     count_common(&reach[other].ring, &position->of_colour[colour], words));
        activity_add(activity, SIDE_TERM(shield), colour,
                     count_common(&evaluator->shield[colour][king], &pawns, words));
    }
    int besiegers = reach[colour].besiegers;
    activity_add(activity, SIDE_TERM(siege_2), colour, besiegers == 2);
    activity_add(activity, SIDE_TERM(siege_3), colour, besiegers == 3);
    activity_add(activity, SIDE_TERM(siege_more), colour, besiegers > 3);
    if (count_words(&position->of_colour[other], words) == 1)
        activity_add(activity, SIDE_TERM(hunt), colour, hunt_of(evaluator, position, colour));
}

/* Counts everything anew; `passed` are the passed pawns of both colours. Of the types' arrays the
 * variant's types are written. */
static inline __attribute__((always_inline)) void activity_find(Activity *activity,
                                                                const Evaluator *evaluator,
                                                                const Position *position,
                                                                const Set *passed, int words)
{
    Reach reach[2];
    Set full[2];
    memset(activity->side, 0, sizeof activity->side);
    for (Colour colour = WHITE; colour <= BLACK; colour++)
        reach[colour] = (Reach){.ring = ring_of(evaluator, position, colour_other(colour))};
    count_types(activity, reach, evaluator, position, words);
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        full[colour] = set_empty();
        for (int i = 0; i < words; i++)
            full[colour].word[i] = reach[colour].all.word[i] | reach[colour].royal.word[i];
    }
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        count_attacked(activity, reach, full, evaluator, position, colour, words);
        count_king(activity, reach, evaluator, position, colour, words);
    }
    for (int word = 0; word < words; word++)
        for (uint64_t bits = passed->word[word]; bits != 0; bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            Colour colour = piece_colour(position->board[square]);
            count_passed_pawn(activity, &full[colour_other(colour)], evaluator, position, colour,
                              square);
        }
}
