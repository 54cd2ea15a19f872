#include "engine/rules/legality.h"

#include "engine/rules/attack.h"
#include "engine/rules/between.h"
#include "engine/rules/drops.h"
#include "engine/rules/movegen.h"
#include "engine/rules/words.h"

/* Takes note of an open path from a square: a plain move ends the check if it takes the piece there
 * or stands in the way. */
static void meet_check(Legality *legality, unsigned from, Set way)
{
    set_add(&way, from);
    legality->in_check = true;
    legality->evade = set_and(legality->evade, way);
}

/* Adds what squares that must be empty, on a way to the king, say about the squares that matter. */
WORDS_INLINE void add_way(Legality *legality, const Position *position, unsigned from,
                          const Set *way, int words)
{
    Set blockers = set_empty();
    int count = 0;
    for (int word = 0; word < words; word++) {
        blockers.word[word] = way->word[word] & position->occupied.word[word];
        count += __builtin_popcountll(blockers.word[word]);
    }
    if (count == 0)
        meet_check(legality, from, *way);
    else if (count == 1)
        legality->vacate = set_or(legality->vacate, blockers);
}

/* Adds the squares that a hop to the king depends on. */
static void add_hop(Legality *legality, const Position *position, const AttackPath *path)
{
    const Set *sets = position->variant->sets;
    Set blockers = set_and(sets[path->empty], position->occupied);
    Set needed = set_or(sets[path->filled], set_or(sets[path->friends], sets[path->enemies]));
    legality->vacate = set_or(legality->vacate, set_or(blockers, needed));
    legality->fill = set_or(legality->fill, needed);
}

/* Adds what all the paths of an enemy piece to the king say. Not inlined: most types have none that
 * need to be asked. */
__attribute__((noinline)) static void add_paths(Legality *legality, const Position *position,
                                                const AttackTable *table, unsigned from)
{
    const Variant *variant = position->variant;
    const uint32_t *group =
        &variant->path_index[table->first_group + (uint32_t)set_rank(&table->from, from)];
    for (uint32_t i = group[0]; i < group[1]; i++) {
        const AttackPath *path = &variant->paths[i];
        if (path->hop)
            add_hop(legality, position, path);
        else
            add_way(legality, position, from, &variant->sets[path->empty], 4);
    }
}

WORDS_INLINE void look_from_king(Legality *legality, const Position *position, unsigned king,
                                 int words)
{
    const Variant *variant = position->variant;
    const Colour by = colour_other(position->side);
    const Set *near = &variant->attackers[by][king], *enemies = &position->of_colour[by];
    for (int word = 0; word < words; word++)
        for (uint64_t rest = near->word[word] & enemies->word[word]; rest != 0; rest &= rest - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(rest));
            unsigned type = piece_type(position->board[from]);
            const AttackTable *table = &variant->attacks[by][type][king];
            if (!set_has_lowest(&table->from, word, rest))
                continue;
            if (between_known(variant, by, type))
                add_way(legality, position, from,
                        &variant->sets[between_row(variant, by, type, from)[king]], words);
            else
                add_paths(legality, position, table, from);
        }
}

/* What matters for the king. */
static void look_at_king(Legality *legality, const Position *position)
{
    const Colour by = colour_other(position->side);
    unsigned king = position->king[position->side];
    if (king == NO_SQUARE)
        return;
    WORDS_DISPATCH(position->variant->words, look_from_king(legality, position, king, words));
    /* Whether a hopper's path is open is left to the attack test. */
    if (!set_is_empty(&legality->fill) && square_attacked(position, (Square)king, by)) {
        legality->in_check = legality->all_doubtful = true;
        legality->evade = set_full();
    }
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

void legality_init(Legality *legality, Position *position)
{
    *legality = (Legality){.vacate = set_empty(), .fill = set_empty(), .evade = set_full()};
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

bool move_takes_own_royal(const Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    unsigned from = move_from(move), king = position->king[position->side];
    if (effect->kind == EFFECT_CASTLE || king == NO_SQUARE || king == from)
        return false;
    for (int i = 0; i < effect->take_count; i++)
        if ((int)from + effect->offset[i] == (int)king)
            return true;
    return move_to(move) == king;
}

/* The rules that few variants have: out of the way of all others. */
__attribute__((noinline, cold)) static bool special_allows(const Legality *legality,
                                                           Position *position, Move move)
{
    if ((legality->special & FEATURE_OWN_CAPTURE) != 0 && move_takes_own_royal(position, move))
        return false;
    if (legality->must_capture && position_captured(position, move) == NO_PIECE)
        return false;
    if (position->variant->effects[move_effect(move)].kind == EFFECT_DROP
        && !drop_is_allowed(position, move))
        return false;
    if ((legality->special & FEATURE_PSEUDO_ROYAL) != 0 && !royals_safe(legality, position, move))
        return false;
    return (legality->special & FEATURE_NO_CHECKS) == 0 || !gives_check(position, move);
}

__attribute__((noinline)) static bool castling_is_legal(const Legality *legality,
                                                        Position *position, Move move)
{
    const MoveEffect *effect = &position->variant->effects[move_effect(move)];
    const Castling *castling = &position->variant->castlings[effect->castling];
    return (castling->free || (!legality->in_check && castling_passes(position, castling)))
           && safe_after(position, move);
}

/* Whether the king is safe after a plain move. */
static inline bool safe_after_plain(const Position *position, unsigned from, unsigned to)
{
    unsigned king = position->king[position->side];
    return king == NO_SQUARE
           || !square_attacked_after(position, (Square)(from == king ? to : king),
                                     colour_other(position->side), (Square)from, (Square)to);
}

/* Whether a move does no more to the king's safety than that a piece stands on `to` in place of
 * `from`. */
static inline bool is_plain(const Position *position, Move move)
{
    unsigned kind = position->variant->effects[move_effect(move)].kind;
    return (kind == EFFECT_NONE || kind == EFFECT_PASS || kind == EFFECT_DROP)
           && !(position->variant->lost_promotion && position->board[move_to(move)] != NO_PIECE);
}

/* Whether the move leaves the king safe. */
static inline bool king_allows(const Legality *legality, Position *position, Move move)
{
    const Variant *variant = position->variant;
    unsigned kind = variant->effects[move_effect(move)].kind;
    unsigned from = move_from(move), to = move_to(move);
    if (kind == EFFECT_CASTLE)
        return castling_is_legal(legality, position, move);
    if (kind == EFFECT_SHOT && !legality->in_check && !variant->lost_promotion
        && !set_has(&legality->vacate, to))
        return true;
    if (!is_plain(position, move))
        return safe_after(position, move);
    bool king = from == position->king[position->side];
    if (legality->in_check && !king && !set_has(&legality->evade, to))
        return false;
    if (!king && !legality->all_doubtful && !set_has(&legality->vacate, from)
        && !set_has(&legality->fill, to))
        return true;
    return safe_after_plain(position, from, to);
}

/* Not inlined: it is the one place that square_attacked_after() is called from, and that is inlined
 * here instead (-2 % of perft's instructions, 2026-11). */
__attribute__((noinline)) bool move_is_legal(const Legality *legality, Position *position,
                                             Move move)
{
    return (legality->special == 0 || special_allows(legality, position, move))
           && king_allows(legality, position, move);
}
