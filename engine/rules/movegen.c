#include "engine/rules/movegen.h"

#include <assert.h>

#include "engine/rules/attack.h"
#include "engine/rules/outcome.h"

/* ------------------------------------------------------------------------------------------------
 * The walk
 */

typedef enum Kind { ALL_MOVES, NOISY_MOVES } Kind;

static inline bool contains(const Move *first, const Move *end, Move move)
{
    for (; first < end; first++)
        if (*first == move)
            return true;
    return false;
}

static Move *add_once(const Step *step, const Move *first, Move *end, Move move)
{
    if (!step->twin || !contains(first, end, move))
        *end++ = move;
    return end;
}

/* Adds the step's move once for each type that the pawn may become, and as it is where it may stay.
 */
static Move *add_promotions(const Position *position, const Step *step, const Move *first,
                            Move *end)
{
    const Variant *variant = position->variant;
    const PromotionRule *rule = &variant->promotions[step->promotion];
    const uint8_t *count = position->count[position->side];
    uint32_t types = 0;
    for (uint32_t rest = rule->types; rest != 0; rest &= rest - 1) {
        unsigned type = (unsigned)__builtin_ctz(rest);
        unsigned limit = variant->lost_promotion ? variant->types[type].start[position->side]
                         : rule->limit[type] > 0 ? rule->limit[type]
                                                 : MAX_SQUARES;
        if (count[type] < limit)
            types |= 1u << type;
    }
    if (rule->overflow && types == 0)
        types = rule->types;
    if (rule->optional || (types == 0 && rule->waits))
        end = add_once(step, first, end, step->move);
    for (; types != 0; types &= types - 1)
        end = add_once(step, first, end, step->move | (Move)__builtin_ctz(types) << 16);
    return end;
}

static bool just_passed(const Position *position, unsigned square)
{
    for (int i = 0; i < position->en_passant.passed_count; i++)
        if (position->en_passant.passed[i] == square)
            return true;
    return false;
}

/* What a step gives beyond a plain move. */
static Move *emit_special(const Position *position, const Step *step, unsigned emit,
                          const Move *first, Move *end)
{
    if (emit == EMIT_EN_PASSANT && !just_passed(position, step->square))
        return end;
    if (step->promotion != 0)
        return add_promotions(position, step, first, end);
    return add_once(step, first, end, step->move);
}

/* Walks the program of the piece on a square. */
static inline Move *walk(const Position *position, unsigned square, Kind kind, Move *moves)
{
    const Variant *variant = position->variant;
    Piece piece = position->board[square];
    const Program *program = &variant->programs[piece_colour(piece)][piece_type(piece)][square];
    const Step *steps = variant->steps + program->first;
    Move *end = moves;
    for (uint32_t at = 0; at < program->length;) {
        const Step *step = &steps[at];
        unsigned class = position->board[step->square] >> PIECE_COLOUR_SHIFT;
        unsigned emit = step->emit[class];
        if (emit != EMIT_NONE && (kind == ALL_MOVES || class != 0 || emit != EMIT_MOVE)) {
            if (emit == EMIT_MOVE && !step->twin)
                *end++ = step->move;
            else
                end = emit_special(position, step, emit, moves, end);
        }
        at = step->next[class];
    }
    return end;
}

static Move *add_castlings(const Position *position, Move *end)
{
    const Variant *variant = position->variant;
    CastlingRights rights = position->castling & variant->castling_rights[position->side];
    if (position->move_number < variant->castling_from_move)
        return end;
    for (; rights != 0; rights &= rights - 1) {
        unsigned index = variant_castling(variant, (unsigned)__builtin_ctz(rights),
                                          position->king[position->side]);
        const Castling *castling = &variant->castlings[index];
        if (!set_meets(&castling->empty, &position->occupied))
            *end++ = move_pack(castling->king_from, castling->king_to, 0, index + 1);
    }
    return end;
}

int generate_moves(const Position *position, Move *moves)
{
    Move *end = moves;
    const Set own = position->of_colour[position->side];
    SET_EACH(square, &own) { end = walk(position, square, ALL_MOVES, end); }
    if (position->castling != 0)
        end = add_castlings(position, end);
    assert(end - moves <= MAX_MOVES);
    return (int)(end - moves);
}

int generate_noisy(const Position *position, Move *moves)
{
    Move *end = moves;
    const Set own = position->of_colour[position->side];
    SET_EACH(square, &own) { end = walk(position, square, NOISY_MOVES, end); }
    return (int)(end - moves);
}

