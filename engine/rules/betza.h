/* XBetza strings, parsed: what the Interactive Diagram understands, with classic Betza's doubled
 * letters.
 *
 *     ifmnDfmWfceF      mafmafsbsFmpR2      caibR3      BmW
 *
 * A string is a sum of moves, each an atom with modifiers before it and a range behind. A move has
 * one or more legs, separated by 'a'. What is not understood is an error that points at the
 * character; a reading that would be a guess is refused. notation.md has the dialect; docs of the
 * keys name it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"

enum { BETZA_MAX_LEGS = 6, BETZA_MAX_MOVES = 48 };

/* What a leg may find where it ends. */
enum {
    BETZA_QUIET = 1,   /* an empty square */
    BETZA_CAPTURE = 2, /* an enemy, taken */
    BETZA_OWN = 4,     /* a piece of one's own, taken */
    BETZA_PASS = 8,    /* any piece, left where it is (not on the last leg) */
};

/* Directions are numbered clockwise in eighths of a turn: of straight atoms 0 is forward, 1 forward
 * and right; of oblique ones 0 is (1, 2), 1 (2, 1). Continuation legs count from the leg before. */
typedef struct BetzaLeg {
    uint8_t directions; /* a bit for each */
    uint8_t ends;       /* BETZA_QUIET | ... */
    uint8_t range;      /* leaps in a row at most; 0 = any number */
    uint8_t hurdle; /* last leg: 0 none, 'p' goes on behind one piece, 'g' lands right behind it */
    bool same_length; /* as many leaps as the leg before */
    bool lame;        /* the squares leapt over must be empty */
    bool jump;        /* ... must be occupied */
} BetzaLeg;

typedef struct BetzaMove {
    int8_t side, ahead; /* the leap of direction 0: (0, n) straight, (1, 2) ... oblique */
    bool initial;       /* only from a starting square */
    bool en_passant;    /* may capture so */
    bool trail;         /* can be captured so, on the squares that it passes */
    uint8_t leg_count;
    BetzaLeg legs[BETZA_MAX_LEGS];
} BetzaMove;

typedef struct BetzaPiece {
    int move_count;
    BetzaMove moves[BETZA_MAX_MOVES];
} BetzaPiece;

/* Parses a whole string. On failure `err` says what, and at which character (from 1). */
bool betza_parse(BetzaPiece *piece, const char *string, Error *err);

/* The leap of a direction, seen by White. */
void betza_leap(const BetzaMove *move, int direction, int *files, int *ranks);
