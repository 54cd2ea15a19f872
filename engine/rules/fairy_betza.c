/* Fairy-Stockfish's Betza to XBetza. */
#include <ctype.h>
#include <string.h>

#include "engine/rules/fairy.h"

/* One group: modifiers, an atom, a range. */
typedef struct Group {
    size_t start;
    char directions[16];
    size_t count;
    bool quiet, capture, lame, initial, en_passant;
    char hop; /* 'p', 'g' or 0 */
    char atom;
    char range[3]; /* as written behind the atom: "", the letter again, or a digit */
} Group;

typedef struct Reader {
    const char *string;
    size_t at;
    Error *err;
} Reader;

static bool refuse(const Reader *reader, size_t at, const char *why)
{
    return error_set(reader->err, "\"%s\": character %zu: %s", reader->string, at + 1, why);
}

/* Sets a mark of the group that may stand once. */
static bool mark(const Reader *reader, bool *marked)
{
    if (*marked)
        return refuse(reader, reader->at, "this modifier stands twice");
    *marked = true;
    return true;
}

static bool read_modifier(const Reader *reader, Group *group, char letter)
{
    switch (letter) {
    case 'm': return mark(reader, &group->quiet);
    case 'c': return mark(reader, &group->capture);
    case 'n': return mark(reader, &group->lame);
    case 'i': return mark(reader, &group->initial);
    case 'e': return mark(reader, &group->en_passant);
    case 'p':
    case 'g':
        if (group->hop != 0)
            return refuse(reader, reader->at, "p or g stands twice");
        group->hop = letter;
        return true;
    case 'f':
    case 'b':
    case 'l':
    case 'r':
    case 's':
    case 'v':
    case 'h':
        if (group->count + 1 == sizeof group->directions)
            return refuse(reader, reader->at, "too many directions");
        if (group->count > 0 && strchr("fblrsvh", reader->string[reader->at - 1]) == NULL)
            return refuse(reader, reader->at, "the directions of a group stand together");
        group->directions[group->count++] = letter;
        return true;
    default:
        return refuse(reader, reader->at,
                      "Fairy-Stockfish does not know this modifier and would ignore it");
    }
}

static bool read_range(Reader *reader, Group *group)
{
    const char *string = reader->string;
    char next = string[reader->at];
    if (next == group->atom || isdigit((unsigned char)next)) {
        group->range[0] = next;
        reader->at++;
        if (isdigit((unsigned char)string[reader->at]))
            return refuse(reader, reader->at, "Fairy-Stockfish reads one digit only");
    }
    bool sliding = strchr("WFRBQK", group->atom) != NULL;
    if (group->range[0] != '\0' && !sliding && group->atom != 'N')
        return refuse(reader, reader->at - 1,
                      "Fairy-Stockfish has no moves for riders of this atom");
    if (group->range[0] == group->atom && strchr("RBQK", group->atom) != NULL)
        return refuse(reader, reader->at - 1, "a doubled letter is understood for W, F and N");
    return true;
}

static bool read_group(Reader *reader, Group *group)
{
    const char *string = reader->string;
    *group = (Group){.start = reader->at};
    while (islower((unsigned char)string[reader->at])) {
        if (!read_modifier(reader, group, string[reader->at]))
            return false;
        reader->at++;
    }
    char atom = string[reader->at];
    if (atom == '\0' || strchr("WFDNAHLCJZGKRBQ", atom) == NULL)
        return refuse(reader, reader->at,
                      atom == '\0' ? "modifiers without an atom" : "unknown atom");
    group->atom = atom;
    reader->at++;
    return read_range(reader, group);
}

static bool check_group(const Reader *reader, const Group *group)
{
    if (strstr(group->directions, "sh") != NULL || strstr(group->directions, "vh") != NULL)
        return refuse(reader, group->start, "h is understood behind f, b, l and r only");
    if (group->lame && (strchr("NAD", group->atom) == NULL || group->range[0] != '\0'))
        return refuse(reader, group->start, "n is understood for N, A and D only");
    if (group->initial && (group->capture || !group->quiet))
        return refuse(reader, group->start, "i is understood for moves without capture (m) only");
    if (group->initial && !group->lame && strchr("DAHG", group->atom) != NULL)
        return refuse(reader, group->start, "i is understood for leaps that may be blocked (n)");
    if (group->initial && (group->hop != 0 || (group->lame && group->atom == 'N')))
        return refuse(reader, group->start, "i together with this is not understood");
    if (group->hop == 'p' && strchr("RBQWF", group->atom) == NULL)
        return refuse(reader, group->start, "p is understood for R, B and Q only");
    if (group->hop == 'g' && (strchr("RBQ", group->atom) == NULL || group->range[0] != '\0'))
        return refuse(reader, group->start, "g is understood for R, B and Q without a range only");
    if (group->hop != 0 && group->lame)
        return refuse(reader, group->start, "n and a hop together are not understood");
    if (group->en_passant && (!group->capture || group->hop != 0))
        return refuse(reader, group->start, "e is understood together with c only");
    if (strchr("KQ", group->atom) != NULL && group->count > 0
        && !(group->count == 1 && strchr("fb", group->directions[0]) != NULL))
        return refuse(reader, group->start,
                      "directions other than f and b of K and Q are read in two ways");
    return true;
}

/* Whether the group is an initial slide: there, what passes squares in its first move may be
 * captured on them, en passant. (in says so here.) */
