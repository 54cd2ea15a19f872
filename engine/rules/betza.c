#include "engine/rules/betza.h"

#include <ctype.h>
#include <string.h>

/* The shapes of atoms, which give directions their meaning. */
typedef enum Shape { ORTHOGONAL, DIAGONAL, EIGHTFOLD, OBLIQUE } Shape;

typedef struct Atom {
    char letter;
    Shape shape;
    int8_t side, ahead; /* the leap; straight atoms have side 0 */
    uint8_t range;
} Atom;

static const Atom atoms[] = {
    {'W', ORTHOGONAL, 0, 1, 1}, {'D', ORTHOGONAL, 0, 2, 1}, {'H', ORTHOGONAL, 0, 3, 1},
    {'F', DIAGONAL, 0, 1, 1},   {'A', DIAGONAL, 0, 2, 1},   {'G', DIAGONAL, 0, 3, 1},
    {'K', EIGHTFOLD, 0, 1, 1},  {'R', ORTHOGONAL, 0, 1, 0}, {'B', DIAGONAL, 0, 1, 0},
    {'Q', EIGHTFOLD, 0, 1, 0},  {'N', OBLIQUE, 1, 2, 1},    {'C', OBLIQUE, 1, 3, 1},
    {'L', OBLIQUE, 1, 3, 1},    {'Z', OBLIQUE, 2, 3, 1},    {'J', OBLIQUE, 2, 3, 1},
};

/* Where the parser is. */
typedef struct Parser {
    const char *string;
    size_t at;
    Error *err;
} Parser;

static bool parser_error(const Parser *parser, size_t at, const char *why)
{
    return error_set(parser->err, "\"%s\": character %zu: %s", parser->string, at + 1, why);
}

