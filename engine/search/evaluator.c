#include "engine/search/evaluator.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/search/mobility.h"

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
        evaluator->file[square] = (uint8_t)file;
        evaluator->rank[square] = (uint8_t)rank;
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
        if (most(files, ranks) != 1)
            continue;
        set_add(&evaluator->ring[square], other);
        for (Colour colour = WHITE; colour <= BLACK; colour++)
            if (forward_rank(variant, colour, other) > forward_rank(variant, colour, square))
                set_add(&evaluator->shield[colour][square], other);
    }
}

/* Tables of the weights. */

static void init_placement(Evaluator *evaluator, unsigned type)
{
    const Variant *variant = evaluator->variant;
    const TypeWeights *weights = &evaluator->weights.type[type];
    const Score bonus = score_of(evaluator->weights.side.pawn_advance);
    const Score immobile = -evaluator->mean[type] * score_of(weights->mobility);
    for (Colour colour = WHITE; colour <= BLACK; colour++)
        for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
            Score score = score_of(weights->value) + immobile
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
    evaluator->pair[type] = score_of(weights->pair);
    const bool to_hand = (variant->features & FEATURE_TO_HAND) != 0;
    if (!variant->types[type].royal && !variant->types[type].pawn && !to_hand)
        evaluator->phase[type] = most(0, weights_value(&evaluator->weights, type));
    evaluator->phase_full +=
        evaluator->phase[type] * (variant->types[type].start[0] + variant->types[type].start[1]);
    init_placement(evaluator, type);
}

/* phase_of() never sees the rounding: it adds less than `full` parts of 2^PHASE_SHARE_BITS to a
 * share that is whole or at least 1 / full below a whole number, and a full phase of 16-bit values
 * on 256 squares is below 2^23. */
static void init_phase(Evaluator *evaluator)
{
    if (evaluator->variant->features & FEATURE_TO_HAND)
        evaluator->phase_full = evaluator->phase_apart = PHASE_FULL;
    const uint64_t full = (uint64_t)evaluator->phase_full;
    assert(full < 1 << 23);
    if (full > 0)
        evaluator->phase_share = (((uint64_t)PHASE_FULL << PHASE_SHARE_BITS) + full - 1) / full;
}

static void init_type_counts(Evaluator *evaluator)
{
    const Variant *variant = evaluator->variant;
    const Weights *weights = &evaluator->weights;
    uint8_t order[MAX_TYPES];
    weights_order(weights, variant, order);
    for (int i = 0; i < variant->type_count; i++) {
        const bool dearer = i == 0
                            || weights_price(weights, variant, order[i])
                                   > weights_price(weights, variant, order[i - 1]);
        type_count_init(&evaluator->types[i], variant, order[i], dearer);
    }
}

static void init_activity(Evaluator *evaluator)
{
    const Weight *side = (const Weight *)&evaluator->weights.side + ACTIVITY_FIRST;
    for (size_t term = 0; term < ACTIVITY_TERMS; term++) {
        evaluator->opening.side[term] = side[term].opening;
        evaluator->ending.side[term] = side[term].ending;
    }
    const int count = evaluator->variant->type_count;
    for (int i = 0; i < count; i++) {
        const TypeWeights *type = &evaluator->weights.type[evaluator->types[i].type];
        evaluator->opening.type[i] = (TypeSum){type->mobility.opening, type->attack.opening};
        evaluator->ending.type[i] = (TypeSum){type->mobility.ending, type->attack.ending};
    }
    const size_t length =
        (offsetof(Activity, type) + (size_t)count * sizeof(TypeSum)) / sizeof(int16_t);
    evaluator->activity_length =
        (int)((length + ACTIVITY_LANES - 1) / ACTIVITY_LANES) * ACTIVITY_LANES;
}

/* The types that a term is about. */
static void list_types(Evaluator *evaluator)
{
    int pawns = 0, pairs = 0;
    for (int type = 1; type <= evaluator->variant->type_count; type++) {
        if (evaluator->variant->types[type].pawn)
            evaluator->pawn_types[pawns++] = (uint8_t)type;
        if (evaluator->pair[type] != 0)
            evaluator->pair_types[pairs++] = (uint8_t)type;
    }
}

Evaluator *evaluator_new(const Variant *variant, const Weights *weights)
{
    Evaluator *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->variant = variant;
    evaluator->weights = *weights;
    const Weight *side = (const Weight *)&evaluator->weights.side;
    for (size_t term = 0; term < WEIGHT_SIDE_TERM_COUNT; term++)
        evaluator->side[term] = score_of(side[term]);
    init_edges(evaluator);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        init_square(evaluator, square);
    pawn_tables_init(&evaluator->pawn_tables, variant);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        init_type(evaluator, type);
    init_phase(evaluator);
    init_type_counts(evaluator);
    init_activity(evaluator);
    list_types(evaluator);
    return evaluator;
}

void evaluator_free(Evaluator *evaluator)
{
    if (evaluator == NULL)
        return;
    for (int i = 0; i < MAX_TYPES; i++)
        type_count_release(&evaluator->types[i]);
    free(evaluator);
}
