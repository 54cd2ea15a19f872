/* The paths of a piece: every way in which one XBetza move can be made from one square.
 *
 * A path is a list of squares with what each must hold. It is what steps (forward) and attacks
 * (backward) are both compiled from. */
#pragma once

#include "engine/rules/betza.h"
#include "engine/rules/move.h"

enum { MAX_PATH = 64, PATH_EMPTY = 1, PATH_FRIEND = 2, PATH_ENEMY = 4 };

typedef struct PathElement {
    Square square;
    uint8_t allow; /* what may stand here: PATH_EMPTY | ... */
    bool taken;    /* what stands here is taken */
} PathElement;

/* Each square stands once. The square of origin counts as empty and never stands in the list; so
 * `to` stands there only if it is new to the path. */
typedef struct Path {
    Square from, to;
    bool en_passant; /* the capture on `to` is en passant: it must be empty */
    int count;       /* at least 1 */
    int passed_count;
    PathElement elements[MAX_PATH];
    Square passed[MAX_PATH]; /* the squares on the way, where the move leaves a trail */
} Path;

typedef struct Board {
    int files, ranks;
} Board;

/* Called for each path; returns false to stop. */
typedef bool PathVisitor(const Path *path, void *context);

/* Visits every path of `move` from `from` for a piece of that colour (Black's forward is down the
 * board; left stays left). A path whose last square may hold several things is visited once.
 * `*leaps` is how many leaps may be tried, and goes down: strings of many legs have more paths than
 * anybody can wait for. Returns whether all were visited: the visitor never stopped it, and the
 * leaps have sufficed. */
bool path_visit(Board board, Colour colour, unsigned from, const BetzaMove *move, long *leaps,
                PathVisitor *visit, void *context);
