/* For tests of the player: variants, positions and random games. */
#pragma once

#include "tests/unit/unit.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/random.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/rules/outcome.h"
#include "engine/rules/position.h"

/* Files of all variants that are shipped: tests run in the root of the source tree. */
static inline glob_t shipped_variants(void)
{
    glob_t files;
    assert_int_equal(glob("configs/variants/*.ini", 0, NULL, &files), 0);
    assert_true(files.gl_pathc >= 3);
    return files;
}

static inline Variant *load_variant(const char *name)
{
    Error err = {""};
    Variant *variant = variant_load(name, &err);
    if (variant == NULL)
        fail_msg("%s", err.text);
    return variant;
}

/* The piece of a letter, a capital for White's. */
static inline Piece piece_of(const Variant *variant, char letter)
{
    Colour colour = letter >= 'a' ? BLACK : WHITE;
    return piece_make(colour, variant_type(variant, letter));
}

static inline void set_fen(Position *position, const char *fen)
{
    Error err = {""};
    if (!position_set_fen(position, fen, &err))
        fail_msg("%s: %s", fen, err.text);
}

static inline void check_fen(const Position *position, const char *expected)
{
    Text fen;
    text_init(&fen);
    position_add_fen(position, &fen);
    assert_string_equal(fen.data, expected);
    text_release(&fen);
}

static inline Move move_of(Position *position, const char *text)
{
    Error err = {""};
    Move move = move_from_text(position, text, &err);
    if (move == NO_MOVE)
        fail_msg("%s: %s", text, err.text);
    return move;
}

/* Makes a random legal move; false at the game's end. `moves` has room for MAX_MOVES. */
static inline bool make_random(Position *position, Random *random, Move *moves)
{
    int count = generate_legal(position, moves);
    if (count == 0)
        return false;
    position_make(position, moves[random_below(random, (uint32_t)count)]);
    return true;
}

static inline bool is_legal(const Variant *variant, const char *fen, const char *text)
{
    Position position;
    Error err = {""};
    position_init(&position, variant);
    set_fen(&position, fen);
    Move move = move_from_text(&position, text, &err);
    position_release(&position);
    return move != NO_MOVE;
}

/* A position, how many legal moves it has, and its result ("*" while the game goes on). */
typedef struct Verdict {
    const char *fen;
    int moves;
    const char *result;
    EndReason reason;
} Verdict;

static inline void check_verdict(const Variant *variant, const Verdict *expected)
{
    static const char *const results[] = {"*", "0-1", "1/2-1/2", "1-0"};
    Position position;
    Move *moves = memory_new(MAX_MOVES, sizeof(Move));
    position_init(&position, variant);
    set_fen(&position, expected->fen);
    int count = generate_legal(&position, moves);
    Outcome outcome = position_outcome(&position);
    if (count != expected->moves)
        fail_msg("%s: %s: %d moves, not %d", variant->name, expected->fen, count, expected->moves);
    if (strcmp(results[outcome.result + 1], expected->result) != 0
        || outcome.reason != expected->reason)
        fail_msg("%s: %s: %s (%s), not %s (%s)", variant->name, expected->fen,
                 results[outcome.result + 1], end_reason_name(outcome.reason), expected->result,
                 end_reason_name(expected->reason));
    free(moves);
    position_release(&position);
}
