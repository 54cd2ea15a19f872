#include "engine/search/evaluate.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/rules/targets.h"
#include "engine/search/mobility.h"
#include "engine/search/pawns.h"

enum { PIECE_CODES = 96, WORD_BITS = 64, PAWN_CACHE = 1024 };

/* The score of both sides' pawns, from White; key 0 is free. */
typedef struct PawnEntry {
    uint64_t key;
    Score score;
} PawnEntry;

struct Evaluator {
    const Variant *variant;
    Score placement[PIECE_CODES][MAX_SQUARES];
    int32_t phase[MAX_TYPES];
    int32_t phase_full;
    Weights weights;
    Score mobility[MAX_TYPES];
    Score attack[MAX_TYPES];
    Score pair[MAX_TYPES];
    int mean[MAX_TYPES]; /* targets of the type at its mean */
    Score passed[PASSED_KINDS];
    Score doubled, shelter, hunt, threat;
    Set ring[MAX_SQUARES];     /* the squares beside a square */
    uint8_t edge[MAX_SQUARES]; /* steps from the nearest edges, by file and rank */
    int edge_mean;
    PawnTables pawn_tables;
    uint8_t pawn_types[MAX_TYPES], moving_types[MAX_TYPES]; /* 0 ends a list */
    uint8_t by_value[MAX_TYPES]; /* all types, the least valuable first */
    int value[MAX_TYPES];
    uint8_t pair_types[MAX_TYPES];
    PawnEntry pawn_cache[PAWN_CACHE];
};

/* Coefficients of a square for a piece. */

static int forward_rank(const Variant *variant, Colour colour, unsigned square)
{
    int rank = variant_rank(variant, square);
    return colour == WHITE ? rank : variant->ranks - 1 - rank;
}

static int centre_of(const Evaluator *evaluator, unsigned square)
{
    return evaluator->edge[square] - evaluator->edge_mean;
}

static int advance_of(const Variant *variant, Colour colour, unsigned square)
{
    return forward_rank(variant, colour, square) - variant->ranks / 2;
}

static int pawn_advance_of(const Variant *variant, Colour colour, unsigned square)
{
    int beyond = forward_rank(variant, colour, square) - 1;
    return beyond > 0 ? beyond * beyond : 0;
}

/* Tables of the board. */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static void init_edges(Evaluator *evaluator)
{
    const Variant *variant = evaluator->variant;
    int sum = 0;
    for (int square = 0; square < variant->squares; square++) {
        int file = variant_file(variant, (unsigned)square);
        int rank = variant_rank(variant, (unsigned)square);
        int edge = least(file, variant->files - 1 - file) + least(rank, variant->ranks - 1 - rank);
        evaluator->edge[square] = (uint8_t)edge;
        sum += edge;
    }
    evaluator->edge_mean = (sum + variant->squares / 2) / variant->squares;
}

static void init_square(Evaluator *evaluator, unsigned square)
{
    const Variant *variant = evaluator->variant;
    for (unsigned other = 0; other < (unsigned)variant->squares; other++) {
        int files = abs(variant_file(variant, other) - variant_file(variant, square));
        int ranks = abs(variant_rank(variant, other) - variant_rank(variant, square));
        if (most(files, ranks) == 1)
            set_add(&evaluator->ring[square], other);
    }
}

/* Tables of the weights. */

static void init_placement(Evaluator *evaluator, unsigned type)
{
    const Variant *variant = evaluator->variant;
    const TypeWeights *weights = &evaluator->weights.type[type];
    Score bonus = score_of(evaluator->weights.side.pawn_advance);
    for (Colour colour = WHITE; colour <= BLACK; colour++)
        for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
            Score score = score_of(weights->value)
                          + score_of(weights->centre) * centre_of(evaluator, square)
                          + score_of(weights->advance) * advance_of(variant, colour, square);
            if (variant->types[type].pawn)
                score += bonus * pawn_advance_of(variant, colour, square);
            evaluator->placement[piece_make(colour, type)][square] =
                colour == WHITE ? score : -score;
        }
}

