#include "engine/protocol/uci_move.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/movegen.h"

bool uci_variant_is_chess960(const Variant *variant)
{
    return (variant->features & FEATURE_ANY_FILE) != 0;
}

static void add_square(const Variant *variant, Square square, char *text)
{
    char name[4];
    square_to_text(variant, square, name);
    memcpy(text + strlen(text), name, strlen(name) + 1);
}

/* Whether the king and the rook that castle say which castling it is. */
static bool rook_tells(const Variant *variant, const Castling *castling)
{
    int alike = 0;
    for (int i = 0; i < variant->castling_count; i++) {
        const Castling *other = &variant->castlings[i];
        alike += other->king_from == castling->king_from && other->rook_from == castling->rook_from;
    }
    return alike == 1;
}

/* The square that a castling is written with behind the king's; NO_SQUARE where none would do. */
static unsigned castling_target(const Variant *variant, const Castling *castling, bool chess960)
{
    if (chess960)
        return rook_tells(variant, castling) ? castling->rook_from : NO_SQUARE;
    int files =
        variant_file(variant, castling->king_to) - variant_file(variant, castling->king_from);
    return abs(files) > 1 ? castling->king_to : NO_SQUARE;
}

static char promotion_sign(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    unsigned from = move_from(move);
    unsigned rule = variant_promotion(variant, position->side, piece_type(position->board[from]),
                                      from, move_to(move));
    if (move_becomes(move) == 0 || rule == 0)
        return '\0';
    return variant->promotions[rule].piece
               ? '+'
               : (char)tolower((unsigned char)variant->types[move_becomes(move)].letter);
}

void uci_move_to_text(const Position *position, Move move, bool chess960, char text[MAX_MOVE_TEXT])
{
    const Variant *variant = position->variant;
    const MoveEffect *effect = &variant->effects[move_effect(move)];
    unsigned to = move_to(move);
    if (effect->kind == EFFECT_CASTLE)
        to = castling_target(variant, &variant->castlings[effect->castling], chess960);
    if (to == NO_SQUARE || effect->kind == EFFECT_SHOT || effect->kind == EFFECT_DROP
        || effect->take_count > 0) {
        move_to_text(position, move, text);
        return;
    }
    text[0] = '\0';
    add_square(variant, move_from(move), text);
    add_square(variant, (Square)to, text);
    const char sign[2] = {promotion_sign(position, move), '\0'};
    memcpy(text + strlen(text), sign, strlen(sign) + 1);
}

/* A way to write moves. */
typedef enum Writing { WRITING_ASKED, WRITING_OTHER_CASTLING, WRITING_OWN, WRITING_COUNT } Writing;

static void write_move(const Position *position, Move move, Writing writing, bool chess960,
                       char text[MAX_MOVE_TEXT])
{
    if (writing == WRITING_OWN)
        move_to_text(position, move, text);
    else
        uci_move_to_text(position, move, chess960 != (writing == WRITING_OTHER_CASTLING), text);
}

Move uci_move_from_text(Position *position, const char *text, bool chess960, Error *err)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    const int count = generate_legal(position, moves);
    Move found = NO_MOVE;
    int matches = 0;
    for (int writing = 0; writing < WRITING_COUNT && matches == 0; writing++)
        for (int i = 0; i < count; i++) {
            char candidate[MAX_MOVE_TEXT];
            write_move(position, moves[i], (Writing)writing, chess960, candidate);
            if (strcmp(candidate, text) != 0)
                continue;
            found = moves[i];
            matches++;
        }
    free(moves);
    if (matches == 0)
        error_set(err, "\"%.24s\" is no legal move here", text);
    else if (matches > 1)
        error_set(err, "\"%.24s\" is said of %d moves here", text, matches);
    return matches == 1 ? found : NO_MOVE;
}