static bool leaves_trail(const Group *group)
{
    bool far = strchr("RBQ", group->atom) != NULL
                   ? group->range[0] != '1'
                   : group->range[0] != '\0' && group->range[0] != '1';
    return group->initial && far && strchr("RBQWFK", group->atom) != NULL;
}

static void write_group(const Group *group, char atom, Text *xbetza)
{
    text_add(xbetza, "%s%.*s%s%s%s%s", group->initial ? "i" : "", (int)group->count,
             group->directions, group->quiet ? "m" : "", group->capture ? "c" : "",
             group->en_passant ? "e" : "", group->lame || leaves_trail(group) ? "n" : "");
    if (group->hop != 0)
        text_add_char(xbetza, group->hop);
    text_add_char(xbetza, atom);
    char range = group->range[0];
    if (range == group->atom)
        text_add_char(xbetza, atom);
    else if (range != '\0')
        text_add_char(xbetza, range);
}

/* fK is three moves there, one here. A cannon's hop has no end there, even on W. */
static void translate_group(const Group *group, Text *xbetza)
{
    Group part = *group;
    if (group->hop == 'p' && strchr("WF", group->atom) != NULL && group->range[0] == '\0') {
        write_group(&part, group->atom == 'W' ? 'R' : 'B', xbetza);
    } else if (strchr("KQ", group->atom) != NULL && group->count > 0) {
        write_group(&part, group->atom == 'K' ? 'W' : 'R', xbetza);
        write_group(&part, group->atom == 'K' ? 'F' : 'B', xbetza);
    } else {
        write_group(&part, group->atom, xbetza);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Several groups
 *
 * That program looks up slides and hops by lines, and cuts them to the squares that the type could
 * reach by any of its groups: of two groups along the same lines, one in fewer directions or less
 * far than the other, each borrows from the other. Such strings do not mean what they say.
 */

enum { MAX_GROUPS = 32, ORTHOGONAL_LINES = 1, DIAGONAL_LINES = 2, OBLIQUE_LINES = 4 };

/* The lines on which a group's moves depend on what stands on the way; 0 for leaps. */
static unsigned group_lines(const Group *group)
{
    bool unit =
        group->range[0] == '1' || (group->range[0] == '\0' && strchr("RBQ", group->atom) == NULL);
    if (group->hop == 0 && !group->lame && unit)
        return 0;
    if (strchr("WRDH", group->atom) != NULL)
        return ORTHOGONAL_LINES;
    if (strchr("FBAG", group->atom) != NULL)
        return DIAGONAL_LINES;
    return strchr("KQ", group->atom) != NULL ? ORTHOGONAL_LINES | DIAGONAL_LINES : OBLIQUE_LINES;
}

/* How far, where all that is without end is the same. */
static char group_reach(const Group *group)
{
    bool endless = strchr("RBQ", group->atom) != NULL && group->range[0] == '\0';
    bool hop = group->hop == 'p' && group->range[0] == '\0';
    if (group->hop == 'g')
        return 'g';
    if (endless || hop || group->range[0] == '0' || group->range[0] == group->atom)
        return '0';
    return group->range[0] == '\0' ? '1' : group->range[0];
}

/* Whether a first move that leaves a trail and a leap of another group lie on the same lines: that
 * program then takes the leap for the first move, too. */
static bool trail_meets_leap(const Group *first, const Group *other)
{
    bool trail = first->initial && group_lines(first) != 0;
    unsigned lines = strchr("DH", other->atom) != NULL   ? ORTHOGONAL_LINES
                     : strchr("AG", other->atom) != NULL ? DIAGONAL_LINES
                                                         : 0;
    return trail && !other->initial && (group_lines(first) & lines) != 0;
}

static bool groups_borrow(const Group *a, const Group *b)
{
    bool quiet = (a->quiet || !a->capture) && (b->quiet || !b->capture);
    bool capture = (a->capture || !a->quiet) && (b->capture || !b->quiet);
    if ((group_lines(a) & group_lines(b)) == 0 || (!quiet && !capture))
        return false;
    return a->lame || b->lame || group_reach(a) != group_reach(b)
           || strcmp(a->directions, b->directions) != 0;
}

static bool check_groups(const Reader *reader, const Group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (groups_borrow(&groups[j], &groups[i]) || trail_meets_leap(&groups[i], &groups[j])
                || trail_meets_leap(&groups[j], &groups[i]))
                return refuse(
                    reader, groups[i].start,
                    "Fairy-Stockfish mixes this up with an earlier group along the same lines");
    return true;
}

bool fairy_betza(const char *string, Text *xbetza, Error *err)
{
    Reader reader = {.string = string, .at = 0, .err = err};
    if (*string == '\0')
        return error_set(err, "no moves");
    Group groups[MAX_GROUPS];
    size_t count = 0;
    while (string[reader.at] != '\0') {
        Group group;
        if (!read_group(&reader, &group) || !check_group(&reader, &group))
            return false;
        if (count == MAX_GROUPS)
            return refuse(&reader, group.start, "too many groups");
        groups[count++] = group;
        if (!check_groups(&reader, groups, count))
            return false;
        /* There an e anywhere makes all captures of the type such. */
        if (strchr(string, 'e') != NULL && group.capture && !group.quiet) {
            if (group_lines(&group) != 0)
                return refuse(&reader, group.start,
                              "captures en passant are understood for leaps only");
            group.en_passant = true;
        }
        translate_group(&group, xbetza);
    }
    return true;
}
