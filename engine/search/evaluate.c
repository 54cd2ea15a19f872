#include "engine/search/evaluate.h"

#include "engine/search/activity.h"

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

/* Pawns. */

/* Adds a side's passed pawns to `passed`. */
static Score side_pawns_score(const Evaluator *evaluator, Colour colour, const Set *own,
                              const Set *enemy, Set *passed)
{
    PawnCounts counts;
    pawns_count(&evaluator->pawn_tables, colour, own, enemy, &counts, passed);
    Score score = evaluator->side[SIDE_TERM(doubled)] * counts.doubled
                  + evaluator->side[SIDE_TERM(isolated)] * counts.isolated;
    for (int i = 0; i < PASSED_KINDS; i++)
        score += evaluator->side[SIDE_TERM(passed_1) + (size_t)i] * counts.passed[i];
    return score;
}

/* From memory if these pawns have been seen. */
static inline __attribute__((always_inline)) const PawnEntry *
pawns_find(Evaluator *evaluator, const Position *position, int words)
{
    Set white = pawns_of(evaluator, position, WHITE, words);
    Set black = pawns_of(evaluator, position, BLACK, words);
    uint64_t key = pawns_key(&white, &black, words);
    PawnEntry *entry = &evaluator->pawn_cache[(key >> 32) % PAWN_CACHE];
    if (entry->key != key) {
        *entry = (PawnEntry){.key = key};
        entry->score = side_pawns_score(evaluator, WHITE, &white, &black, &entry->passed)
                       - side_pawns_score(evaluator, BLACK, &black, &white, &entry->passed);
    }
    return entry;
}

static inline int count_pairs(const Position *position, unsigned type)
{
    return (position->count[WHITE][type] >= 2) - (position->count[BLACK][type] >= 2);
}

/* From White: all but what Placement has and the tempo. */
static inline __attribute__((always_inline)) Score count_score(Evaluator *evaluator,
                                                               const Position *position, int words)
{
    const PawnEntry *pawns = pawns_find(evaluator, position, words);
    Activity activity;
    activity_find(&activity, evaluator, position, &pawns->passed, words);
    Score score = pawns->score;
    for (int type = 1; type <= evaluator->variant->type_count; type++)
        score += evaluator->mobility[type] * activity.mobility[type]
                 + evaluator->attack[type] * activity.attack[type];
    for (size_t term = 0; term < WEIGHT_SIDE_TERM_COUNT; term++)
        score += evaluator->side[term] * activity.side[term];
    for (const uint8_t *type = evaluator->pair_types; *type != 0; type++)
        score += evaluator->pair[*type] * count_pairs(position, *type);
    return score;
}

static int phase_of(const Evaluator *evaluator, int32_t phase)
{
    if (evaluator->phase_full == 0)
        return 0;
    return (int)((int64_t)(phase < evaluator->phase_full ? phase : evaluator->phase_full)
                 * PHASE_FULL / evaluator->phase_full);
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
    score += evaluator->side[SIDE_TERM(tempo)];
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

static void trace_pawns(const Evaluator *evaluator, const Position *position, Colour colour,
                        EvaluationTrace *trace, Set *passed)
{
    int sign = colour == WHITE ? 1 : -1;
    int words = evaluator->variant->words;
    Set own = pawns_of(evaluator, position, colour, words);
    Set enemy = pawns_of(evaluator, position, colour_other(colour), words);
    PawnCounts counts;
    pawns_count(&evaluator->pawn_tables, colour, &own, &enemy, &counts, passed);
    for (int i = 0; i < PASSED_KINDS; i++)
        add(&trace->side.passed_1 + i, counts.passed[i], sign);
    add(&trace->side.doubled, counts.doubled, sign);
    add(&trace->side.isolated, counts.isolated, sign);
}

static void trace_activity(const Evaluator *evaluator, const Position *position, const Set *passed,
                           EvaluationTrace *trace)
{
    Activity activity = {.mobility = {0}};
    activity_find(&activity, evaluator, position, passed, evaluator->variant->words);
    for (unsigned type = 1; type <= (unsigned)evaluator->variant->type_count; type++) {
        add(&trace->type[type].mobility, activity.mobility[type], 1);
        add(&trace->type[type].attack, activity.attack[type], 1);
        add(&trace->type[type].pair, count_pairs(position, type), 1);
    }
    Weight *side = (Weight *)&trace->side;
    for (size_t term = 0; term < WEIGHT_SIDE_TERM_COUNT; term++)
        add(&side[term], activity.side[term], 1);
}

void evaluate_trace(const Evaluator *evaluator, const Position *position, EvaluationTrace *trace)
{
    *trace = (EvaluationTrace){.phase = 0};
    trace->phase = phase_of(evaluator, placement_find(evaluator, position).phase);
    trace_pieces(evaluator, position, trace);
    Set passed = set_empty();
    trace_pawns(evaluator, position, WHITE, trace, &passed);
    trace_pawns(evaluator, position, BLACK, trace, &passed);
    trace_activity(evaluator, position, &passed, trace);
    add(&trace->side.tempo, 1, position->side == WHITE ? 1 : -1);
}
