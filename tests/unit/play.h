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

static inline void set_fen(Position *position, const char *fen)
{
    Error err = {""};
    if (!position_set_fen(position, fen, &err))
        fail_msg("%s: %s", fen, err.text);
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