static void init_type(Evaluator *evaluator, unsigned type)
{
    const Variant *variant = evaluator->variant;
    const TypeWeights *weights = &evaluator->weights.type[type];
    Mobility mobility = mobility_expected(variant, type);
    evaluator->mean[type] = (int)lround(mobility.quiet + mobility.captures);
    evaluator->mobility[type] = score_of(weights->mobility);
    evaluator->attack[type] = score_of(weights->attack);
    evaluator->pair[type] = score_of(weights->pair);
    if (!variant->types[type].royal && !variant->types[type].pawn)
        evaluator->phase[type] = most(0, weights_value(&evaluator->weights, type));
    evaluator->phase_full +=
        evaluator->phase[type] * (variant->types[type].start[0] + variant->types[type].start[1]);
    init_placement(evaluator, type);
}

static void sort_types(Evaluator *evaluator)
{
    for (unsigned type = 1; type <= (unsigned)evaluator->variant->type_count; type++) {
        evaluator->value[type] = weights_value(&evaluator->weights, type);
        unsigned place = type - 1;
        for (;
             place > 0 && evaluator->value[evaluator->by_value[place - 1]] > evaluator->value[type];
             place--)
            evaluator->by_value[place] = evaluator->by_value[place - 1];
        evaluator->by_value[place] = (uint8_t)type;
    }
}

/* The types that a term is about. */
static void list_types(Evaluator *evaluator)
{
    const Variant *variant = evaluator->variant;
    int pawns = 0, moving = 0, pairs = 0;
    for (const uint8_t *each = evaluator->by_value; *each != 0; each++) {
        unsigned type = *each;
        if (variant->types[type].pawn)
            evaluator->pawn_types[pawns++] = (uint8_t)type;
        if (evaluator->mobility[type] != 0 || evaluator->attack[type] != 0
            || (evaluator->threat != 0 && !variant->types[type].royal))
            evaluator->moving_types[moving++] = (uint8_t)type;
        if (evaluator->pair[type] != 0)
            evaluator->pair_types[pairs++] = (uint8_t)type;
    }
}

Evaluator *evaluator_new(const Variant *variant, const Weights *weights)
{
    Evaluator *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->variant = variant;
    evaluator->weights = *weights;
    const SideWeights *side = &evaluator->weights.side;
    const Weight passed[PASSED_KINDS] = {side->passed_1, side->passed_2, side->passed_3,
                                         side->passed_4, side->passed_5, side->passed_far};
    for (int i = 0; i < PASSED_KINDS; i++)
        evaluator->passed[i] = score_of(passed[i]);
    evaluator->doubled = score_of(side->doubled);
    evaluator->shelter = score_of(side->shelter);
    evaluator->hunt = score_of(side->hunt);
    evaluator->threat = score_of(side->threat);
    init_edges(evaluator);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        init_square(evaluator, square);
    pawn_tables_init(&evaluator->pawn_tables, variant);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        init_type(evaluator, type);
    sort_types(evaluator);
    list_types(evaluator);
    return evaluator;
}

void evaluator_free(Evaluator *evaluator) { free(evaluator); }

/* Placement. */

static void placement_add(Placement *placement, const Evaluator *evaluator, Piece piece,
                          unsigned square, int sign)
{
    placement->score += sign * evaluator->placement[piece][square];
    placement->phase += sign * evaluator->phase[piece_type(piece)];
}

Placement placement_find(const Evaluator *evaluator, const Position *position)
{
    Placement placement = {0, 0};
    SET_EACH(square, &position->occupied)
    placement_add(&placement, evaluator, position->board[square], square, 1);
    return placement;
}

/* A square may have been written more than once: the first change knows what stood there before the
 * move, and the board knows what stands there now. */
Placement placement_after(const Evaluator *evaluator, const Position *position, Placement before)
{
    const Undo *undo = &position->undo[position->ply - 1];
    for (int i = 0; i < undo->change_count; i++) {
        Square square = undo->changes[i].square;
        bool seen = false;
        for (int j = 0; j < i; j++)
            seen |= undo->changes[j].square == square;
        if (seen)
            continue;
        placement_add(&before, evaluator, undo->changes[i].before, square, -1);
        placement_add(&before, evaluator, position->board[square], square, 1);
    }
    return before;
}