void betza_leap(const BetzaMove *move, int direction, int *files, int *ranks)
{
    static const int8_t unit[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                      {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    if (move->side == 0) {
        *files = unit[direction][0] * move->ahead;
        *ranks = unit[direction][1] * move->ahead;
        return;
    }
    /* Even directions are quarter turns of (side, ahead), odd ones of (ahead, side). */
    int x = direction % 2 == 0 ? move->side : move->ahead;
    int y = direction % 2 == 0 ? move->ahead : move->side;
    for (int turn = 0; turn < direction / 2; turn++) {
        int turned = -x;
        x = y;
        y = turned;
    }
    *files = x;
    *ranks = y;
}

/* ------------------------------------------------------------------------------------------------
 * Directions: the letters of a leg to a set of eighths of a turn.
 */

enum { ALL = 0xff, FORWARD = 1, RIGHT = 4, BACK = 16, LEFT = 64 };

static bool is_vertical(char letter) { return letter == 'f' || letter == 'b' || letter == 'v'; }

static bool is_horizontal(char letter) { return letter == 'l' || letter == 'r' || letter == 's'; }

static bool is_direction(char letter)
{
    return letter == 'h' || is_vertical(letter) || is_horizontal(letter);
}

/* The straight directions that one letter names. */
static unsigned straight_single(char letter)
{
    switch (letter) {
    case 'f': return FORWARD;
    case 'b': return BACK;
    case 'l': return LEFT;
    case 'r': return RIGHT;
    case 's': return LEFT | RIGHT;
    default: return FORWARD | BACK;
    }
}

static unsigned turn_by(unsigned directions, int eighths)
{
    unsigned turn = (unsigned)(eighths + 8) % 8;
    return ((directions << turn) | (directions >> (8 - turn))) & ALL;
}

/* The diagonals that lie on the side of a straight direction. */
static unsigned diagonals_beside(unsigned straight)
{
    return turn_by(straight, 1) | turn_by(straight, -1);
}

/* The oblique leaps for which a predicate over letters holds: `main` names the longer part of the
 * leap (0 for either), `half` a side on which it must lie (0 for either). */
static unsigned oblique_select(const Atom *atom, char main, char half)
{
    const BetzaMove shape = {.side = atom->side, .ahead = atom->ahead};
    unsigned result = 0;
    for (int direction = 0; direction < 8; direction++) {
        int x, y;
        betza_leap(&shape, direction, &x, &y);
        bool upright = y * y > x * x;
        bool main_ok = main == 0 || (main == 'f' && upright && y > 0)
                       || (main == 'b' && upright && y < 0) || (main == 'v' && upright)
                       || (main == 'r' && !upright && x > 0) || (main == 'l' && !upright && x < 0)
                       || (main == 's' && !upright);
        bool half_ok = half == 0 || half == 's' || half == 'v' || (half == 'f' && y > 0)
                       || (half == 'b' && y < 0) || (half == 'r' && x > 0)
                       || (half == 'l' && x < 0);
        if (main_ok && half_ok)
            result |= 1u << direction;
    }
    return result;
}

/* The letters of one first leg of an oblique atom; 0 if they are not understood. */
static unsigned oblique_directions(const Atom *atom, const char *letters, size_t *used)
{
    char first = letters[0], second = letters[1];
    *used = 2;
    if (first == 'h' && second == 'r')
        return 0x55;
    if (first == 'h' && second == 'l')
        return 0xaa;
    if (first == 'h')
        return 0;
    if (second == 'h')
        return oblique_select(atom, 0, first);
    if (second == first || (is_vertical(first) && is_horizontal(second))
        || (is_horizontal(first) && is_vertical(second)))
        return oblique_select(atom, second, first);
    *used = 1;
    return oblique_select(atom, first, 0);
}

/* The same for a straight atom, and for the turns of a continuation (`relative`), which know all
 * eight directions whatever the atom is. */
static unsigned straight_directions(Shape shape, bool relative, const char *letters, size_t *used)
{
    char first = letters[0], second = letters[1];
    bool pair = (is_vertical(first) && is_horizontal(second))
                || (is_horizontal(first) && is_vertical(second));
    *used = 1;
    if (first == 'h')
        return 0;
    if (pair && (relative || shape != ORTHOGONAL)) {
        *used = 2;
        return diagonals_beside(straight_single(first)) & diagonals_beside(straight_single(second));
    }
    if (second == first)
        *used = 2;
    return !relative && shape == DIAGONAL ? diagonals_beside(straight_single(first))
                                          : straight_single(first);
}

static unsigned default_directions(Shape shape, bool relative)
{
    if (relative)
        return shape == EIGHTFOLD || shape == OBLIQUE ? ALL & ~(unsigned)BACK
                                                      : FORWARD | RIGHT | LEFT;
    return shape == ORTHOGONAL ? 0x55 : shape == DIAGONAL ? 0xaa : ALL;
}

/* ------------------------------------------------------------------------------------------------
 * Legs
 */

/* The modifiers of one leg as written. */
typedef struct Modifiers {
    size_t at;        /* of the first, for messages */
    char letters[17]; /* directions, in order */
    size_t count;
    unsigned ends; /* BETZA_QUIET | BETZA_CAPTURE | BETZA_OWN */
    int n, i, e, j, p, g, y;
} Modifiers;

/* Counts a modifier that may stand `most` times. */
static bool count_modifier(Parser *parser, int *count, int most)
{
    return ++*count <= most || parser_error(parser, parser->at, "a modifier too many");
}

static bool add_end(Parser *parser, Modifiers *modifiers, unsigned end)
{
    if (modifiers->ends & end)
        return parser_error(parser, parser->at, "a modifier too many");
    modifiers->ends |= end;
    return true;
}

static bool add_direction(Parser *parser, Modifiers *modifiers, char letter)
{
    if (modifiers->count + 1 >= sizeof modifiers->letters)
        return parser_error(parser, parser->at, "too many directions");
    if (modifiers->count > 0 && !is_direction(parser->string[parser->at - 1]))
        return parser_error(parser, parser->at, "the directions of a leg stand together");
    modifiers->letters[modifiers->count++] = letter;
    return true;
}

static bool add_modifier(Parser *parser, Modifiers *modifiers, char letter)
{
    if (is_direction(letter))
        return add_direction(parser, modifiers, letter);
    switch (letter) {
    case 'm': return add_end(parser, modifiers, BETZA_QUIET);
    case 'c': return add_end(parser, modifiers, BETZA_CAPTURE);
    case 'd': return add_end(parser, modifiers, BETZA_OWN);
    case 'n': return count_modifier(parser, &modifiers->n, 2);
    case 'i': return count_modifier(parser, &modifiers->i, 1);
    case 'e': return count_modifier(parser, &modifiers->e, 1);
    case 'j': return count_modifier(parser, &modifiers->j, 1);
    case 'p': return count_modifier(parser, &modifiers->p, 1);
    case 'g': return count_modifier(parser, &modifiers->g, 1);
    case 'y': return count_modifier(parser, &modifiers->y, 1);
    case 'o': return parser_error(parser, parser->at, "o (a cylinder's edge) is not supported");
    case 'z':
    case 'q':
        return parser_error(parser, parser->at, "crooked and circular riders are not supported");
    case 't':
    case 'u':
    case 'x':
    case 'k': return parser_error(parser, parser->at, "this modifier is not supported");
    default: return parser_error(parser, parser->at, "unknown modifier");
    }
}

/* Whether some programs would read an s before a vertical letter as a pair with it, and others not:
 * "sb", "fsb"; "fsbs" is two pairs for all. */
static bool directions_ambiguous(const char *letters)
{
    for (; *letters != '\0'; letters++)
        if (letters[0] == 's' && is_vertical(letters[1])
            && (letters[2] == '\0' || !is_horizontal(letters[2])))
            return true;
    return false;
}

static bool leg_directions(Parser *parser, const Atom *atom, const Modifiers *modifiers,
                           bool relative, BetzaLeg *leg)
{
    if ((relative || atom->shape != ORTHOGONAL) && directions_ambiguous(modifiers->letters))
        return parser_error(parser, modifiers->at,
                            "whether this s makes a pair is read in two ways");
    unsigned directions = modifiers->count == 0 ? default_directions(atom->shape, relative) : 0;
    for (size_t at = 0; at < modifiers->count;) {
        size_t used;
        unsigned some =
            atom->shape == OBLIQUE && !relative
                ? oblique_directions(atom, modifiers->letters + at, &used)
                : straight_directions(atom->shape, relative, modifiers->letters + at, &used);
        if (some == 0)
            return parser_error(parser, modifiers->at,
                                "these directions mean nothing for this atom");
        directions |= some;
        at += used;
    }
    if (relative && atom->shape == OBLIQUE && modifiers->count > 0 && (directions & 0xaa) != 0)
        return parser_error(parser, modifiers->at,
                            "an oblique leap turned by 45 degrees means nothing");
    leg->directions = (uint8_t)directions;
    return true;
}

/* One leg of several, or the only one. `range` is the leg's own, after toggles before it. */
static bool build_leg(Parser *parser, const Atom *atom, const Modifiers *modifiers, bool first,
                      bool last, unsigned range, BetzaLeg *leg)
{
    *leg = (BetzaLeg){.range = (uint8_t)range};
    if (!leg_directions(parser, atom, modifiers, !first, leg))
        return false;
    bool passes = !last && (modifiers->p > 0 || modifiers->g > 0);
    unsigned natural = last ? BETZA_QUIET | BETZA_CAPTURE : passes ? BETZA_PASS : BETZA_QUIET;
    leg->ends =
        (uint8_t)(modifiers->ends != 0 ? modifiers->ends | (passes ? BETZA_PASS : 0u) : natural);
    leg->same_length = !first && modifiers->i > 0;
    leg->lame = modifiers->n > 0;
    leg->jump = modifiers->j > 0;
    if (leg->jump && (range != 1 || atom->side != 0 || atom->ahead < 2 || leg->lame))
        return parser_error(parser, modifiers->at,
                            "j is understood on the leaps D, A, H and G only");
    if (leg->lame && atom->side != 0 && atom->letter != 'N')
        return parser_error(parser, modifiers->at, "a lame oblique leap is understood for N only");
    if (last && (modifiers->p > 0 || modifiers->g > 0)) {
        if (modifiers->p > 0 && modifiers->g > 0)
            return parser_error(parser, modifiers->at, "p and g on one leg");
        if (leg->same_length)
            return parser_error(parser, modifiers->at, "a hop as long as the leg before");
        if (range == 1 && (atom->ahead != 1 || atom->side != 0))
            return parser_error(parser, modifiers->at, "a hop by a leap of more than one square");
        if (modifiers->g > 0 && range > 1)
            return parser_error(parser, modifiers->at, "g with a range");
        leg->hurdle = modifiers->p > 0 ? 'p' : 'g';
    }
    if (modifiers->g > 0 && !last && modifiers->ends != 0)
        return parser_error(parser, modifiers->at,
                            "a g that may also do without a hurdle: write two moves");
    if (modifiers->y > 0 && last)
        return parser_error(parser, modifiers->at, "y on the last leg toggles nothing");
    if (modifiers->y > 0 && leg->ends != BETZA_QUIET)
        return parser_error(parser, modifiers->at, "y goes over an empty square only");
    return true;
}

/* Whether the move can be captured en passant on what it passes. */
static bool move_trails(const Modifiers *legs)
{
    return legs[0].n > 1 || (legs[0].n > 0 && legs[0].i > 0);
}

static bool check_whole_move(Parser *parser, const Atom *atom, const Modifiers *legs, int count,
                             size_t at)
{
    for (int i = 0; i < count; i++) {
        bool initial_trail = i == 0 && legs[i].n > 0 && legs[i].i > 0;
        if ((legs[i].n == 2 && (i > 0 || atom->shape == OBLIQUE))
            || (initial_trail && (count > 1 || atom->shape == OBLIQUE)))
            return parser_error(parser, legs[i].at,
                                "a trail is understood from the first leg of straight moves");
        if (move_trails(legs) && (legs[i].p > 0 || legs[i].g > 0))
            return parser_error(parser, legs[i].at,
                                "a trail over what is left standing means nothing");
    }
    for (int i = 1; i < count; i++)
        if (legs[i].e > 0)
            return parser_error(parser, legs[i].at, "e is understood on moves of one leg only");
    if (legs[0].e > 0 && (count > 1 || (legs[0].ends & BETZA_CAPTURE) == 0))
        return parser_error(parser, at, "e goes with c, on a move of one leg");
    return true;
}

/* The range behind an atom: a number, or the letter again. */
static bool parse_range(Parser *parser, const Atom *atom, unsigned *range)
{
    const char *string = parser->string;
    *range = atom->range;
    if (string[parser->at] == atom->letter) {
        if (atom->range != 1)
            return parser_error(parser, parser->at, "a rider's letter doubled");
        parser->at++;
        *range = 0;
        if (isdigit((unsigned char)string[parser->at]))
            return parser_error(parser, parser->at, "a doubled letter and a range");
        return true;
    }
    if (!isdigit((unsigned char)string[parser->at]))
        return true;
    unsigned number = 0;
    size_t start = parser->at;
    while (isdigit((unsigned char)string[parser->at])) {
        number = number * 10 + (unsigned)(string[parser->at++] - '0');
        if (number > 99)
            return parser_error(parser, start, "a range of more than 99");
    }
    *range = number;
    return true;
}

static const Atom *find_atom(char letter)
{
    for (size_t i = 0; i < sizeof atoms / sizeof atoms[0]; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

/* Reads the modifiers of all legs, up to the atom. */
static bool parse_modifiers(Parser *parser, Modifiers *legs, int *count)
{
    *count = 1;
    legs[0] = (Modifiers){.at = parser->at};
    while (islower((unsigned char)parser->string[parser->at])) {
        char letter = parser->string[parser->at];
        if (letter == 'a') {
            if (*count == BETZA_MAX_LEGS)
                return parser_error(parser, parser->at, "too many legs");
            legs[(*count)++] = (Modifiers){.at = parser->at + 1};
        } else if (!add_modifier(parser, &legs[*count - 1], letter)) {
            return false;
        }
        parser->at++;
    }
    return true;
}

static bool parse_move(Parser *parser, BetzaMove *move)
{
    Modifiers legs[BETZA_MAX_LEGS];
    int count;
    size_t start = parser->at;
    if (!parse_modifiers(parser, legs, &count))
        return false;
    char letter = parser->string[parser->at];
    const Atom *atom = find_atom(letter);
    if (atom == NULL)
        return parser_error(parser, parser->at,
                            letter == '\0'  ? "modifiers without an atom"
                            : letter == 'O' ? "castling is given by castle.LETTER keys"
                                            : "unknown atom");
    parser->at++;
    unsigned range;
    if (!parse_range(parser, atom, &range) || !check_whole_move(parser, atom, legs, count, start))
        return false;
    *move = (BetzaMove){.side = atom->side,
                        .ahead = atom->ahead,
                        .initial = legs[0].i > 0,
                        .en_passant = legs[0].e > 0,
                        .trail = move_trails(legs),
                        .leg_count = (uint8_t)count};
    const unsigned written = range;
    for (int i = 0; i < count; i++) {
        if (!build_leg(parser, atom, &legs[i], i == 0, i == count - 1, range, &move->legs[i]))
            return false;
        if (i == count - 1 && legs[i].g > 0 && range == 1 && written != 1)
            return parser_error(parser, legs[i].at,
                                "g on a last leg that has become a leap is read in two ways");
        if (i > 0 && legs[i].i > 0 && range == 1 && move->legs[i - 1].range != 1)
            return parser_error(parser, legs[i].at, "a leap cannot be as long as the leg before");
        if (i < count - 1 && (legs[i].g > 0 || legs[i].y > 0)) {
            if (written > 1 && range == 1)
                return parser_error(parser, legs[i].at,
                                    "whether this leads back to the range is read in two ways");
            range = range == 1 ? 0 : 1;
        }
    }
    return true;
}

bool betza_parse(BetzaPiece *piece, const char *string, Error *err)
{
    Parser parser = {.string = string, .at = 0, .err = err};
    piece->move_count = 0;
    while (string[parser.at] != '\0') {
        if (piece->move_count == BETZA_MAX_MOVES)
            return parser_error(&parser, parser.at, "too many moves");
        if (!parse_move(&parser, &piece->moves[piece->move_count]))
            return false;
        piece->move_count++;
    }
    return piece->move_count > 0 || error_set(err, "no moves");
}
