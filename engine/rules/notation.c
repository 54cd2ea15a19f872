#include "engine/rules/notation.h"

#include <string.h>

#include "engine/rules/movegen.h"

void square_to_text(const Variant *variant, Square square, char text[4])
{
    int rank = variant_rank(variant, square) + 1, at = 0;
    text[at++] = (char)('a' + variant_file(variant, square));
    if (rank >= 10)
        text[at++] = '1';
    text[at++] = (char)('0' + rank % 10);
    text[at] = '\0';
}

/* Appends to a text that is known to have room. */
static void append(char text[MAX_MOVE_TEXT], const char *more)
{
    size_t length = strlen(text);
    memcpy(text + length, more, strlen(more) + 1);
}

static void append_square(const Variant *variant, unsigned square, char text[MAX_MOVE_TEXT])
{
    char name[4];
    square_to_text(variant, (Square)square, name);
    append(text, name);
}

void move_to_text(const Position *position, Move move, char text[MAX_MOVE_TEXT])
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    unsigned from = move_from(move), becomes = move_becomes(move);
    text[0] = '\0';
    append_square(variant, from, text);
    for (int i = 0; i < effect->take_count; i++) {
        append(text, "*");
        append_square(variant, (unsigned)((int)from + effect->offset[i]), text);
    }
    if (effect->kind == EFFECT_SHOT || effect->take_count > 0)
        append(text, "*");
    append_square(variant, move_to(move), text);
    if (effect->kind == EFFECT_CASTLE) {
        int files = variant_file(variant, move_to(move)) - variant_file(variant, from);
        const char letter[2] = {variant->castlings[effect->castling].letter, '\0'};
        if (files >= -1 && files <= 1) {
            append(text, "o");
            append(text, letter);
        }
    }
    /* A morph is no choice: the square says it. */
    unsigned type = piece_type(position->board[from]);
    if (becomes != 0 && effect->kind != EFFECT_SHOT
        && variant_promotion(variant, position->side, type, from, move_to(move)) != 0) {
        const char letter[3] = {'=', variant->types[becomes].letter, '\0'};
        append(text, letter);
    }
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
    error_set(err, "\"%s\" is no legal move here", text);
    return NO_MOVE;
}
