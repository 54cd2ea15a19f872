#include "engine/search/evaluate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/rules/targets.h"
#include "engine/search/mobility.h"

enum { PIECE_CODES = 96, WORD_BITS = 64 };

struct Evaluator {
    const Variant *variant;
    Score placement[PIECE_CODES][MAX_SQUARES];
    int32_t phase[MAX_TYPES];
    int32_t phase_full;
    Weights weights;
    Score mobility[MAX_TYPES];
    Score attack[MAX_TYPES];
    Score pair[MAX_TYPES];
    bool plain[MAX_TYPES]; /* mobility and attack are worth nothing: not counted */
    int mean[MAX_TYPES];   /* targets of the type at its mean */
    Score passed[6];
    Score doubled, shelter, hunt;
    Set ring[MAX_SQUARES];                /* the squares beside a square */
    Set front[2][MAX_SQUARES];            /* squares forward on the file */
    Set front_wide[2][MAX_SQUARES];       /* ... and on the files beside it */
    uint8_t to_promotion[2][MAX_SQUARES]; /* steps; 0 where no promotion lies ahead */
    uint8_t edge[MAX_SQUARES];            /* steps from the nearest edges, by file and rank */
    int edge_mean;
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

static bool is_ahead(const Variant *variant, Colour colour, unsigned square, unsigned other)
{
    return forward_rank(variant, colour, other) > forward_rank(variant, colour, square);
}

static void init_square(Evaluator *evaluator, unsigned square)
{
    const Variant *variant = evaluator->variant;
    for (unsigned other = 0; other < (unsigned)variant->squares; other++) {
        int files = abs(variant_file(variant, other) - variant_file(variant, square));
        int ranks = abs(variant_rank(variant, other) - variant_rank(variant, square));
        if (most(files, ranks) == 1)
            set_add(&evaluator->ring[square], other);
        for (Colour colour = WHITE; colour <= BLACK; colour++) {
            if (files > 1 || !is_ahead(variant, colour, square, other))
                continue;
            set_add(&evaluator->front_wide[colour][square], other);
            if (files > 0)
                continue;
            set_add(&evaluator->front[colour][square], other);
            uint8_t *steps = &evaluator->to_promotion[colour][square];
            if (set_has(&variant->promotion_squares[colour], other)
                && (*steps == 0 || ranks < *steps))
                *steps = (uint8_t)ranks;
        }
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
    evaluator->plain[type] = evaluator->mobility[type] == 0 && evaluator->attack[type] == 0;
    if (!variant->types[type].royal && !variant->types[type].pawn)
        evaluator->phase[type] = most(0, weights_value(&evaluator->weights, type));
    evaluator->phase_full +=
        evaluator->phase[type] * (variant->types[type].start[0] + variant->types[type].start[1]);
    init_placement(evaluator, type);
}

Evaluator *evaluator_new(const Variant *variant, const Weights *weights)
{
    Evaluator *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->variant = variant;
    evaluator->weights = *weights;
    const SideWeights *side = &evaluator->weights.side;
    const Weight passed[6] = {side->passed_1, side->passed_2, side->passed_3,
                              side->passed_4, side->passed_5, side->passed_far};
    for (int i = 0; i < 6; i++)
        evaluator->passed[i] = score_of(passed[i]);
    evaluator->doubled = score_of(side->doubled);
    evaluator->shelter = score_of(side->shelter);
    evaluator->hunt = score_of(side->hunt);
    init_edges(evaluator);
    for (unsigned square = 0; square < (unsigned)variant->squares; square++)
        init_square(evaluator, square);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        init_type(evaluator, type);
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

static inline Set all_targets(const Position *position, Piece piece, unsigned square, int words)
{
    const Variant *variant = position->variant;
    Colour colour = piece_colour(piece);
    const Targets *targets = &variant->targets[colour][piece_type(piece)][square];
    Set set = set_empty();
    targets_find(&set, position, targets, colour, words);
    if (targets->rest.length > 0)
        add_walk(&set, variant, &targets->rest, position);
    return set;
}

static inline int count_words(const Set *set, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(set->word[word]);
    return count;
}

/* Where the trace wants coefficients and the score wants products, both come from one function. */
typedef struct Counts {
    int mobility[MAX_TYPES]; /* less the mean */
    int attack[MAX_TYPES];
} Counts;

static inline Score count_moves(const Evaluator *evaluator, const Position *position, Colour colour,
                                int words, Counts *counts)
{
    Score score = 0;
    uint16_t king = position->king[colour_other(colour)];
    Set ring = king < NO_SQUARE ? evaluator->ring[king] : set_empty();
    for (unsigned type = 1; type <= (unsigned)evaluator->variant->type_count; type++) {
        if (evaluator->plain[type] && counts == NULL)
            continue;
        int moves = 0;
        int attacks = 0;
        int pieces = 0;
        const Set *own = &position->of_piece[colour][type];
        Piece piece = piece_make(colour, type);
        for (int word = 0; word < words; word++)
            for (uint64_t bits = own->word[word]; bits != 0; bits &= bits - 1) {
                unsigned square = (unsigned)(word * WORD_BITS + __builtin_ctzll(bits));
                Set set = all_targets(position, piece, square, words);
                moves += count_words(&set, words);
                for (int i = 0; i < words; i++)
                    set.word[i] &= ring.word[i];
                attacks += count_words(&set, words);
                pieces++;
            }
        moves -= pieces * evaluator->mean[type];
        score += evaluator->mobility[type] * moves + evaluator->attack[type] * attacks;
        if (counts != NULL) {
            counts->mobility[type] = moves;
            counts->attack[type] = attacks;
        }
    }
    return score;
}

static Score moves_score(const Evaluator *evaluator, const Position *position, Colour colour,
                         Counts *counts)
{
    switch (evaluator->variant->words) {
    case 1: return count_moves(evaluator, position, colour, 1, counts);
    case 2: return count_moves(evaluator, position, colour, 2, counts);
    case 3: return count_moves(evaluator, position, colour, 3, counts);
    default: return count_moves(evaluator, position, colour, 4, counts);
    }
}

/* Pawns and kings. */

static Set pawns_of(const Variant *variant, const Position *position, Colour colour)
{
    Set pawns = set_empty();
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++)
        if (variant->types[type].pawn)
            pawns = set_or(pawns, position->of_piece[colour][type]);
    return pawns;
}

/* Coefficients of a side's pawns. */
typedef struct Pawns {
    int passed[6];
    int doubled;
} Pawns;

static void count_pawns(const Evaluator *evaluator, Colour colour, const Set *own, const Set *enemy,
                        Pawns *pawns)
{
    *pawns = (Pawns){.doubled = 0};
    SET_EACH(square, own)
    {
        if (set_meets(&evaluator->front[colour][square], own))
            pawns->doubled++;
        else if (evaluator->to_promotion[colour][square] > 0
                 && !set_meets(&evaluator->front_wide[colour][square], enemy))
            pawns->passed[least(evaluator->to_promotion[colour][square], 6) - 1]++;
    }
}

static int shelter_of(const Evaluator *evaluator, const Position *position, Colour colour)
{
    if (position->king[colour] >= NO_SQUARE)
        return 0;
    Set near = set_and(evaluator->ring[position->king[colour]], position->of_colour[colour]);
    return set_count(&near);
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

static Score side_score(const Evaluator *evaluator, const Position *position, Colour colour,
                        const Pawns *pawns)
{
    Score score = evaluator->doubled * pawns->doubled;
    for (int i = 0; i < 6; i++)
        score += evaluator->passed[i] * pawns->passed[i];
    score += evaluator->shelter * shelter_of(evaluator, position, colour);
    score += evaluator->hunt * hunt_of(evaluator, position, colour);
    for (unsigned type = 1; type <= (unsigned)evaluator->variant->type_count; type++)
        if (position->count[colour][type] >= 2)
            score += evaluator->pair[type];
    return score;
}

static int phase_of(const Evaluator *evaluator, int32_t phase)
{
    if (evaluator->phase_full == 0)
        return 0;
    return (int)((int64_t)least(phase, evaluator->phase_full) * PHASE_FULL / evaluator->phase_full);
}

int evaluate(const Evaluator *evaluator, const Position *position, const Placement *placement)
{
    const Variant *variant = evaluator->variant;
    Set pawns[2] = {pawns_of(variant, position, WHITE), pawns_of(variant, position, BLACK)};
    Score score = placement->score;
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        Pawns counts;
        count_pawns(evaluator, colour, &pawns[colour], &pawns[colour_other(colour)], &counts);
        Score side = side_score(evaluator, position, colour, &counts)
                     + moves_score(evaluator, position, colour, NULL);
        score += colour == WHITE ? side : -side;
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
    Counts counts = {.mobility = {0}};
    moves_score(evaluator, position, colour, &counts);
    for (unsigned type = 1; type <= (unsigned)variant->type_count; type++) {
        add(&trace->type[type].mobility, counts.mobility[type], sign);
        add(&trace->type[type].attack, counts.attack[type], sign);
        add(&trace->type[type].pair, position->count[colour][type] >= 2, sign);
    }
    Set own = pawns_of(variant, position, colour);
    Set enemy = pawns_of(variant, position, colour_other(colour));
    Pawns pawns;
    count_pawns(evaluator, colour, &own, &enemy, &pawns);
    SideWeights *side = &trace->side;
    Weight *const passed[6] = {&side->passed_1, &side->passed_2, &side->passed_3,
                               &side->passed_4, &side->passed_5, &side->passed_far};
    for (int i = 0; i < 6; i++)
        add(passed[i], pawns.passed[i], sign);
    add(&side->doubled, pawns.doubled, sign);
    add(&side->shelter, shelter_of(evaluator, position, colour), sign);
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
