#include "tests/reference/reference_betza.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LEGS = 8, MAX_GROUPS = 64, MAX_LETTERS = 16, UNLIMITED = 2 * REF_SIDE };

/* The eight directions, clockwise from straight ahead, and the eight leaps of an oblique atom,
 * clockwise from the one that is nearest to straight ahead on the right. In both lists a quarter
 * turn to the right is two places on. The oblique ones stand for 1 = the short and 2 = the long
 * side. */
static const int straight[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                   {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const int oblique[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                  {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

typedef struct Leg {
    bool m, c, d, p, g, y, j, i, e;
    int n;
    int letters;
    char directions[MAX_LETTERS + 1];
} Leg;

/* The kinds of atom: what directions mean differs between them. */
typedef enum Family { ORTHOGONAL, DIAGONAL, EIGHTFOLD, OBLIQUE } Family;

typedef struct Group {
    Family family;
    int near, far; /* straight atoms: the length twice; oblique ones: short and long side */
    int range;     /* leaps in one direction */
    bool trails;   /* can be taken en passant on what it passes */
    int leg_count;
    Leg legs[MAX_LEGS];
    unsigned masks[MAX_LEGS]; /* leg 0: directions; others: turns, in eighths to the right */
} Group;

struct RefBetzaPiece {
    int group_count;
    Group groups[MAX_GROUPS];
};

/* ---- Directions ---- */

static bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }
static bool is_horizontal(char c) { return c == 'l' || c == 'r' || c == 's'; }

/* The set of the places given, each 0..7. */
static unsigned set_of(int a, int b) { return 1u << a | 1u << b; }

/* One letter as the direction straight that way. */
static unsigned towards(char c)
{
    switch (c) {
    case 'f': return set_of(0, 0);
    case 'r': return set_of(2, 2);
    case 'b': return set_of(4, 4);
    case 'l': return set_of(6, 6);
    case 's': return set_of(2, 6);
    default: return set_of(0, 4);
    }
}

/* One letter as the diagonals on that side. */
static unsigned diagonals(char c)
{
    switch (c) {
    case 'f': return set_of(7, 1);
    case 'r': return set_of(1, 3);
    case 'b': return set_of(3, 5);
    case 'l': return set_of(5, 7);
    default: return set_of(1, 3) | set_of(5, 7);
    }
}

/* One letter as the oblique leaps that go mainly that way. */
static unsigned mainly(char c)
{
    switch (c) {
    case 'f': return set_of(7, 0);
    case 'r': return set_of(1, 2);
    case 'b': return set_of(3, 4);
    case 'l': return set_of(5, 6);
    case 's': return set_of(1, 2) | set_of(5, 6);
    default: return set_of(7, 0) | set_of(3, 4);
    }
}

/* One letter as the oblique leaps on that half of the board. */
static unsigned half(char c)
{
    switch (c) {
    case 'f': return set_of(6, 7) | set_of(0, 1);
    case 'r': return set_of(0, 1) | set_of(2, 3);
    case 'b': return set_of(2, 3) | set_of(4, 5);
    case 'l': return set_of(4, 5) | set_of(6, 7);
    default: return 0xff;
    }
}

/* Two letters that belong together. False if they do not. */
static bool is_pair(char a, char b)
{
    return (is_vertical(a) && is_horizontal(b)) || (is_horizontal(a) && a != 's' && is_vertical(b));
}

/* The directions of an oblique atom's first leg: letters, pairs whose second letter is the main
 * one, halves (fh) and chiral halves (hr). Returns 0 if it makes no sense. */
static unsigned oblique_mask(const char *letters)
{
    unsigned mask = 0;
    while (*letters) {
        const char a = letters[0];
        const char b = letters[1];
        if (a == 'h') {
            if (b != 'r' && b != 'l')
                return 0;
            mask |= b == 'r' ? 0x55u : 0xaau;
            letters += 2;
        } else if (b == 'h') {
            if (a == 's' || a == 'v')
                return 0;
            mask |= half(a);
            letters += 2;
        } else if (is_pair(a, b) || (a == b && a != 's' && a != 'v')) {
            mask |= mainly(b) & half(a);
            letters += 2;
        } else {
            mask |= mainly(a);
            letters++;
        }
    }
    return mask;
}

/* The directions of a straight atom's first leg, or the turns of any later leg, which are read as
 * those of an eightfold atom. Returns 0 if they make no sense. */
static unsigned straight_mask(const char *letters, Family family)
{
    unsigned mask = 0;
    while (*letters) {
        const char a = letters[0];
        const char b = letters[1];
        if (a == 'h')
            return 0;
        if (family == ORTHOGONAL) {
            mask |= towards(a);
            letters++;
        } else if (is_pair(a, b)) {
            mask |= diagonals(a) & diagonals(b);
            letters += 2;
        } else {
            mask |= family == DIAGONAL ? diagonals(a) : towards(a);
            letters++;
        }
    }
    return mask;
}

/* The letter s before f, b or v could be meant as a pair or not: nobody says. */
static bool is_ambiguous(const char *letters)
{
    for (; *letters; letters++)
        if (letters[0] == 's' && is_vertical(letters[1])
            && !(letters[1] != '\0' && is_horizontal(letters[2])))
            return true;
    return false;
}

static bool read_directions(Group *group, int index)
{
    static const unsigned every[4] = {0x55, 0xaa, 0xff, 0xff};
    const char *letters = group->legs[index].directions;
    unsigned *mask = &group->masks[index];
    if ((index > 0 || group->family != ORTHOGONAL) && is_ambiguous(letters))
        return false;
    if (!*letters) {
        /* All of the atom's own first; later all but straight back. */
        *mask = every[group->family];
        if (index > 0)
            *mask = group->family == EIGHTFOLD || group->family == OBLIQUE ? 0xefu : 0x45u;
        return true;
    }
    if (index > 0) {
        *mask = straight_mask(letters, EIGHTFOLD);
        return *mask != 0 && (group->family != OBLIQUE || (*mask & 0xaau) == 0);
    }
    *mask =
        group->family == OBLIQUE ? oblique_mask(letters) : straight_mask(letters, group->family);
    return *mask != 0;
}

/* ---- Parsing ---- */

/* Sets a flag; false if it is set already. */
static bool raise_flag(bool *flag)
{
    const bool fresh = !*flag;
    *flag = true;
    return fresh;
}

static bool read_modifier(Leg *leg, const char *at, const char *leg_start)
{
    switch (*at) {
    case 'm': return raise_flag(&leg->m);
    case 'c': return raise_flag(&leg->c);
    case 'd': return raise_flag(&leg->d);
    case 'p': return raise_flag(&leg->p);
    case 'g': return raise_flag(&leg->g);
    case 'y': return raise_flag(&leg->y);
    case 'j': return raise_flag(&leg->j);
    case 'i': return raise_flag(&leg->i);
    case 'e': return raise_flag(&leg->e);
    case 'n': return ++leg->n <= 2;
    default: break;
    }
    if (!strchr("fblrsvh", *at) || leg->letters == MAX_LETTERS)
        return false;
    /* The directions of a leg stand together. */
    if (leg->letters > 0 && (at == leg_start || !strchr("fblrsvh", at[-1])))
        return false;
    leg->directions[leg->letters++] = *at;
    return true;
}

static bool read_atom(Group *group, char atom)
{
    static const struct {
        char letter;
        Family family;
        int near, far, range;
    } atoms[] = {
        {'W', ORTHOGONAL, 1, 1, 1},       {'F', DIAGONAL, 1, 1, 1},
        {'D', ORTHOGONAL, 2, 2, 1},       {'A', DIAGONAL, 2, 2, 1},
        {'H', ORTHOGONAL, 3, 3, 1},       {'G', DIAGONAL, 3, 3, 1},
        {'K', EIGHTFOLD, 1, 1, 1},        {'R', ORTHOGONAL, 1, 1, UNLIMITED},
        {'B', DIAGONAL, 1, 1, UNLIMITED}, {'Q', EIGHTFOLD, 1, 1, UNLIMITED},
        {'N', OBLIQUE, 1, 2, 1},          {'C', OBLIQUE, 1, 3, 1},
        {'L', OBLIQUE, 1, 3, 1},          {'J', OBLIQUE, 2, 3, 1},
        {'Z', OBLIQUE, 2, 3, 1},
    };
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++)
        if (atoms[i].letter == atom) {
            group->family = atoms[i].family;
            group->near = atoms[i].near;
            group->far = atoms[i].far;
            group->range = atoms[i].range;
            return true;
        }
    return false;
}

/* The rider's second letter, or a number of one or two digits; 0 has no limit. */
static bool read_range(Group *group, const char **text)
{
    const char *at = *text;
    if (*at == at[-1]) {
        group->range = UNLIMITED;
        at++;
        *text = at;
        return !isdigit((unsigned char)*at);
    }
    if (!isdigit((unsigned char)*at))
        return true;
    int range = *at++ - '0';
    if (range > 0 && isdigit((unsigned char)*at))
        range = 10 * range + (*at++ - '0');
    group->range = range == 0 || range > UNLIMITED ? UNLIMITED : range;
    *text = at;
    return !isdigit((unsigned char)*at);
}

/* Whether the modifiers of a leg go together, and its defaults. `range` is that of the leg. */
static bool settle_leg(const Group *group, Leg *leg, int range, bool first, bool last)
{
    const bool slow = range == 1;
    const bool unit = group->family != OBLIQUE && group->far == 1;
    const bool knight = group->family == OBLIQUE && group->far == 2;
    if (leg->p && leg->g)
        return false;
    if (leg->j && (leg->p || leg->g || leg->n > 0))
        return false;
    if (group->family == OBLIQUE && !knight && (leg->n > 0 || leg->j))
        return false;
    if (leg->j && unit && slow)
        return false;
    if (leg->e && (!last || (leg->m && !leg->c) || (leg->d && !leg->c)))
        return false;
    if (leg->y && (last || leg->c || leg->d || leg->p || leg->g))
        return false;
    if (leg->n == 2 && !first)
        return false;
    if (last && slow && !unit && (leg->g || leg->p))
        return false;
    if (!leg->m && !leg->c && !leg->d) {
        if (last)
            leg->m = leg->c = true;
        else
            leg->m = !leg->p && !leg->g;
    }
    return true;
}

/* Whether the group leaves a trail, and whether it is one that can be understood: nothing that is
 * left standing may be passed. */
static bool settle_trail(Group *group)
{
    const Leg *first = &group->legs[0];
    group->trails = first->n == 2 || (first->n == 1 && first->i);
    if (!group->trails)
        return true;
    for (int i = 0; i < group->leg_count; i++)
        if (group->legs[i].p || group->legs[i].g)
            return false;
    return group->family != OBLIQUE && (first->n == 2 || group->leg_count == 1);
}

/* Leaps become slides and slides leaps behind a leg with g or y that is not the last. */
static bool settle_legs(Group *group)
{
    int range = group->range;
    int toggles = 0;
    for (int i = 0; i < group->leg_count; i++) {
        Leg *leg = &group->legs[i];
        const bool last = i == group->leg_count - 1;
        if (!settle_leg(group, leg, range, i == 0, last) || !read_directions(group, i))
            return false;
        if (last || (!leg->g && !leg->y))
            continue;
        range = range == 1 ? UNLIMITED : 1;
        toggles++;
    }
    /* Whether a limited range comes back after two of them is read in two ways. */
    return (toggles < 2 || group->range == 1 || group->range == UNLIMITED) && settle_trail(group);
}

/* Reads the group at `*text` and moves on behind it. */
static bool read_group(Group *group, const char **text)
{
    const char *at = *text;
    memset(group, 0, sizeof *group);
    group->leg_count = 1;
    const char *leg_start = at;
    for (; islower((unsigned char)*at); at++) {
        if (*at != 'a') {
            if (!read_modifier(&group->legs[group->leg_count - 1], at, leg_start))
                return false;
            continue;
        }
        if (group->leg_count == MAX_LEGS)
            return false;
        group->leg_count++;
        leg_start = at + 1;
    }
    if (!read_atom(group, *at++) || !read_range(group, &at))
        return false;
    *text = at;
    return settle_legs(group);
}

/* ---- Walking ---- */

typedef struct Walk {
    const RefBetzaBoard *board;
    RefSquare from;
    int colour;
    const Group *group;
    RefBetzaMove path; /* what has been captured so far */
    RefBetzaMove *out;
    int count;
    int capacity;
} Walk;

static bool same_square(RefSquare a, RefSquare b) { return a.x == b.x && a.y == b.y; }

/* What stands on a square while the piece is on its way: it has left its own, and what it has
 * captured is gone. 0 outside the board. */
static char look(const Walk *walk, RefSquare square)
{
    if (square.x < 0 || square.x >= walk->board->files || square.y < 0
        || square.y >= walk->board->ranks)
        return '\0';
    if (same_square(square, walk->from))
        return '.';
    for (int i = 0; i < walk->path.capture_count; i++)
        if (same_square(square, walk->path.captures[i]))
            return '.';
    return walk->board->squares[square.y][square.x];
}

static bool is_own(const Walk *walk, char piece)
{
    return (isupper((unsigned char)piece) != 0) == (walk->colour == REF_WHITE);
}

static int compare_squares(const void *left, const void *right)
{
    const RefSquare *a = left;
    const RefSquare *b = right;
    return a->y != b->y ? a->y - b->y : a->x - b->x;
}

static bool same_squares(const RefSquare *a, int a_count, const RefSquare *b, int b_count)
{
    if (a_count != b_count)
        return false;
    for (int i = 0; i < a_count; i++)
        if (!same_square(a[i], b[i]))
            return false;
    return true;
}

bool ref_betza_same(const RefBetzaMove *a, const RefBetzaMove *b)
{
    return same_square(a->to, b->to)
           && same_squares(a->captures, a->capture_count, b->captures, b->capture_count)
           && same_squares(a->trail, a->trail_count, b->trail, b->trail_count);
}

/* Notes a square that the piece passes. */
static void pass(Walk *walk, RefSquare square)
{
    if (walk->group->trails && walk->path.trail_count < REF_BETZA_TRAIL)
        walk->path.trail[walk->path.trail_count++] = square;
}

static bool has_square(const RefSquare *squares, int count, RefSquare square)
{
    for (int i = 0; i < count; i++)
        if (same_square(squares[i], square))
            return true;
    return false;
}

static int compare_ahead(const void *left, const void *right)
{
    const RefSquare *a = left;
    const RefSquare *b = right;
    return a->y != b->y ? b->y - a->y : a->x - b->x;
}

/* The trail of a move that is made: what it has passed but its first square and its last, each
 * once. A move that ends where it began leaves none. */
static void settle_passed(const Walk *walk, RefBetzaMove *move)
{
    int count = 0;
    for (int i = 0; i < move->trail_count && !same_square(move->to, walk->from); i++) {
        const RefSquare square = move->trail[i];
        if (!same_square(square, walk->from) && !same_square(square, move->to)
            && !has_square(move->trail, count, square))
            move->trail[count++] = square;
    }
    move->trail_count = count;
    qsort(move->trail, (size_t)count, sizeof move->trail[0],
          walk->colour == REF_WHITE ? compare_squares : compare_ahead);
}

static void emit(Walk *walk, RefSquare to)
{
    RefBetzaMove move = walk->path;
    move.to = to;
    qsort(move.captures, (size_t)move.capture_count, sizeof move.captures[0], compare_squares);
    settle_passed(walk, &move);
    for (int i = 0; i < walk->count; i++)
        if (ref_betza_same(&walk->out[i], &move))
            return;
    if (walk->count == walk->capacity) {
        fprintf(stderr, "reference: more than %d moves of a piece\n", walk->capacity);
        abort();
    }
    walk->out[walk->count++] = move;
}

static void walk_leg(Walk *walk, int index, RefSquare start, int direction, int length,
                     bool toggled);

/* The leg has come to `square` after `length` leaps: the move ends, or the next leg begins. */
static void arrive(Walk *walk, int index, RefSquare square, int direction, int length, bool toggled)
{
    if (index + 1 == walk->group->leg_count) {
        emit(walk, square);
        return;
    }
    const int passed = walk->path.trail_count;
    pass(walk, square);
    walk_leg(walk, index + 1, square, direction, length, toggled);
    walk->path.trail_count = passed;
}

/* As arrive(), with the piece on `victim` taken. */
static void arrive_capturing(Walk *walk, int index, RefSquare square, RefSquare victim,
                             int direction, int length, bool toggled)
{
    walk->path.captures[walk->path.capture_count++] = victim;
    arrive(walk, index, square, direction, length, toggled);
    walk->path.capture_count--;
}

/* One leap in a direction, as seen by the player. */
static RefSquare leap_of(const Walk *walk, int direction)
{
    const Group *group = walk->group;
    RefSquare leap;
    if (group->family == OBLIQUE) {
        const int dx = oblique[direction][0];
        const int dy = oblique[direction][1];
        leap.x = (dx > 0 ? 1 : -1) * (abs(dx) == 1 ? group->near : group->far);
        leap.y = (dy > 0 ? 1 : -1) * (abs(dy) == 1 ? group->near : group->far);
    } else {
        leap.x = straight[direction][0] * group->far;
        leap.y = straight[direction][1] * group->far;
    }
    if (walk->colour == REF_BLACK)
        leap.y = -leap.y;
    return leap;
}

/* How many of the squares between are occupied: those on the line of a straight leap, the one
 * beside the start in the long direction of a knight's. `*between` becomes their number. */
static int occupied_between(const Walk *walk, RefSquare at, RefSquare leap, int *between)
{
    int occupied = 0;
    *between = walk->group->far - 1;
    for (int i = 1; i <= *between; i++) {
        const RefSquare square = {at.x + leap.x * i / walk->group->far,
                                  at.y + leap.y * i / walk->group->far};
        occupied += look(walk, square) != '.';
    }
    return occupied;
}

/* Whether a leap from `at` is stopped by the modifiers n and j. */
static bool is_stopped(const Walk *walk, const Leg *leg, RefSquare at, RefSquare leap)
{
    int between;
    const int occupied = occupied_between(walk, at, leap, &between);
    return (leg->n > 0 && occupied > 0) || (leg->j && occupied < between);
}

/* A lame leap passes the squares between. */
static void pass_between(Walk *walk, const Leg *leg, RefSquare at, RefSquare leap)
{
    const int far = walk->group->far;
    for (int i = 1; i < far && leg->n > 0; i++)
        pass(walk, (RefSquare){at.x + leap.x * i / far, at.y + leap.y * i / far});
}

/* What can be done on an empty square. */
static void visit_empty(Walk *walk, int index, RefSquare square, int direction, int length,
                        bool toggled)
{
    const Leg *leg = &walk->group->legs[index];
    if (leg->m)
        arrive(walk, index, square, direction, length, toggled != leg->y);
    if (leg->e && same_square(square, walk->board->passed))
        arrive_capturing(walk, index, square, walk->board->pawn, direction, length, toggled);
}

/* What can be done on an occupied one. */
static void visit_occupied(Walk *walk, int index, RefSquare square, int direction, int length,
                           bool toggled)
{
    const Leg *leg = &walk->group->legs[index];
    const bool last = index + 1 == walk->group->leg_count;
    const bool own = is_own(walk, look(walk, square));
    if (!last && (leg->p || leg->g))
        arrive(walk, index, square, direction, length, toggled != leg->g);
    if (own ? leg->d : leg->c)
        arrive_capturing(walk, index, square, square, direction, length, toggled);
}

/* A leg in one direction. */
static void walk_direction(Walk *walk, int index, RefSquare start, int direction, int same_length,
                           bool toggled)
{
    const Leg *leg = &walk->group->legs[index];
    const bool last = index + 1 == walk->group->leg_count;
    const bool hops = last && (leg->p || leg->g);
    const bool unit = walk->group->family != OBLIQUE && walk->group->far == 1;
    const RefSquare leap = leap_of(walk, direction);
    int range = walk->group->range;
    if (toggled)
        range = range == 1 ? UNLIMITED : 1;
    /* A leaper's hurdle is its neighbour: it lands right behind, or with g anywhere beyond. */
    const bool beside = hops && range == 1;
    if (beside)
        range = leg->g ? UNLIMITED : 2;
    if (same_length > 0)
        range = same_length;
    const int passed = walk->path.trail_count;
    bool hopped = false;
    RefSquare at = start;
    for (int length = 1; length <= range; length++) {
        const RefSquare before = at;
        at.x += leap.x;
        at.y += leap.y;
        const char piece = look(walk, at);
        if (piece == '\0' || (!unit && is_stopped(walk, leg, before, leap)))
            break;
        pass_between(walk, leg, before, leap);
        if (unit && leg->j && length == 1)
            continue;
        const bool may_end = (!hops || hopped) && (same_length == 0 || length == same_length);
        if (piece == '.') {
            if (may_end)
                visit_empty(walk, index, at, direction, length, toggled);
        } else if (hops && !hopped) {
            hopped = true;
            continue;
        } else {
            if (may_end)
                visit_occupied(walk, index, at, direction, length, toggled);
            break;
        }
        if ((hopped && leg->g && !beside) || (beside && !hopped))
            break;
        pass(walk, at);
    }
    walk->path.trail_count = passed;
}

/* A leg from `start`, after one that went `length` leaps in `direction`. */
static void walk_leg(Walk *walk, int index, RefSquare start, int direction, int length,
                     bool toggled)
{
    const Leg *leg = &walk->group->legs[index];
    if (index == 0 && leg->i && !walk->board->first_move)
        return;
    const int same_length = index > 0 && leg->i ? length : 0;
    for (int turn = 0; turn < 8; turn++)
        if (walk->group->masks[index] >> turn & 1u)
            walk_direction(walk, index, start, (direction + turn) % 8, same_length, toggled);
}

RefBetzaPiece *ref_betza_new(const char *string)
{
    RefBetzaPiece *piece = calloc(1, sizeof *piece);
    if (!piece)
        abort();
    bool understood = *string != '\0';
    while (understood && *string) {
        understood = piece->group_count < MAX_GROUPS
                     && read_group(&piece->groups[piece->group_count], &string);
        piece->group_count++;
    }
    if (understood)
        return piece;
    ref_betza_free(piece);
    return NULL;
}

void ref_betza_free(RefBetzaPiece *piece) { free(piece); }

int ref_betza_walk(const RefBetzaBoard *board, RefSquare from, int colour,
                   const RefBetzaPiece *piece, RefBetzaMove *out, int capacity)
{
    Walk walk = {.board = board, .from = from, .colour = colour, .out = out, .capacity = capacity};
    for (int i = 0; i < piece->group_count; i++) {
        walk.group = &piece->groups[i];
        walk_leg(&walk, 0, from, 0, 0, false);
    }
    return walk.count;
}

int ref_betza_moves(const RefBetzaBoard *board, RefSquare from, int colour, const char *string,
                    RefBetzaMove *out, int capacity)
{
    RefBetzaPiece *piece = ref_betza_new(string);
    if (!piece)
        return -1;
    const int count = ref_betza_walk(board, from, colour, piece, out, capacity);
    ref_betza_free(piece);
    return count;
}