/* Counting targets. `words` is a constant at each call, so that small boards cost one word. */

/* Adds where a program leads; en passant does not count. Castling is in no program. */
static void add_walk(Set *set, const Variant *variant, const Program *program,
                     const Position *position)
{
    const Step *steps = variant->other_steps + program->first;
    for (uint32_t i = 0; i < program->length;) {
        const Step *step = &steps[i];
        unsigned kind = position->board[step->square] >> PIECE_COLOUR_SHIFT;
        if (step->emit[kind] != EMIT_NONE && step->emit[kind] != EMIT_EN_PASSANT)
            set_add(set, move_to(step->move));
        i = step->next[kind];
    }
}

static inline __attribute__((always_inline)) void find_targets(Set *set, const Position *position,
                                                               Colour colour, unsigned type,
                                                               unsigned square, int words)
{
    const Variant *variant = position->variant;
    const Targets *targets = &variant->targets[colour][type][square];
    targets_find(set, position, targets, colour, words);
    if (targets->rest.length > 0)
        add_walk(set, variant, &targets->rest, position);
}

static inline int count_words(const Set *set, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(set->word[word]);
    return count;
}

/* Coefficients of the pieces of a type. */
typedef struct MoveCounts {
    int mobility; /* less the mean */
    int attack;
    int threats; /* on the other side's pieces of the type */
} MoveCounts;

/* Where a side's pieces can go, while its types are looked at in the order of their values. */
typedef struct Reached {
    Set all;
    Set cheaper; /* by types of less value than the one at hand */
    int value;   /* of the type at hand */
} Reached;

/* How many of the other side's pieces of a type can be taken by pieces of less value. */
static inline int count_threats(const Evaluator *evaluator, const Position *position, Colour colour,
                                unsigned type, Reached *reached, int words)
{
    if (evaluator->value[type] > reached->value) {
        reached->value = evaluator->value[type];
        for (int word = 0; word < words; word++)
            reached->cheaper.word[word] = reached->all.word[word];
    }
    int count = 0;
    const Set *victims = &position->of_piece[colour_other(colour)][type];
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(reached->cheaper.word[word] & victims->word[word]);
    return count;
}

static inline __attribute__((always_inline)) MoveCounts
count_moves(const Evaluator *evaluator, const Position *position, Colour colour, unsigned type,
            const Set *ring, Reached *reached, int words)
{
    MoveCounts counts = {0, 0, 0};
    const Set *own = &position->of_piece[colour][type];
    bool royal = evaluator->variant->types[type].royal;
    if (!royal)
        counts.threats = count_threats(evaluator, position, colour, type, reached, words);
    for (int word = 0; word < words; word++)
        for (uint64_t bits = own->word[word]; bits != 0; bits &= bits - 1) {
            unsigned square = (unsigned)(word * WORD_BITS + __builtin_ctzll(bits));
            Set set;
            find_targets(&set, position, colour, type, square, words);
            counts.mobility += count_words(&set, words) - evaluator->mean[type];
            for (int i = 0; i < words; i++) {
                reached->all.word[i] |= royal ? 0 : set.word[i];
                set.word[i] &= ring->word[i];
            }
            counts.attack += count_words(&set, words);
        }
    return counts;
}

static Set ring_of(const Evaluator *evaluator, const Position *position, Colour colour)
{
    unsigned king = position->king[colour];
    return king < NO_SQUARE ? evaluator->ring[king] : set_empty();
}

static inline __attribute__((always_inline)) Score
moves_score(const Evaluator *evaluator, const Position *position, Colour colour, int words)
{
    Score score = 0;
    Set ring = ring_of(evaluator, position, colour_other(colour));
    Reached reached = {.value = INT_MIN};
    for (const uint8_t *type = evaluator->moving_types; *type != 0; type++) {
        MoveCounts counts = count_moves(evaluator, position, colour, *type, &ring, &reached, words);
        score += evaluator->mobility[*type] * counts.mobility
                 + evaluator->attack[*type] * counts.attack + evaluator->threat * counts.threats;
    }
    return score;
}

