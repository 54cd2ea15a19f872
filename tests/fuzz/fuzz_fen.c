/* Any bytes as a FEN: the first chooses the variant. What is accepted must be written and read
 * again the same, have moves that can be made and taken back, and an outcome. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/rules/outcome.h"
#include "engine/rules/position.h"
#include "tests/unit/known_variants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* Behind the known variants, some with pieces in hand. */
static const char *const with_hands[] = {
    "crazyhouse",
    "configs/variants/fairy-stockfish/minishogi.ini",
};

enum { FUZZED_VARIANTS = KNOWN_VARIANTS + sizeof with_hands / sizeof with_hands[0] };

/* Loaded once and kept until the end. */
static const Variant *variant_of(unsigned index)
{
    static Variant *loaded[FUZZED_VARIANTS];
    Error err = {""};
    if (loaded[index] == NULL) {
        loaded[index] = variant_load(index < KNOWN_VARIANTS ? known_variants[index]
                                                            : with_hands[index - KNOWN_VARIANTS],
                                     &err);
    }
    require(loaded[index] != NULL);
    return loaded[index];
}

/* Every move, made and taken back; and each as text. */
static void try_moves(Position *position)
{
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    int count = generate_legal(position, moves);
    uint64_t key = position->key;
    for (int i = 0; i < count; i++) {
        Error err = {""};
        char text[MAX_MOVE_TEXT];
        require(move_is_pseudo_legal(position, moves[i]));
        move_to_text(position, moves[i], text);
        require(i >= 8 || move_from_text(position, text, &err) == moves[i]);
        position_make(position, moves[i]);
        require(position_ok(position));
        position_undo(position);
        require(position->key == key && position_ok(position));
    }
    Outcome outcome = position_outcome(position);
    require(count > 0 || outcome.reason != END_NONE);
    require(outcome.reason != END_CHECKMATE || position_in_check(position));
    free(moves);
}

static void try_fen(const Variant *variant, const char *fen)
{
    Position position, again;
    Error err = {""};
    position_init(&position, variant);
    if (!position_set_fen(&position, fen, &err)) {
        require(err.text[0] != '\0' && set_is_empty(&position.occupied));
        position_release(&position);
        return;
    }
    require(position_ok(&position));
    Text text, second;
    text_init(&text);
    text_init(&second);
    position_init(&again, variant);
    position_add_fen(&position, &text);
    require(position_set_fen(&again, text.data, &err));
    position_add_fen(&again, &second);
    require(strcmp(text.data, second.data) == 0 && position.key == again.key);
    try_moves(&position);
    text_release(&text);
    text_release(&second);
    position_release(&again);
    position_release(&position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    char *fen = memory_new(size, 1); /* one byte less, and the zero byte */
    memcpy(fen, data + 1, size - 1);
    const unsigned first = data[0]; /* the last bytes are those with hands */
    try_fen(variant_of(first < 248 ? first % KNOWN_VARIANTS : KNOWN_VARIANTS + first % 2), fen);
    free(fen);
    return 0;
}
