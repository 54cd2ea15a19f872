#include "engine/search/activity.h"

#include <stdlib.h>

#include "engine/rules/words.h"

/* The part of an activity that a colour adds to. */
static inline void activity_add(Activity *activity, size_t term, Colour colour, int count)
{
    int16_t *side = &activity->side[term - ACTIVITY_FIRST];
    *side = (int16_t)(*side + (colour == WHITE ? count : -count));
}

/* What a side attacks. */
typedef struct Attacks {
    Set all;   /* by pieces that are not royal */
    Set royal; /* by those, too */
    Set pawns; /* by pawns alone */
} Attacks;

/* What stands on attacked squares: coefficients of the terms of these names, of `guarded` and
 * `connected` together, and of `hanging` and `hanging_pawn`. */
typedef struct Marks {
    int threat, breach, space, defended, connected, loose, hanging_pawn;
} Marks;

/* Adds those of a colour, once all attacks are known. */
WORDS_INLINE void mark_attacked(Marks *marks, const Reach reach[2], const Attacks attacks[2],
                                const Evaluator *evaluator, const Position *position,
                                const Set pawns[2], Colour colour, int words)
{
    const Colour other = colour_other(colour);
    const Set *royal = &position->of_piece[other][evaluator->variant->royal_type];
    const int sign = colour == WHITE ? 1 : -1;
    for (int i = 0; i < words; i++) {
        uint64_t alone = attacks[colour].royal.word[i] & ~attacks[other].royal.word[i];
        uint64_t loose = alone & position->of_colour[other].word[i] & ~royal->word[i];
        uint64_t defended = attacks[colour].pawns.word[i] & position->of_colour[colour].word[i];
        uint64_t breached =
            reach[colour].ring.word[i] & attacks[colour].all.word[i] & ~attacks[other].all.word[i];
        marks->threat +=
            sign * __builtin_popcountll(reach[colour].threatened.word[i] & ~royal->word[i]);
        marks->breach += sign * __builtin_popcountll(breached);
        marks->space += sign * __builtin_popcountll(alone);
        marks->defended += sign * __builtin_popcountll(defended);
        marks->connected += sign * __builtin_popcountll(defended & pawns[colour].word[i]);
        marks->loose += sign * __builtin_popcountll(loose);
        marks->hanging_pawn += sign * __builtin_popcountll(loose & pawns[other].word[i]);
    }
}

WORDS_INLINE void count_attacked(Activity *activity, const Reach reach[2], const Attacks attacks[2],
                                 const Evaluator *evaluator, const Position *position,
                                 const Set pawns[2], int words)
{
    Marks marks = {0};
    mark_attacked(&marks, reach, attacks, evaluator, position, pawns, WHITE, words);
    mark_attacked(&marks, reach, attacks, evaluator, position, pawns, BLACK, words);
    activity_add(activity, SIDE_TERM(threat), WHITE, marks.threat);
    activity_add(activity, SIDE_TERM(breach), WHITE, marks.breach);
    activity_add(activity, SIDE_TERM(space), WHITE, marks.space);
    activity_add(activity, SIDE_TERM(connected), WHITE, marks.connected);
    activity_add(activity, SIDE_TERM(guarded), WHITE, marks.defended - marks.connected);
    activity_add(activity, SIDE_TERM(hanging), WHITE, marks.loose - marks.hanging_pawn);
    activity_add(activity, SIDE_TERM(hanging_pawn), WHITE, marks.hanging_pawn);
}

/* Steps of a king. */
static inline int distance_of(const Evaluator *evaluator, unsigned a, unsigned b)
{
    int files = abs(evaluator->file[a] - evaluator->file[b]);
    int ranks = abs(evaluator->rank[a] - evaluator->rank[b]);
    return files > ranks ? files : ranks;
}

