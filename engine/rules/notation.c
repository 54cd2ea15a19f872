#include "engine/rules/notation.h"

#include <string.h>

#include "engine/rules/move_reader.h"
#include "engine/rules/movegen.h"

/* ------------------------------------------------------------------------------------------------
 * What a move is
 */

bool castlings_exclude(const Castling *one, const Castling *other)
{
    return one->colour != other->colour || (one->outer != 0 && one->outer == other->outer);
}

/* Whether the king's squares do not say that it castles so: it has a step or another castling from
 * the one to the other. Decided by the rules alone, so that a castling has one text in a game. */
static bool castling_needs_letter(const Variant *variant, const Castling *castling)
{
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *other = &variant->castlings[i];
        if (other != castling && other->king_type != 0 && !castlings_exclude(castling, other)
            && other->king_from == castling->king_from && other->king_to == castling->king_to)
            return true;
    }
    const Program *program =
        &variant->programs[castling->colour][castling->king_type][castling->king_from];
    for (uint32_t i = 0; i < program->length; i++) {
        const Step *step = &variant->steps[program->first + i];
        bool emits = (step->emit[0] | step->emit[1] | step->emit[2]) != EMIT_NONE;
        if (emits && move_to(step->move) == castling->king_to)
            return true;
    }
    return castling->king_from == castling->king_to;
}

static void add_way(MoveParts *parts, const MoveEffect *effect)
{
    int from = parts->from;
    parts->take_count = effect->take_count;
    parts->pass_count = effect->pass_count;
    for (int i = 0; i < effect->take_count; i++)
        parts->takes[i] = (Square)(from + effect->offset[i]);
    for (int i = 0; i < effect->pass_count; i++)
        parts->passes[i] = (Square)(from + effect->offset[effect->take_count + i]);
}

MoveParts move_parts(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    unsigned type = position_mover(position, move), becomes = move_becomes(move);
    MoveParts parts = {.type = type, .from = move_from(move), .to = move_to(move)};
    if (effect->kind == EFFECT_CASTLE) {
        parts.castling = &variant->castlings[effect->castling];
        parts.castling_lettered = castling_needs_letter(variant, parts.castling);
        return parts;
    }
    parts.drop = effect->kind == EFFECT_DROP;
    if (parts.drop)
        return parts;
    add_way(&parts, effect);
    parts.shot = effect->kind == EFFECT_SHOT;
    parts.en_passant = effect->kind == EFFECT_EN_PASSANT;
    parts.captures =
        parts.en_passant || (parts.to != parts.from && position->board[parts.to] != NO_PIECE);
    /* A morph is no choice: the square says it. */
    if (!parts.shot && variant_promotion(variant, position->side, type, parts.from, parts.to) != 0)
        parts.promotion = becomes;
    return parts;
}

/* ------------------------------------------------------------------------------------------------
 * Texts
 */

void square_to_text(const Variant *variant, Square square, char text[4])
{
    int rank = variant_rank(variant, square) + 1, at = 0;
    text[at++] = (char)('a' + variant_file(variant, square));
    if (rank >= 10)
        text[at++] = '1';
    text[at++] = (char)('0' + rank % 10);
    text[at] = '\0';
}

void move_text_add(char text[MAX_MOVE_TEXT], const char *more)
{
    size_t length = strlen(text);
    memcpy(text + length, more, strlen(more) + 1);
}

void move_text_add_square(const Variant *variant, Square square, char text[MAX_MOVE_TEXT])
{
    char name[4];
    square_to_text(variant, square, name);
    move_text_add(text, name);
}

void move_text_add_type(const Variant *variant, const char *sign, unsigned type,
                        char text[MAX_MOVE_TEXT])
{
    const char letter[2] = {variant->types[type].letter, '\0'};
    move_text_add(text, sign);
    move_text_add(text, letter);
}

void move_text_add_drop(const Variant *variant, const MoveParts *parts, char text[MAX_MOVE_TEXT])
{
    move_text_add_type(variant, "", parts->type, text);
    move_text_add(text, "@");
    move_text_add_square(variant, parts->to, text);
}

static void add_squares(const Variant *variant, const char *sign, const Square *squares, int count,
                        char text[MAX_MOVE_TEXT])
{
    for (int i = 0; i < count; i++) {
        move_text_add(text, sign);
        move_text_add_square(variant, squares[i], text);
    }
}

/* The text; with `marks`, the passed squares and en passant are told. */
static void write_parts(const Variant *variant, const MoveParts *parts, bool marks,
                        char text[MAX_MOVE_TEXT])
{
    bool takes = parts->shot || parts->take_count > 0;
    int passed = marks ? parts->pass_count : 0;
    text[0] = '\0';
    if (parts->drop) {
        move_text_add_drop(variant, parts, text);
        return;
    }
    move_text_add_square(variant, parts->from, text);
    add_squares(variant, "*", parts->takes, parts->take_count, text);
    add_squares(variant, "-", parts->passes, passed, text);
    move_text_add(text, takes ? "*" : passed > 0 ? "-" : "");
    move_text_add_square(variant, parts->to, text);
    if (parts->castling_lettered) {
        const char letter[2] = {parts->castling->letter, '\0'};
        move_text_add(text, "o");
        move_text_add(text, letter);
    }
    if (marks && parts->en_passant)
        move_text_add(text, "ep");
    if (parts->promotion != 0)
        move_text_add_type(variant, "=", parts->promotion, text);
}

/* Whether another move has the same text, marks left out. */
static bool has_double(const Position *position, Move move, const char *text)
{
    Move moves[MAX_MOVES];
    int count = generate_moves(position, moves);
    for (int i = 0; i < count; i++) {
        char other[MAX_MOVE_TEXT];
        if (moves[i] == move || move_from(moves[i]) != move_from(move)
            || move_to(moves[i]) != move_to(move))
            continue;
        const MoveParts parts = move_parts(position, moves[i]);
        write_parts(position->variant, &parts, false, other);
        if (strcmp(other, text) == 0)
            return true;
    }
    return false;
}

void move_to_text(const Position *position, Move move, char text[MAX_MOVE_TEXT])
{
    const MoveParts parts = move_parts(position, move);
    write_parts(position->variant, &parts, false, text);
    if ((parts.pass_count > 0 || parts.en_passant) && has_double(position, move, text))
        write_parts(position->variant, &parts, true, text);
}

Move move_from_text(Position *position, const char *text, Error *err)
{
    Move moves[MAX_MOVES];
    int count = generate_legal(position, moves);
    for (int i = 0; i < count; i++) {
        char candidate[MAX_MOVE_TEXT];
        move_to_text(position, moves[i], candidate);
        if (strcmp(candidate, text) == 0)
            return moves[i];
    }
    return move_read(position, moves, count, text, err);
}
