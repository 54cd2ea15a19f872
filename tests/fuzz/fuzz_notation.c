/* Any bytes as a move: the first chooses the variant, the second how far a fixed game is played
 * before. What is understood must be a legal move whose own texts mean it, too. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/random.h"
#include "engine/rules/movegen.h"
#include "engine/rules/san.h"
#include "tests/unit/known_variants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* Loaded once and kept until the end. */
static const Variant *variant_of(unsigned index)
{
    static Variant *loaded[KNOWN_VARIANTS];
    Error err = {""};
    if (loaded[index] == NULL) {
        loaded[index] = variant_load(known_variants[index], &err);
    }
    require(loaded[index] != NULL);
    return loaded[index];
}

static void play_some(Position *position, unsigned plies, Move *moves)
{
    Error err = {""};
    Random random;
    random_init_keyed(&random, 7, RANDOM_TEST, 1);
    require(position_set_start(position, &err));
    for (unsigned i = 0; i < plies; i++) {
        int count = generate_legal(position, moves);
        if (count == 0) {
            return;
        }
        position_make(position, moves[random_below(&random, (uint32_t)count)]);
    }
}

static void try_text(Position *position, const char *text, Move *moves)
{
    Error err = {""};
    uint64_t key = position->key;
    Move move = move_from_text(position, text, &err);
    require(position->key == key);
    if (move == NO_MOVE) {
        require(err.text[0] != '\0');
        return;
    }
    char own[MAX_MOVE_TEXT];
    int count = generate_legal(position, moves), found = 0;
    for (int i = 0; i < count; i++) {
        found += moves[i] == move;
    }
    require(found == 1);
    move_to_text(position, move, own);
    require(move_from_text(position, own, &err) == move);
    move_to_san(position, moves, count, move, own);
    require(move_from_text(position, own, &err) == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) {
        return 0;
    }
    char *text = memory_new(size - 1, 1); /* two bytes less, and the zero byte */
    memcpy(text, data + 2, size - 2);
    Move *moves = memory_new(MAX_MOVES, sizeof *moves);
    Position position;
    position_init(&position, variant_of(data[0] % KNOWN_VARIANTS));
    play_some(&position, data[1], moves);
    try_text(&position, text, moves);
    position_release(&position);
    free(moves);
    free(text);
    return 0;
}