WORDS_INLINE void count_passed_pawn(Activity *activity, const Set *enemy_attacks,
                                    const Evaluator *evaluator, const Position *position,
                                    Colour colour, unsigned square, int words)
{
    const Variant *variant = evaluator->variant;
    const Colour other = colour_other(colour);
    const Set *front = &evaluator->pawn_tables.front[colour][square];
    const int way = pawn_way_of(variant, colour, square);
    unsigned stop =
        colour == WHITE ? square + (unsigned)variant->files : square - (unsigned)variant->files;
    if (set_has(&position->occupied, stop))
        activity_add(activity, SIDE_TERM(passed_blocked), colour, way);
    uint64_t hindered = 0;
    for (int i = 0; i < words; i++)
        hindered |= front->word[i] & (position->of_colour[other].word[i] | enemy_attacks->word[i]);
    if (hindered == 0)
        activity_add(activity, SIDE_TERM(passed_free), colour, way);
    unsigned own_king = position->king[colour], enemy_king = position->king[other];
    if (own_king < NO_SQUARE && enemy_king < NO_SQUARE)
        activity_add(activity, SIDE_TERM(passed_escort), colour,
                     way
                         * (distance_of(evaluator, enemy_king, stop)
                            - distance_of(evaluator, own_king, stop)));
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
           - distance_of(evaluator, own, other);
}

/* The king's own surroundings, and the enemy's about it. */
WORDS_INLINE void count_king(Activity *activity, const Reach reach[2], const Evaluator *evaluator,
                             const Position *position, const Set pawns[2], Colour colour, int words)
{
    const Colour other = colour_other(colour);
    const unsigned king = position->king[colour];
    if (king < NO_SQUARE) {
        activity_add(activity, SIDE_TERM(shelter), colour,
                     set_count_common(&reach[other].ring, &position->of_colour[colour], words));
        activity_add(activity, SIDE_TERM(shield), colour,
                     set_count_common(&evaluator->shield[colour][king], &pawns[colour], words));
    }
    int besiegers = reach[colour].by[KIND_PIECE].besiegers + reach[colour].by[KIND_PAWN].besiegers;
    if (besiegers >= 2)
        activity_add(activity,
                     besiegers == 2   ? SIDE_TERM(siege_2)
                     : besiegers == 3 ? SIDE_TERM(siege_3)
                                      : SIDE_TERM(siege_more),
                     colour, 1);
    if (set_count_in(&position->of_colour[other], words) == 1)
        activity_add(activity, SIDE_TERM(hunt), colour, hunt_of(evaluator, position, colour));
}

WORDS_INLINE void find_attacks(Attacks *attacks, const Reach *reach, int words)
{
    for (int i = 0; i < words; i++) {
        attacks->pawns.word[i] = reach->by[KIND_PAWN].attacked.word[i];
        attacks->all.word[i] = attacks->pawns.word[i] | reach->by[KIND_PIECE].attacked.word[i];
        attacks->royal.word[i] = attacks->all.word[i] | reach->by[KIND_ROYAL].attacked.word[i];
    }
}

WORDS_INLINE void find(Activity *activity, const Evaluator *evaluator, const Position *position,
                       const Set pawns[2], const Set *passed, int words)
{
    Reach reach[2];
    Attacks attacks[2];
    const Set *const ring[2] = {&evaluator->ring[position->king[WHITE]],
                                &evaluator->ring[position->king[BLACK]]};
    *activity = (Activity){.side = {0}};
    type_count_all(activity->type, reach, evaluator->types, evaluator->variant->type_count,
                   position, ring);
    find_attacks(&attacks[WHITE], &reach[WHITE], words);
    find_attacks(&attacks[BLACK], &reach[BLACK], words);
    count_attacked(activity, reach, attacks, evaluator, position, pawns, words);
    count_king(activity, reach, evaluator, position, pawns, WHITE, words);
    count_king(activity, reach, evaluator, position, pawns, BLACK, words);
    for (int word = 0; word < words; word++)
        for (uint64_t bits = passed->word[word]; bits != 0; bits &= bits - 1) {
            unsigned square = (unsigned)(word * 64 + __builtin_ctzll(bits));
            Colour colour = piece_colour(position->board[square]);
            count_passed_pawn(activity, &attacks[colour_other(colour)].royal, evaluator, position,
                              colour, square, words);
        }
}

void activity_find(Activity *activity, const Evaluator *evaluator, const Position *position,
                   const Set pawns[2], const Set *passed)
{
    WORDS_DISPATCH(evaluator->variant->words,
                   find(activity, evaluator, position, pawns, passed, words));
}
