#include "engine/rules/path.h"

#include <stddef.h>

typedef struct Walk {
    Board board;
    int forward; /* 1 for White, -1 for Black */
    const BetzaMove *move;
    PathVisitor *visit;
    void *context;
    long *leaps; /* how many more may be tried */
} Walk;

/* Where a walk is: the last square reached, and how it got there. */
typedef struct Place {
    int file, rank;
    int direction; /* of the last leg */
    int length;    /* leaps of the last leg */
} Place;

static unsigned place_square(const Walk *walk, Place place)
{
    return (unsigned)(place.rank * walk->board.files + place.file);
}

static bool on_board(const Walk *walk, int file, int rank)
{
    return file >= 0 && file < walk->board.files && rank >= 0 && rank < walk->board.ranks;
}

/* Adds the demand that a square holds one of `allow`, or narrows an earlier one to it. False where
 * the path cannot meet it. */
static bool path_demand(Path *path, unsigned square, unsigned allow, bool taken)
{
    if (square == path->from)
        return (allow & PATH_EMPTY) != 0;
    for (int i = 0; i < path->count; i++) {
        PathElement *element = &path->elements[i];
        if (element->square != square)
            continue;
        if (element->taken || element->allow == PATH_EMPTY)
            return (allow & PATH_EMPTY) != 0;
        element->allow = (uint8_t)(element->allow & allow);
        element->taken = taken;
        return element->allow != 0;
    }
    if (path->count == MAX_PATH)
        return false;
    path->elements[path->count++] =
        (PathElement){.square = (Square)square, .allow = (uint8_t)allow, .taken = taken};
    return true;
}

/* Notes a square that a move with a trail has passed. */
static void path_pass(const Walk *walk, Path *path, unsigned square)
{
    if (walk->move->trail && path->passed_count < MAX_PATH)
        path->passed[path->passed_count++] = (Square)square;
}

/* The squares that one leap of a lame or jumping leg passes over. */
static bool demand_between(const Walk *walk, Path *path, const BetzaLeg *leg, Place at, int x,
                           int y)
{
    if (!leg->lame && !leg->jump)
        return true;
    unsigned allow = leg->lame ? PATH_EMPTY : PATH_FRIEND | PATH_ENEMY;
    int wide = x * x > y * y ? x : y;
    int length = wide < 0 ? -wide : wide;
    bool oblique = walk->move->side != 0;
    int unit_x = oblique ? (x * x > y * y ? x / length : 0) : x / length;
    int unit_y = oblique ? (y * y > x * x ? y / length : 0) : y / length;
    int between = oblique ? 1 : length - 1;
    for (int i = 1; i <= between; i++) {
        Place over = {.file = at.file + i * unit_x, .rank = at.rank + i * unit_y};
        unsigned square = place_square(walk, over);
        if (!path_demand(path, square, allow, false))
            return false;
        if (leg->lame)
            path_pass(walk, path, square);
    }
    return true;
}

static bool walk_leg(const Walk *walk, const Path *path, Place at, int leg_index);

/* The path ends on a square, which must hold one of `ends`. */
static bool finish(const Walk *walk, const Path *so_far, unsigned square, unsigned ends)
{
    Path path = *so_far;
    path.to = (Square)square;
    unsigned allow = ((ends & BETZA_QUIET) ? PATH_EMPTY : 0u)
                     | ((ends & BETZA_CAPTURE) ? PATH_ENEMY : 0u)
                     | ((ends & BETZA_OWN) ? PATH_FRIEND : 0u);
    if (path_demand(&path, square, allow, allow != PATH_EMPTY)
        && !walk->visit(&path, walk->context))
        return false;
    if (!walk->move->en_passant)
        return true;
    path = *so_far;
    path.to = (Square)square;
    path.en_passant = true;
    return !path_demand(&path, square, PATH_EMPTY, false) || walk->visit(&path, walk->context);
}

/* A leg that is not the last ends on a square in one of the ways open to it, and the next begins.
 */