bool move_is_pseudo_legal(const Position *position, Move move)
{
    Piece piece = position->board[move_from(move)];
    if (move == NO_MOVE || piece == NO_PIECE || piece_colour(piece) != position->side
        || move_effect(move) >= (unsigned)position->variant->effect_count)
        return false;
    Move moves[MAX_MOVES];
    Move *end = position->variant->effects[move_effect(move)].kind == EFFECT_CASTLE
                    ? add_castlings(position, moves)
                    : walk(position, move_from(move), ALL_MOVES, moves);
    return contains(moves, end, move);
}

bool move_is_noisy(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    Piece piece = position->board[move_from(move)];
    bool promotes = variant_promotion(variant, position->side, piece_type(piece), move_from(move),
                                      move_to(move))
                    != 0;
    return promotes || position_captured(position, move) != NO_PIECE;
}

/* ------------------------------------------------------------------------------------------------
 * Legality
 */

/* Adds what one path of an enemy piece to the king says about the squares that matter. */
static void add_path(Legality *legality, const Position *position, const AttackPath *path)
{
    const Variant *variant = position->variant;
    if (path->empty == 0 && !path->hop) {
        legality->in_check = true; /* a leap */
        return;
    }
    Set blockers = set_and(variant->sets[path->empty], position->occupied);
    if (path->hop) {
        Set needed = set_or(variant->sets[path->filled],
                            set_or(variant->sets[path->friends], variant->sets[path->enemies]));
        legality->vacate = set_or(legality->vacate, set_or(blockers, needed));
        legality->fill = set_or(legality->fill, needed);
        return;
    }
    int count = set_count(&blockers);
    if (count == 0)
        legality->in_check = true;
    else if (count == 1)
        legality->vacate = set_or(legality->vacate, blockers);
}

/* What matters for the king. */
static void look_at_king(Legality *legality, const Position *position)
{
    const Variant *variant = position->variant;
    Colour by = colour_other(position->side);
    unsigned king = position->king[position->side];
    if (king == NO_SQUARE)
        return;
    Set candidates = set_and(variant->attackers[by][king], position->of_colour[by]);
    SET_EACH(from, &candidates)
    {
        const AttackTable *table = &variant->attacks[by][piece_type(position->board[from])][king];
        if (!set_has(&table->from, from))
            continue;
        const uint32_t *group =
            &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, from)];
        for (uint32_t path = group[0]; path < group[1]; path++)
            add_path(legality, position, &variant->paths[path]);
    }
    /* Whether a hopper's path is open is left to the attack test. */
    if (!legality->in_check && !set_is_empty(&legality->fill))
        legality->in_check = square_attacked(position, (Square)king, by);
}

static bool has_legal_capture(const Legality *legality, Position *position);

void legality_init(Legality *legality, Position *position)
{
    *legality = (Legality){.vacate = set_empty(), .fill = set_empty(), .in_check = false};
    look_at_king(legality, position);
    uint32_t special = position->variant->features & FEATURES_OF_LEGALITY;
    if (special == 0)
        return;
    if (special & FEATURE_PSEUDO_ROYAL) {
        legality->royals = position_pseudo_royals(position, position->side);
        legality->enemy_royals = position_pseudo_royals(position, colour_other(position->side));
        legality->in_check = position_in_check(position);
    }
    legality->special = special;
    if (special & FEATURE_MUST_CAPTURE)
        legality->must_capture = has_legal_capture(legality, position);
}

/* Whether the king is safe after the move: makes it and looks. */
static bool safe_after(Position *position, Move move)
{
    Colour mover = position->side;
    position_make(position, move);
    unsigned king = position->king[mover];
    bool safe = king == NO_SQUARE || !square_attacked(position, (Square)king, colour_other(mover));
    position_undo(position);
    return safe;
}

/* Whether the king passes no attacked square, looked at as if it had stepped there. */
static bool castling_passes(Position *position, const Castling *castling)
{
    Colour by = colour_other(castling->colour);
    Set occupied = position->occupied;
    set_remove(&occupied, castling->king_from);
    SET_EACH(square, &castling->safe)
    {
        Set there = occupied;
        set_add(&there, square);
        Set attackers = square_attackers(position, (Square)square, by, &there);
        if (!set_is_empty(&attackers))
            return false;
    }
    return true;
}

/* The pieces that count as royal after a move: those that did before, wherever they stand now. A
 * pawn that becomes one more of the type takes its royalty away; one that becomes the only one has
 * it. */
