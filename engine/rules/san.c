#include "engine/rules/san.h"

#include <ctype.h>
#include <string.h>

#include "engine/rules/attack.h"
#include "engine/rules/outcome.h"

/* The only type of pawns, which has no letter; 0 where there are several or none. */
static unsigned plain_pawn(const Variant *variant)
{
    unsigned pawn = 0;
    for (int type = 1; type <= variant->type_count; type++) {
        if (variant->types[type].pawn && pawn != 0)
            return 0;
        if (variant->types[type].pawn)
            pawn = (unsigned)type;
    }
    return pawn;
}

/* ------------------------------------------------------------------------------------------------
 * Castling
 */

bool castling_is_short(const Castling *castling)
{
    return castling->rook_from > castling->king_from;
}

static void write_castling(const Variant *variant, const Castling *castling,
                           char text[MAX_MOVE_TEXT])
{
    bool several = false;
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *other = &variant->castlings[i];
        several =
            several
            || (other != castling && other->king_type != 0 && !castlings_exclude(castling, other)
                && castling_is_short(other) == castling_is_short(castling));
    }
    move_text_add(text, castling_is_short(castling) ? "O-O" : "O-O-O");
    if (several) {
        const char letter[2] = {(char)toupper((unsigned char)castling->letter), '\0'};
        move_text_add(text, ":");
        move_text_add(text, letter);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Other moves
 */

/* What another piece of the type that can go to the same square shares with this one. */
typedef struct Rivals {
    bool any, on_file, on_rank;
} Rivals;

static Rivals find_rivals(const Position *position, const Move *moves, int count, Move move)
{
    const Variant *variant = position->variant;
    unsigned from = move_from(move);
    Rivals rivals = {false, false, false};
    for (int i = 0; i < count; i++) {
        unsigned other = move_from(moves[i]);
        if (other == from || move_to(moves[i]) != move_to(move)
            || position->board[other] != position->board[from]
            || variant->effects[move_effect(moves[i])].kind == EFFECT_CASTLE
            || variant->effects[move_effect(moves[i])].kind == EFFECT_SHOT)
            continue;
        rivals.any = true;
        rivals.on_file |= variant_file(variant, other) == variant_file(variant, from);
        rivals.on_rank |= variant_rank(variant, other) == variant_rank(variant, from);
    }
    return rivals;
}

/* The piece's letter, and of the square that it leaves what tells it from others. A pawn that takes
 * is named by its file. */
static void write_origin(const Position *position, const MoveParts *parts, Rivals rivals,
                         char text[MAX_MOVE_TEXT])
{
    const Variant *variant = position->variant;
    bool pawn = parts->type == plain_pawn(variant);
    bool file_due = pawn && (parts->captures || parts->shot || parts->take_count > 0);
    bool file = file_due || (rivals.any && (!rivals.on_file || rivals.on_rank));
    bool rank = rivals.any && rivals.on_file;
    char square[4], part[2] = "";
    if (!pawn)
        move_text_add_type(variant, "", parts->type, text);
    square_to_text(variant, parts->from, square);
    part[0] = square[0];
    move_text_add(text, file ? part : "");
    move_text_add(text, rank ? square + 1 : "");
}

static void write_square(const Variant *variant, const char *sign, Square square,
                         char text[MAX_MOVE_TEXT])
{
    move_text_add(text, sign);
    move_text_add_square(variant, square, text);
}

/* Whether another legal move of the piece would have the same text but for the squares passed. */
static bool trail_due(const Position *position, const Move *moves, int count, Move move)
{
    const Variant *variant = position->variant;
    const MoveParts parts = move_parts(position, move);
    for (int i = 0; i < count && parts.pass_count > 0; i++) {
        if (moves[i] == move || move_from(moves[i]) != parts.from || move_to(moves[i]) != parts.to
            || variant->effects[move_effect(moves[i])].kind == EFFECT_CASTLE)
            continue;
        const MoveParts other = move_parts(position, moves[i]);
        if (other.promotion == parts.promotion && other.shot == parts.shot
            && other.take_count == parts.take_count
            && memcmp(other.takes, parts.takes, sizeof parts.takes) == 0)
            return true;
    }
    return false;
}

void move_to_bare_san(const Position *position, const Move *moves, int count, Move move,
                      char text[MAX_MOVE_TEXT])
{
    const Variant *variant = position->variant;
    const MoveParts parts = move_parts(position, move);
    text[0] = '\0';
    if (parts.castling != NULL) {
        write_castling(variant, parts.castling, text);
        return;
    }
    if (parts.drop) {
        move_text_add_drop(variant, &parts, text);
        return;
    }
    Rivals rivals = {false, false, false};
    if (!parts.shot)
        rivals = find_rivals(position, moves, count, move);
    write_origin(position, &parts, rivals, text);
    for (int i = 0; i < parts.take_count; i++)
        write_square(variant, "x", parts.takes[i], text);
    int passes = trail_due(position, moves, count, move) ? parts.pass_count : 0;
    for (int i = 0; i < passes; i++)
        write_square(variant, i + parts.take_count > 0 ? "-" : "", parts.passes[i], text);
    write_square(variant,
                 parts.captures || parts.shot         ? "x"
                 : parts.take_count > 0 || passes > 0 ? "-"
                                                      : "",
                 parts.to, text);
    if (parts.shot)
        write_square(variant, "-", parts.from, text);
    if (parts.promotion != 0)
        move_text_add_type(variant, "=", parts.promotion, text);
}

/* ------------------------------------------------------------------------------------------------
 * What the move does to the other side
 */

/* Whether the mover has mated, or won by what stands on the board: the SAN of a move must not
 * depend on how often a position stood before, or on counts. The move has been made. */
static bool has_won(Position *position, Colour mover)
{
    Outcome outcome = position_outcome(position);
    GameResult win = mover == WHITE ? RESULT_WHITE : RESULT_BLACK;
    return outcome.reason == END_CHECKMATE
           || (outcome.result == win
               && (outcome.reason == END_STALEMATE || outcome_ends_play(position)));
}

void move_to_san(Position *position, const Move *moves, int count, Move move,
                 char text[MAX_MOVE_TEXT])
{
    Colour mover = position->side;
    move_to_bare_san(position, moves, count, move, text);
    position_make(position, move);
    if (has_won(position, mover))
        move_text_add(text, "#");
    else if (position_in_check(position))
        move_text_add(text, "+");
    position_undo(position);
}