static bool turn(const Walk *walk, const Path *so_far, Place at, int leg_index, unsigned ends)
{
    static const struct {
        uint8_t end, allow;
        bool taken;
    } ways[] = {{BETZA_QUIET, PATH_EMPTY, false},
                {BETZA_CAPTURE, PATH_ENEMY, true},
                {BETZA_OWN, PATH_FRIEND, true},
                {BETZA_PASS, PATH_FRIEND | PATH_ENEMY, false}};
    unsigned square = place_square(walk, at);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if ((ends & ways[i].end) == 0)
            continue;
        Path path = *so_far;
        if (!path_demand(&path, square, ways[i].allow, ways[i].taken))
            continue;
        path_pass(walk, &path, square);
        if (!walk_leg(walk, &path, at, leg_index + 1))
            return false;
    }
    return true;
}

/* One more leap of a leg: moves `at` and demands what must lie between. False where there is none.
 */
static bool leap(const Walk *walk, Path *path, const BetzaLeg *leg, Place *at)
{
    int x, y;
    if (*walk->leaps <= 0)
        return false;
    --*walk->leaps;
    betza_leap(walk->move, at->direction, &x, &y);
    y *= walk->forward;
    if (!on_board(walk, at->file + x, at->rank + y) || !demand_between(walk, path, leg, *at, x, y))
        return false;
    at->file += x;
    at->rank += y;
    at->length++;
    return true;
}

/* A leg in one direction from `at` on, over empty squares, ending wherever it may, up to `range`
 * leaps in all (0 = any number). `wanted` is the only number of leaps after which it may end, 0 for
 * any. */
static bool walk_on(const Walk *walk, const Path *start, Place at, int leg_index, int range,
                    int wanted)
{
    const BetzaLeg *leg = &walk->move->legs[leg_index];
    bool last = leg_index == walk->move->leg_count - 1;
    Path path = *start;
    while ((range == 0 || at.length < range) && leap(walk, &path, leg, &at)) {
        unsigned square = place_square(walk, at);
        if ((wanted == 0 || at.length == wanted)
            && !(last ? finish(walk, &path, square, leg->ends)
                      : turn(walk, &path, at, leg_index, leg->ends)))
            return false;
        if (!path_demand(&path, square, PATH_EMPTY, false))
            return true;
        path_pass(walk, &path, square);
    }
    return true;
}

/* The same for a last leg that hops over one piece: p goes on as far as its range reaches, g lands
 * right behind it; a leaper's hurdle is its neighbour, behind which p lands and g goes on. */
static bool walk_hop(const Walk *walk, const Path *start, Place at, int leg_index)
{
    const BetzaLeg *leg = &walk->move->legs[leg_index];
    bool leaper = leg->range == 1;
    Path path = *start;
    while ((leg->range == 0 || at.length < leg->range) && leap(walk, &path, leg, &at)) {
        unsigned square = place_square(walk, at);
        int behind = (leg->hurdle == 'g') != leaper ? at.length + 1 : leaper ? 0 : leg->range;
        Path over = path;
        if (path_demand(&over, square, PATH_FRIEND | PATH_ENEMY, false)
            && !walk_on(walk, &over, at, leg_index, behind, 0))
            return false;
        if (!path_demand(&path, square, PATH_EMPTY, false))
            return true;
    }
    return true;
}

static bool walk_leg(const Walk *walk, const Path *path, Place at, int leg_index)
{
    const BetzaLeg *leg = &walk->move->legs[leg_index];
    Place start = {.file = at.file, .rank = at.rank};
    int wanted = leg->same_length ? at.length : 0;
    for (int turned = 0; turned < 8; turned++) {
        if ((leg->directions >> turned & 1) == 0)
            continue;
        start.direction = leg_index == 0 ? turned : (at.direction + turned) % 8;
        bool on = leg->hurdle != 0 ? walk_hop(walk, path, start, leg_index)
                                   : walk_on(walk, path, start, leg_index, leg->range, wanted);
        if (!on)
            return false;
    }
    return true;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the walk counts it down */
bool path_visit(Board board, Colour colour, unsigned from, const BetzaMove *move, long *leaps,
                PathVisitor *visit, void *context)
{
    const Walk walk = {.board = board,
                       .forward = colour == WHITE ? 1 : -1,
                       .move = move,
                       .visit = visit,
                       .context = context,
                       .leaps = leaps};
    Path path = {.from = (Square)from};
    Place at = {.file = (int)from % board.files, .rank = (int)from / board.files};
    return walk_leg(&walk, &path, at, 0) && *leaps > 0;
}