static Set royals_after(const Legality *legality, const Position *position, Move move)
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    Colour side = position->side;
    unsigned from = move_from(move), to = move_to(move), becomes = move_becomes(move);
    Set royals = legality->royals;
    if (effect->kind == EFFECT_CASTLE) {
        const Castling *castling = &variant->castlings[effect->castling];
        Set moved = royals;
        set_remove(&moved, castling->king_from);
        set_remove(&moved, castling->rook_from);
        if (set_has(&royals, castling->king_from))
            set_add(&moved, castling->king_to);
        if (set_has(&royals, castling->rook_from))
            set_add(&moved, castling->rook_to);
        return moved;
    }
    if (set_has(&royals, from) && effect->kind != EFFECT_SHOT) {
        set_remove(&royals, from);
        set_add(&royals, to);
    }
    unsigned rule = variant_promotion(variant, side, piece_type(position->board[from]), from, to);
    if (becomes == 0 || rule == 0 || variant->promotions[rule].piece
        || (variant->goals.extinction_types >> becomes & 1) == 0)
        return royals;
    if (position->count[side][becomes] > variant->goals.extinction_count)
        return set_minus(royals, position->of_piece[side][becomes]);
    set_add(&royals, to);
    return royals;
}

/* Whether a move leaves no royal piece attacked, or takes one of the enemy's. */
static bool royals_safe(const Legality *legality, Position *position, Move move)
{
    Set royals = royals_after(legality, position, move);
    Colour mover = position->side;
    bool safe = true;
    position_make(position, move);
    Set lost = set_minus(legality->enemy_royals, position->of_colour[colour_other(mover)]);
    if (set_is_empty(&lost)) {
        SET_EACH(square, &royals)
        {
            safe = safe && !square_attacked(position, (Square)square, colour_other(mover));
        }
    }
    position_undo(position);
    return safe;
}

static bool gives_check(Position *position, Move move)
{
    position_make(position, move);
    unsigned king = position->king[position->side];
    bool check =
        king != NO_SQUARE && square_attacked(position, (Square)king, colour_other(position->side));
    position_undo(position);
    return check;
}

/* The rules that few variants have: out of the way of all others. */
__attribute__((noinline, cold)) static bool special_allows(const Legality *legality,
                                                           Position *position, Move move)
{
    if (legality->must_capture && position_captured(position, move) == NO_PIECE)
        return false;
    if ((legality->special & FEATURE_PSEUDO_ROYAL) != 0 && !royals_safe(legality, position, move))
        return false;
    return (legality->special & FEATURE_NO_CHECKS) == 0 || !gives_check(position, move);
}

static bool has_legal_capture(const Legality *legality, Position *position)
{
    Move moves[MAX_MOVES];
    int count = generate_noisy(position, moves);
    for (int i = 0; i < count; i++)
        if (position_captured(position, moves[i]) != NO_PIECE
            && move_is_legal(legality, position, moves[i]))
            return true;
    return false;
}

__attribute__((noinline)) static bool castling_is_legal(const Legality *legality,
                                                        Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    const Castling *castling = &position->variant->castlings[effect->castling];
    return (castling->free || (!legality->in_check && castling_passes(position, castling)))
           && safe_after(position, move);
}

/* Whether the move leaves the king safe. */
static inline bool king_allows(const Legality *legality, Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    if (effect->kind == EFFECT_CASTLE)
        return castling_is_legal(legality, position, move);
    bool plain =
        (effect->kind == EFFECT_NONE || effect->kind == EFFECT_PASS)
        && !(position->variant->lost_promotion && position->board[move_to(move)] != NO_PIECE);
    if (plain && !legality->in_check && move_from(move) != position->king[position->side]
        && !set_has(&legality->vacate, move_from(move)) && !set_has(&legality->fill, move_to(move)))
        return true;
    return safe_after(position, move);
}

bool move_is_legal(const Legality *legality, Position *position, Move move)
{
    return (legality->special == 0 || special_allows(legality, position, move))
           && king_allows(legality, position, move);
}

bool en_passant_usable(Position *position)
{
    Legality legality;
    Move moves[MAX_MOVES];
    bool ready = false;
    for (int i = 0; i < position->en_passant.passed_count; i++) {
        Set sources =
            set_and(position->variant->ep_sources[position->side][position->en_passant.passed[i]],
                    position->of_colour[position->side]);
        SET_EACH(from, &sources)
        {
            const Move *end = walk(position, from, NOISY_MOVES, moves);
            for (const Move *move = moves; move < end; move++) {
                if (position->variant->effects[move_effect(*move)].kind != EFFECT_EN_PASSANT)
                    continue;
                if (!ready)
                    legality_init(&legality, position);
                ready = true;
                if (move_is_legal(&legality, position, *move))
                    return true;
            }
        }
    }
    return false;
}

int generate_legal(Position *position, Move *moves)
{
    if (outcome_ends_play(position))
        return 0;
    Legality legality;
    legality_init(&legality, position);
    int count = generate_moves(position, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if ((legality.special == 0 || special_allows(&legality, position, moves[i]))
            && king_allows(&legality, position, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}
