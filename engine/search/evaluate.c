#include "engine/search/evaluate.h"

#include "engine/rules/words.h"
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
    Placement placement = {0, evaluator->phase_apart};
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

/* Both colours' pawns. */
WORDS_INLINE void add_pawns(const Evaluator *evaluator, const Position *position, Set pawns[2],
                            int words)
{
    for (const uint8_t *type = evaluator->pawn_types; *type != 0; type++)
        for (int word = 0; word < words; word++) {
            pawns[WHITE].word[word] |= position->of_piece[WHITE][*type].word[word];
            pawns[BLACK].word[word] |= position->of_piece[BLACK][*type].word[word];
        }
}

static void pawns_of(const Evaluator *evaluator, const Position *position, Set pawns[2])
{
    pawns[WHITE] = pawns[BLACK] = set_empty();
    WORDS_DISPATCH(evaluator->variant->words, add_pawns(evaluator, position, pawns, words));
}

/* From memory if these pawns have been seen. */
static const PawnEntry *pawns_find(Evaluator *evaluator, const Set pawns[2])
{
    uint64_t key = pawns_key(&pawns[WHITE], &pawns[BLACK], evaluator->variant->words);
    PawnEntry *entry = &evaluator->pawn_cache[(key >> 32) % PAWN_CACHE];
    if (entry->key != key) {
        *entry = (PawnEntry){.key = key};
        entry->score =
            side_pawns_score(evaluator, WHITE, &pawns[WHITE], &pawns[BLACK], &entry->passed)
            - side_pawns_score(evaluator, BLACK, &pawns[BLACK], &pawns[WHITE], &entry->passed);
    }
    return entry;
}

static inline int count_pairs(const Position *position, unsigned type)
{
    return (position->count[WHITE][type] >= 2) - (position->count[BLACK][type] >= 2);
}

static Score activity_score(const Evaluator *evaluator, const Activity *activity)
{
    const int16_t *coefficients = activity->side, *openings = evaluator->opening.side,
                  *endings = evaluator->ending.side;
    int opening = 0, ending = 0;
    for (int i = 0; i < evaluator->activity_length; i++) {
        opening += coefficients[i] * openings[i];
        ending += coefficients[i] * endings[i];
    }
    return score_make(opening, ending);
}

/* A piece in hand is worth its value, wherever it may come in. */
__attribute__((noinline, cold)) static Score hands_score(const Evaluator *evaluator,
                                                         const Position *position)
{
    const Pockets *pockets = &position->pockets;
    Score score = 0;
    for (int type = 1; type <= evaluator->variant->type_count; type++)
        score += (pockets->count[WHITE][type] - pockets->count[BLACK][type])
                 * score_of(evaluator->weights.type[type].value);
    return score;
}

/* From White: all but what Placement has and the tempo. */
static Score count_score(Evaluator *evaluator, const Position *position)
{
    Set pawns[2];
    pawns_of(evaluator, position, pawns);
    const PawnEntry *entry = pawns_find(evaluator, pawns);
    Activity activity;
    activity_find(&activity, evaluator, position, pawns, &entry->passed);
    Score score = entry->score + activity_score(evaluator, &activity);
    for (const uint8_t *type = evaluator->pair_types; *type != 0; type++)
        score += evaluator->pair[*type] * count_pairs(position, *type);
    if (position->pockets_before != NULL)
        score += hands_score(evaluator, position);
    return score;
}

/* Of a board, whichever side is to move. */
static uint64_t board_key(const Position *position)
{
    return position->key ^ (position->side == BLACK ? position->variant->side_key : 0);
}

void evaluate_prefetch(const Evaluator *evaluator, const Position *position)
{
    __builtin_prefetch(&evaluator->score_cache[(board_key(position) >> 32) % SCORE_CACHE]);
}

/* From memory if this board has been seen lately: one board in nine has been, after a null move for
 * one. */
static Score board_score(Evaluator *evaluator, const Position *position)
{
    uint64_t key = board_key(position);
    ScoreEntry *entry = &evaluator->score_cache[(key >> 32) % SCORE_CACHE];
    if (entry->key != key)
        *entry = (ScoreEntry){.key = key, .score = count_score(evaluator, position)};
    return entry->score;
}

/* phase * PHASE_FULL / phase_full, without the division. */
static int phase_of(const Evaluator *evaluator, int32_t phase)
{
    int32_t held = phase < evaluator->phase_full ? phase : evaluator->phase_full;
    return (int)((uint64_t)held * evaluator->phase_share >> PHASE_SHARE_BITS);
}

int evaluate(Evaluator *evaluator, const Position *position, const Placement *placement)
{
    Score score = placement->score + board_score(evaluator, position);
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

static void trace_pawns(const Evaluator *evaluator, const Set pawns[2], Colour colour,
                        EvaluationTrace *trace, Set *passed)
{
    int sign = colour == WHITE ? 1 : -1;
    PawnCounts counts;
    pawns_count(&evaluator->pawn_tables, colour, &pawns[colour], &pawns[colour_other(colour)],
                &counts, passed);
    for (int i = 0; i < PASSED_KINDS; i++)
        add(&trace->side.passed_1 + i, counts.passed[i], sign);
    add(&trace->side.doubled, counts.doubled, sign);
    add(&trace->side.isolated, counts.isolated, sign);
}

static void trace_activity(const Evaluator *evaluator, const Position *position, const Set pawns[2],
                           const Set *passed, EvaluationTrace *trace)
{
    Activity activity;
    activity_find(&activity, evaluator, position, pawns, passed);
    for (int i = 0; i < evaluator->variant->type_count; i++) {
        unsigned type = evaluator->types[i].type;
        int surplus = position->count[WHITE][type] - position->count[BLACK][type];
        int mean = evaluator->mean[type] * surplus;
        add(&trace->type[type].mobility, activity.type[i].mobility - mean, 1);
        add(&trace->type[type].attack, activity.type[i].attack, 1);
        add(&trace->type[type].pair, count_pairs(position, type), 1);
    }
    Weight *side = (Weight *)&trace->side + ACTIVITY_FIRST;
    for (size_t term = 0; term < ACTIVITY_TERMS; term++)
        add(&side[term], activity.side[term], 1);
}

void evaluate_trace(const Evaluator *evaluator, const Position *position, EvaluationTrace *trace)
{
    *trace = (EvaluationTrace){.phase = 0};
    trace->phase = phase_of(evaluator, placement_find(evaluator, position).phase);
    for (unsigned type = 1; type <= (unsigned)evaluator->variant->type_count; type++)
        add(&trace->type[type].value,
            position->pockets.count[WHITE][type] - position->pockets.count[BLACK][type], 1);
    trace_pieces(evaluator, position, trace);
    Set pawns[2], passed = set_empty();
    pawns_of(evaluator, position, pawns);
    trace_pawns(evaluator, pawns, WHITE, trace, &passed);
    trace_pawns(evaluator, pawns, BLACK, trace, &passed);
    trace_activity(evaluator, position, pawns, &passed, trace);
    add(&trace->side.tempo, 1, position->side == WHITE ? 1 : -1);
}