/* Pawns and kings. */

static inline Set pawns_of(const Evaluator *evaluator, const Position *position, Colour colour,
                           int words)
{
    Set pawns = set_empty();
    for (const uint8_t *type = evaluator->pawn_types; *type != 0; type++)
        for (int word = 0; word < words; word++)
            pawns.word[word] |= position->of_piece[colour][*type].word[word];
    return pawns;
}

static Score side_pawns_score(const Evaluator *evaluator, Colour colour, const Set *own,
                              const Set *enemy)
{
    PawnCounts counts;
    pawns_count(&evaluator->pawn_tables, colour, own, enemy, &counts);
    Score score = evaluator->doubled * counts.doubled;
    for (int i = 0; i < PASSED_KINDS; i++)
        score += evaluator->passed[i] * counts.passed[i];
    return score;
}

/* From White, and from memory if these pawns have been seen. */
static inline Score pawns_score(Evaluator *evaluator, const Position *position, int words)
{
    Set white = pawns_of(evaluator, position, WHITE, words);
    Set black = pawns_of(evaluator, position, BLACK, words);
    uint64_t key = pawns_key(&white, &black, words);
    PawnEntry *entry = &evaluator->pawn_cache[(key >> 32) % PAWN_CACHE];
    if (entry->key != key)
        *entry = (PawnEntry){.key = key,
                             .score = side_pawns_score(evaluator, WHITE, &white, &black)
                                      - side_pawns_score(evaluator, BLACK, &black, &white)};
    return entry->score;
}

static inline int shelter_of(const Evaluator *evaluator, const Position *position, Colour colour,
                             int words)
{
    Set ring = ring_of(evaluator, position, colour);
    for (int word = 0; word < words; word++)
        ring.word[word] &= position->of_colour[colour].word[word];
    return count_words(&ring, words);
}

/* Against a lone king the moves to win with may be far off: the nearer it is to the edges and to
 * the other king, the better. Twice the way from the middle, and the nearness of the kings. */
static int hunt_of(const Evaluator *evaluator, const Position *position, Colour colour)
{
    const Variant *variant = evaluator->variant;
    unsigned own = position->king[colour];
    unsigned other = position->king[colour_other(colour)];
    if (own >= NO_SQUARE || other >= NO_SQUARE)
        return 0;
    if (set_count(&position->of_colour[colour_other(colour)]) > 1
        || set_count(&position->of_colour[colour]) < 2)
        return 0;
    int files = abs(variant_file(variant, own) - variant_file(variant, other));
    int ranks = abs(variant_rank(variant, own) - variant_rank(variant, other));
    return 2 * (evaluator->edge_mean - evaluator->edge[other])
           + most(variant->files, variant->ranks) - most(files, ranks);
}

static inline __attribute__((always_inline)) Score
side_score(const Evaluator *evaluator, const Position *position, Colour colour, int words)
{
    Score score = evaluator->shelter * shelter_of(evaluator, position, colour, words)
                  + moves_score(evaluator, position, colour, words);
    if (count_words(&position->of_colour[colour_other(colour)], words) == 1)
        score += evaluator->hunt * hunt_of(evaluator, position, colour);
    for (const uint8_t *type = evaluator->pair_types; *type != 0; type++)
        if (position->count[colour][*type] >= 2)
            score += evaluator->pair[*type];
    return score;
}

/* From White: all but what Placement has and the tempo. */
static inline __attribute__((always_inline)) Score count_score(Evaluator *evaluator,
                                                               const Position *position, int words)
{
    return pawns_score(evaluator, position, words) + side_score(evaluator, position, WHITE, words)
           - side_score(evaluator, position, BLACK, words);
}

static int phase_of(const Evaluator *evaluator, int32_t phase)
{
    if (evaluator->phase_full == 0)
        return 0;
    return (int)((int64_t)least(phase, evaluator->phase_full) * PHASE_FULL / evaluator->phase_full);
}

