#include "engine/rules/movegen.h"

#include <assert.h>

#include "engine/rules/between.h"
#include "engine/rules/drops.h"
#include "engine/rules/legality.h"
#include "engine/rules/outcome.h"
#include "engine/rules/prey.h"
#include "engine/rules/targets.h"
#include "engine/rules/walk.h"
#include "engine/rules/words.h"

/* Writes out the plain moves from a square to the squares of a set. */
static inline Move *expand(const Position *position, unsigned from, const Set *targets, Move *end,
                           int words)
{
    const Move *arrivals =
        position->variant->arrivals[position->side][piece_type(position->board[from])];
    for (int word = 0; word < words; word++)
        for (uint64_t rest = targets->word[word]; rest != 0; rest &= rest - 1)
            *end++ = from | arrivals[word * 64 + __builtin_ctzll(rest)];
    return end;
}

/* The pieces of the side to move that may capture en passant. */
static Set passing_sources(const Position *position)
{
    Set sources = set_empty();
    for (int i = 0; i < position->en_passant.passed_count; i++)
        sources = set_or(
            sources, position->variant->ep_sources[position->side][position->en_passant.passed[i]]);
    return set_and(sources, position->of_colour[position->side]);
}

static const Targets *targets_of(const Position *position, unsigned square)
{
    Piece piece = position->board[square];
    return &position->variant->targets[piece_colour(piece)][piece_type(piece)][square];
}

