/* Which pseudo-legal moves are legal: what is found out about a position once, and the test of a
 * move. */
#pragma once

#include "engine/rules/position.h"

/* The squares that matter for the safety of the side to move's king, found once a node: moves that
 * touch none of them need no test of their own. */
typedef struct Legality {
    Set vacate; /* leaving one of these may open a path to the king */
    Set fill;   /* entering one of these may (a hopper's screen) */
    Set evade;  /* in check: a plain move of another piece than the king must end on one of these */
    bool in_check;
    bool all_doubtful; /* in check along a hopper's path: each move needs its own test */
    uint32_t special;  /* the features that make more moves illegal; 0 in most variants */
    bool must_capture;
    Set royals, enemy_royals; /* that extinctionPseudoRoyal makes so */
} Legality;

void legality_init(Legality *legality, Position *position);

/* Whether a pseudo-legal move leaves the own king safe (and, castling, passes no attacked square).
 * The position is the same afterwards. */
bool move_is_legal(const Legality *legality, Position *position, Move move);

/* Whether the move takes the mover's own royal piece, which none may. */
bool move_takes_own_royal(const Position *position, Move move);