int evaluate(Evaluator *evaluator, const Position *position, const Placement *placement)
{
    Score score = placement->score;
    switch (evaluator->variant->words) {
    case 1: score += count_score(evaluator, position, 1); break;
    case 2: score += count_score(evaluator, position, 2); break;
    case 3: score += count_score(evaluator, position, 3); break;
    default: score += count_score(evaluator, position, 4); break;
    }
    if (position->side == BLACK)
        score = -score;
    score += score_of(evaluator->weights.side.tempo);
    int phase = phase_of(evaluator, placement->phase);
    int64_t mixed = ((int64_t)score_opening(score) * phase
                     + (int64_t)score_ending(score) * (PHASE_FULL - phase))
                    / PHASE_FULL;
    return (int)(mixed > EVALUATION_LIMIT    ? EVALUATION_LIMIT
                 : mixed < -EVALUATION_LIMIT ? -EVALUATION_LIMIT
                                             : mixed);
}

/* The trace. */

static void add(Weight *weight, int coefficient, int sign)
{
    weight->opening = (int16_t)(weight->opening + sign * coefficient);
    weight->ending = weight->opening;
}

static void trace_pieces(const Evaluator *evaluator, const Position *position,
                         EvaluationTrace *trace)
{
    const Variant *variant = evaluator->variant;
    SET_EACH(square, &position->occupied)
    {
        Piece piece = position->board[square];
        Colour colour = piece_colour(piece);
        unsigned type = piece_type(piece);
        int sign = colour == WHITE ? 1 : -1;
        TypeWeights *weights = &trace->type[type];
        add(&weights->value, 1, sign);
        add(&weights->centre, centre_of(evaluator, square), sign);
        add(&weights->advance, advance_of(variant, colour, square), sign);
        if (variant->types[type].pawn)
            add(&trace->side.pawn_advance, pawn_advance_of(variant, colour, square), sign);
    }
}

static void trace_side(const Evaluator *evaluator, const Position *position, Colour colour,
                       EvaluationTrace *trace)
{
    const Variant *variant = evaluator->variant;
    int sign = colour == WHITE ? 1 : -1;
    Set ring = ring_of(evaluator, position, colour_other(colour));
    int words = variant->words;
    Reached reached = {.value = INT_MIN};
    for (const uint8_t *each = evaluator->by_value; *each != 0; each++) {
        unsigned type = *each;
        MoveCounts counts = count_moves(evaluator, position, colour, type, &ring, &reached, words);
        add(&trace->side.threat, counts.threats, sign);
        add(&trace->type[type].mobility, counts.mobility, sign);
        add(&trace->type[type].attack, counts.attack, sign);
        add(&trace->type[type].pair, position->count[colour][type] >= 2, sign);
    }
    Set own = pawns_of(evaluator, position, colour, words);
    Set enemy = pawns_of(evaluator, position, colour_other(colour), words);
    PawnCounts pawns;
    pawns_count(&evaluator->pawn_tables, colour, &own, &enemy, &pawns);
    SideWeights *side = &trace->side;
    Weight *const passed[PASSED_KINDS] = {&side->passed_1, &side->passed_2, &side->passed_3,
                                          &side->passed_4, &side->passed_5, &side->passed_far};
    for (int i = 0; i < PASSED_KINDS; i++)
        add(passed[i], pawns.passed[i], sign);
    add(&side->doubled, pawns.doubled, sign);
    add(&side->shelter, shelter_of(evaluator, position, colour, words), sign);
    add(&side->hunt, hunt_of(evaluator, position, colour), sign);
}

void evaluate_trace(const Evaluator *evaluator, const Position *position, EvaluationTrace *trace)
{
    *trace = (EvaluationTrace){.phase = 0};
    trace->phase = phase_of(evaluator, placement_find(evaluator, position).phase);
    trace_pieces(evaluator, position, trace);
    trace_side(evaluator, position, WHITE, trace);
    trace_side(evaluator, position, BLACK, trace);
    add(&trace->side.tempo, 1, position->side == WHITE ? 1 : -1);
}