/* Captures en passant that stand apart from the other moves. */
__attribute__((noinline)) static Move *add_passing(const Position *position, Move *end)
{
    Set sources = passing_sources(position);
    SET_EACH(from, &sources)
    {
        end = walk(position, &targets_of(position, from)->passing, NOISY_MOVES, end, end);
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

static bool own_royal_stays(const Position *position, Move move)
{
    return (position->variant->features & FEATURE_OWN_CAPTURE) == 0
           || !move_takes_own_royal(position, move);
}

/* Leaves out the moves that take the own royal piece. */
__attribute__((noinline, cold)) static Move *keep_own_royal(const Position *position, Move *moves,
                                                            const Move *end)
{
    Move *kept = moves;
    for (const Move *move = moves; move < end; move++)
        if (!move_takes_own_royal(position, *move))
            *kept++ = *move;
    return kept;
}

/* The enemies; all squares where there are none, so that no piece is passed over. */
static inline Set hunted_by(const Position *position)
{
    const Set *enemies = &position->of_colour[colour_other(position->side)];
    return set_is_empty(enemies) ? set_full() : *enemies;
}

/* Where plain moves of a kind may end if the piece can go there. */
WORDS_INLINE void ends_of_kind(Set *ends, const Position *position, Kind kind, int words)
{
    const Set *enemies = &position->of_colour[colour_other(position->side)];
    for (int word = 0; word < words; word++)
        ends->word[word] = kind == ALL_MOVES     ? UINT64_MAX
                           : kind == NOISY_MOVES ? enemies->word[word]
                                                 : ~enemies->word[word];
}

/* The moves of one piece that end on some squares, but for castling and captures en passant. */
WORDS_INLINE Move *add_piece(const Position *position, unsigned from, Kind kind, const Set *ends,
                             Move *end, int words)
{
    const unsigned type = piece_type(position->board[from]);
    const Targets *targets = &position->variant->targets[position->side][type][from];
    const Move *first = end;
    if (targets->modes != 0) {
        Set found;
        targets_find(&found, position, targets, position->side, words);
        for (int word = 0; word < words; word++)
            found.word[word] &= ends->word[word];
        end = expand(position, from, &found, end, words);
    }
    if (targets->rest.length == 0)
        return end;
    return walk(position, &targets->rest, kind, first, end);
}

WORDS_INLINE Move *add_pieces(const Position *position, Kind kind, Move *end, int words)
{
    const Set pieces = position->of_colour[position->side];
    Set ends;
    ends_of_kind(&ends, position, kind, words);
    for (int word = 0; word < words; word++)
        for (uint64_t own = pieces.word[word]; own != 0; own &= own - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(own));
            end = add_piece(position, from, kind, &ends, end, words);
        }
    return end;
}

/* The noisy moves of a piece whose captures are not all plain. Not inlined: few pieces are such,
 * and the loop over the others is leaner without it. */
__attribute__((noinline)) static Move *add_walked(const Position *position, unsigned from,
                                                  Move *end)
{
    const Set *enemies = &position->of_colour[colour_other(position->side)];
    WORDS_DISPATCH(position->variant->words,
                   return add_piece(position, from, NOISY_MOVES, enemies, end, words));
}

/* The captures of a piece that are all plain, given its prey: those that nothing stands between.
 * Each is written and then kept or not, since what stands there cannot be foreseen. */
WORDS_INLINE Move *add_captures(const Position *position, unsigned from, const uint64_t *prey,
                                Move *end, int words)
{
    const Variant *variant = position->variant;
    const Colour side = position->side;
    const unsigned type = piece_type(position->board[from]);
    const uint64_t *enemies = position->of_colour[colour_other(side)].word;
    const Move *arrivals = variant->arrivals[side][type];
    const uint16_t *between = between_row(variant, side, type, from);
    for (int word = 0; word < words; word++)
        for (uint64_t rest = prey[word] & enemies[word]; rest != 0; rest &= rest - 1) {
            int to = word * 64 + __builtin_ctzll(rest);
            *end = from | arrivals[to];
            end += !set_meets_in(&variant->sets[between[to]], &position->occupied, words);
        }
    return end;
}

/* The captures of the pieces of a herd that are in its squares. */
WORDS_INLINE Move *add_herd(const Position *position, const Herd *herd, Move *end, int words)
{
    const Set *pieces = &position->of_piece[position->side][herd->type];
    const uint64_t *enemies = position->of_colour[colour_other(position->side)].word;
    const Move *arrivals = position->variant->arrivals[position->side][herd->type];
    for (int i = 0; i < herd->count; i++) {
        Set starting, targets;
        for (int word = 0; word < words; word++)
            starting.word[word] = pieces->word[word] & herd->stride[i].from.word[word];
        set_shift(&targets, &starting, herd->stride[i].delta, words);
        for (int word = 0; word < words; word++)
            for (uint64_t rest = targets.word[word] & enemies[word]; rest != 0; rest &= rest - 1) {
                int to = word * 64 + __builtin_ctzll(rest);
                *end++ = (unsigned)(to - herd->stride[i].delta) | arrivals[to];
            }
    }
    return end;
}

/* The noisy moves: of a herd, and of the other pieces that have an enemy among their prey. */
WORDS_INLINE Move *add_noisy(const Position *position, Move *end, int words)
{
    const Variant *variant = position->variant;
    const Set *pieces = &position->of_colour[position->side];
    const Herd *herd = &variant->herds[position->side];
    const Set *in_herd = &position->of_piece[position->side][herd->type];
    const Set *walks = variant->walks_for_prey[position->side];
    const uint32_t *first = variant->prey_first[position->side];
    const Set hunted = hunted_by(position);
    end = add_herd(position, herd, end, words);
    for (int word = 0; word < words; word++)
        for (uint64_t own = pieces->word[word] & ~(in_herd->word[word] & herd->squares.word[word]);
             own != 0; own &= own - 1) {
            unsigned from = (unsigned)(word * 64 + __builtin_ctzll(own));
            unsigned type = piece_type(position->board[from]);
            const uint64_t *prey = prey_row(variant, first[type], from, words);
            if (!prey_meets(prey, &hunted, words))
                continue;
            if (set_has(&walks[type], from))
                end = add_walked(position, from, end);
            else
                end = add_captures(position, from, prey, end, words);
        }
    return end;
}

static inline __attribute__((always_inline)) int generate(const Position *position, Kind kind,
                                                          Move *moves)
{
    Move *end;
    WORDS_DISPATCH(position->variant->words, end = kind == NOISY_MOVES
                                                       ? add_noisy(position, moves, words)
                                                       : add_pieces(position, kind, moves, words));
    if (kind != QUIET_MOVES && position->en_passant.passed_count > 0)
        end = add_passing(position, end);
    if (kind != NOISY_MOVES && position->castling != 0)
        end = add_castlings(position, end);
    if (position->variant->features & FEATURE_OWN_CAPTURE)
        end = keep_own_royal(position, moves, end);
    if (kind != NOISY_MOVES && (position->variant->features & FEATURE_DROPS) != 0)
        end = drops_add(position, end);
    assert(end - moves <= MAX_MOVES);
    return (int)(end - moves);
}

int generate_moves(const Position *position, Move *moves)
{
    return generate(position, ALL_MOVES, moves);
}

int generate_noisy(const Position *position, Move *moves)
{
    return generate(position, NOISY_MOVES, moves);
}

int generate_quiet(const Position *position, Move *moves)
{
    return generate(position, QUIET_MOVES, moves);
}

/* A piece's plain targets, on a board of any size. */
static Set plain_targets(const Position *position, const Targets *targets)
{
    Set found = set_empty();
    WORDS_DISPATCH(position->variant->words,
                   targets_find(&found, position, targets, position->side, words));
    return found;
}

bool move_is_pseudo_legal(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    unsigned from = move_from(move), to = move_to(move);
    Piece piece = position->board[from];
    if (piece == NO_PIECE)
        return drop_is_pseudo_legal(position, move);
    if (move == NO_MOVE || piece_colour(piece) != position->side
        || move_effect(move) >= (unsigned)variant->effect_count)
        return false;
    const Targets *targets = targets_of(position, from);
    if (move == (from | variant->arrivals[position->side][piece_type(piece)][to])) {
        Set found = plain_targets(position, targets);
        if (set_has(&found, to))
            return own_royal_stays(position, move);
    }
    Move moves[MAX_MOVES], *end = walk(position, &targets->rest, ALL_MOVES, moves, moves);
    unsigned kind = variant->effects[move_effect(move)].kind;
    if (kind == EFFECT_CASTLE)
        end = add_castlings(position, end);
    if (kind == EFFECT_EN_PASSANT)
        end = add_passing(position, end);
    return moves_contain(moves, end, move) && own_royal_stays(position, move);
}

bool move_is_noisy(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    Piece piece = position->board[move_from(move)];
    bool promotes = variant_promotion(variant, position->side, piece_type(piece), move_from(move),
                                      move_to(move))
                    != 0;
    Piece taken = position_captured(position, move);
    EffectKind effect = (EffectKind)variant->effects[move_effect(move)].kind;
    bool own = taken != NO_PIECE && piece_colour(taken) == position->side && effect != EFFECT_TAKE
               && effect != EFFECT_SHOT;
    return promotes || (taken != NO_PIECE && !own);
}

/* ------------------------------------------------------------------------------------------------
 * Legal moves
 */

/* Keeps the legal ones of the moves from `first` on. */
static Move *keep_legal(const Legality *legality, Position *position, Move *first, const Move *end)
{
    Move *kept = first;
    for (const Move *move = first; move < end; move++)
        /* Written up to `end`. NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
        if (move_is_legal(legality, position, *move))
            *kept++ = *move;
    return kept;
}

/* Whether each plain move of a piece needs a test of its own. */
static inline bool needs_tests(const Legality *legality, const Position *position, unsigned from)
{
    return legality->special != 0 || legality->all_doubtful
           || from == position->king[position->side] || set_has(&legality->vacate, from);
}

/* Takes out of a piece's plain targets those that need a test of their own, as `doubtful`, and
 * those that leave its king in check. */
static inline __attribute__((always_inline)) void
split_targets(const Legality *legality, const Position *position, unsigned from, bool doubt,
              Set *targets, Set *doubtful, int words)
{
    bool king = from == position->king[position->side];
    bool replaces = position->variant->lost_promotion;
    for (int word = 0; word < words; word++) {
        uint64_t found = targets->word[word];
        uint64_t captures = replaces ? found & position->occupied.word[word] : 0;
        if (!king)
            found &= legality->evade.word[word] | captures;
        uint64_t tested = doubt ? found : (found & legality->fill.word[word]) | captures;
        doubtful->word[word] = tested;
        targets->word[word] = found & ~tested;
    }
}

/* Adds the legal moves of one piece, castling and captures en passant left out; with `count`, plain
 * moves beyond doubt are only counted. `calm`: no check, no screen and no capture that does more.
 */
static inline __attribute__((always_inline)) Move *add_legal(const Legality *legality,
                                                             Position *position, unsigned from,
                                                             bool calm, Move *end, int *count,
                                                             int words)
{
    const Targets *targets = targets_of(position, from);
    bool doubt = needs_tests(legality, position, from);
    Move *first = end;
    if (targets->modes != 0) {
        Set found, doubtful;
        targets_find(&found, position, targets, position->side, words);
        if (!calm || doubt) {
            split_targets(legality, position, from, doubt, &found, &doubtful, words);
            end = keep_legal(legality, position, first,
                             expand(position, from, &doubtful, first, words));
        }
        if (count == NULL)
            end = expand(position, from, &found, end, words);
        else
            for (int word = 0; word < words; word++)
                *count += __builtin_popcountll(found.word[word]);
    }
    if (targets->rest.length == 0)
        return end;
    Move *walked = end;
    end = walk(position, &targets->rest, ALL_MOVES, first, end);
    return calm && !doubt && targets->rest_plain ? end
                                                 : keep_legal(legality, position, walked, end);
}

static inline __attribute__((always_inline)) Move *
add_all_legal(const Legality *legality, Position *position, Move *end, int *count, int words)
{
    const Set pieces = position->of_colour[position->side];
    bool calm =
        !legality->in_check && set_is_empty(&legality->fill) && !position->variant->lost_promotion;
    for (int word = 0; word < words; word++)
        for (uint64_t own = pieces.word[word]; own != 0; own &= own - 1)
            end = add_legal(legality, position, (unsigned)(word * 64 + __builtin_ctzll(own)), calm,
                            end, count, words);
    return end;
}

static inline __attribute__((always_inline)) int legal_moves(Position *position, Move *moves,
                                                             int *count)
{
    if (outcome_ends_play(position))
        return 0;
    Legality legality;
    legality_init(&legality, position);
    Move *end;
    WORDS_DISPATCH(position->variant->words,
                   end = add_all_legal(&legality, position, moves, count, words));
    if (position->en_passant.passed_count > 0)
        end = keep_legal(&legality, position, end, add_passing(position, end));
    if (position->castling != 0)
        end = keep_legal(&legality, position, end, add_castlings(position, end));
    if (position->variant->features & FEATURE_DROPS)
        end = drops_add_legal(&legality, position, end, count);
    return (int)(end - moves);
}

int generate_legal(Position *position, Move *moves) { return legal_moves(position, moves, NULL); }

int count_legal(Position *position)
{
    Move moves[MAX_MOVES];
    int count = 0;
    int listed = legal_moves(position, moves, &count);
    return listed + count;
}

bool en_passant_usable(Position *position)
{
    Legality legality;
    Move moves[MAX_MOVES];
    bool ready = false;
    Set sources = passing_sources(position);
    SET_EACH(from, &sources)
    {
        const Targets *targets = targets_of(position, from);
        Move *end = walk(position, &targets->rest, NOISY_MOVES, moves, moves);
        end = walk(position, &targets->passing, NOISY_MOVES, moves, end);
        for (const Move *move = moves; move < end; move++) {
            /* Written up to `end`. NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
            if (position->variant->effects[move_effect(*move)].kind != EFFECT_EN_PASSANT)
                continue;
            if (!ready)
                legality_init(&legality, position);
            ready = true;
            if (move_is_legal(&legality, position, *move))
                return true;
        }
    }
    return false;
}
