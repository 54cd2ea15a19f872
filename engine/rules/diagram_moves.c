/* The moves of a diagram's pieces: those that it knows by name, castling, and where its reading of
 * them and ours would part. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/diagram_internal.h"
#include "engine/rules/path.h"

/* What the diagram takes a piece of that name to do where its line has no moves, as far as its
 * author's pages tell. (Whether a king castles then, they do not.) */
static const char *known_moves(const char *name)
{
    static const struct {
        const char *name, *moves;
    } known[] = {
        {"pawn", "ifmnDfmWfceF"}, {"knight", "N"},      {"bishop", "B"},     {"rook", "R"},
        {"queen", "Q"},           {"archbishop", "BN"}, {"marshall", "RN"},  {"chancellor", "RN"},
        {"camel", "C"},           {"wizard", "FC"},     {"champion", "WAD"}, {"cannon", "mRcpR"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].moves;
    return NULL;
}

/* ------------------------------------------------------------------------------------------------
 * Castling
 */

/* "isO2" and the like, from its first modifier on. */
static bool read_castling(const Diagram *diagram, DiagramPiece *piece, const char *group,
                          size_t length)
{
    const char *at = group, *end = group + length;
    DiagramCastling castling = {0};
    int initial = 0, known = 1;
    for (; *at != 'O'; at++) {
        initial += *at == 'i';
        castling.inner += *at == 'j';
        castling.left = castling.left || *at == 'l' || *at == 's';
        castling.right = castling.right || *at == 'r' || *at == 's';
        known = known && strchr("ijlrs", *at) != NULL;
    }
    if (!castling.left && !castling.right)
        castling.left = castling.right = true;
    for (at++; at < end; at++)
        castling.steps = castling.steps * 10 + (*at - '0');
    if (!known || initial != 1 || castling.steps < 1 || castling.steps >= MAX_FILES)
        return diagram_error(diagram, piece->item,
                             "\"%.*s\": castlings are written isO2 (i: a first move, s, l or r: to "
                             "a side, j: past the outermost piece, and how many squares)",
                             (int)length, group);
    if (piece->castling_count == MAX_DIAGRAM_CASTLINGS)
        return diagram_error(diagram, piece->item, "more than %d castlings", MAX_DIAGRAM_CASTLINGS);
    piece->castlings[piece->castling_count++] = castling;
    return true;
}

/* Copies the moves without the castlings, which are read. */
static bool split_castlings(const Diagram *diagram, DiagramPiece *piece, const char *moves)
{
    char *copy = memory_new(strlen(moves) + 1, 1);
    size_t length = 0;
    piece->moves = copy;
    for (const char *at = moves; *at != '\0';) {
        size_t group = strspn(at, "abcdefghijklmnopqrstuvwxyz");
        bool castles = at[group] == 'O';
        group += at[group] != '\0';
        if (castles)
            group += strspn(at + group, "0123456789");
        if (castles && !read_castling(diagram, piece, at, group))
            return false;
        if (!castles) {
            memcpy(copy + length, at, group);
            length += group;
        }
        at += group;
    }
    return true;
}

bool diagram_read_moves(Diagram *diagram, DiagramPiece *piece, const char *moves)
{
    Error why = {{0}};
    if (moves[0] == '\0') {
        moves = known_moves(piece->name);
        if (moves == NULL)
            return diagram_error(diagram, piece->item,
                                 "no moves, and what the diagram takes for a piece of that name is "
                                 "not known here: write them behind the letter (a king: K, or "
                                 "KisO2 if it castles)");
        diagram_assume(diagram, "%s has no moves of its own: %s", piece->name, moves);
    }
    if (!split_castlings(diagram, piece, moves))
        return false;
    return betza_parse(&piece->betza, piece->moves, &why)
           || diagram_error(diagram, piece->item, "%s", why.text);
}

/* ------------------------------------------------------------------------------------------------
 * What needs the array
 */

static bool path_leads_forward(const Path *path, void *context)
{
    (void)context;
    return path->to / MAX_FILES > path->from / MAX_FILES;
}

bool diagram_moves_forward(const DiagramPiece *piece)
{
    const Board board = {.files = MAX_FILES, .ranks = MAX_FILES};
    const unsigned middle = MAX_FILES / 2 * MAX_FILES + MAX_FILES / 2;
    long leaps = 1000000;
    for (int i = 0; i < piece->betza.move_count; i++)
        if (!path_visit(board, WHITE, middle, &piece->betza.moves[i], &leaps, path_leads_forward,
                        NULL))
            return false;
    return true;
}

/* The diagram gives the moves marked i to a piece that has not moved, we to one on a square where
 * its type starts: the same unless a piece can come to such a square. */
static bool check_initial(const Diagram *diagram, const DiagramPiece *piece, bool comes)
{
    bool initial = false, one_rank = true;
    for (int i = 0; i < piece->betza.move_count; i++)
        initial = initial || piece->betza.moves[i].initial;
    for (int colour = WHITE; colour <= BLACK && !set_is_empty(&piece->squares[colour]); colour++) {
        unsigned files = (unsigned)diagram->files;
        unsigned rank = set_first(&piece->squares[colour]) / files;
        SET_EACH(square, &piece->squares[colour]) { one_rank = one_rank && square / files == rank; }
    }
    return !initial || (one_rank && !comes && diagram_moves_forward(piece))
           || diagram_error(diagram, piece->item,
                            "a move marked i is made by a piece that has not moved; our i is for "
                            "one that stands where its type starts, and this one can come there "
                            "again");
}

/* Whether Black's left is White's left shows in a mirrored array only. */
static bool check_sides(const Diagram *diagram, const DiagramPiece *piece)
{
    return diagram->symmetry == SYMMETRY_MIRROR || strpbrk(piece->moves, "lr") == NULL
           || diagram_error(diagram, piece->item,
                            "which side is left for Black in an array that is not mirrored is not "
                            "settled: l and r need symmetry=mirror");
}

bool diagram_check_moves(const Diagram *diagram)
{
    for (int i = 0; i < diagram->piece_count; i++)
        if (!check_initial(diagram, &diagram->pieces[i], diagram->comes[i])
            || !check_sides(diagram, &diagram->pieces[i]))
            return false;
    return true;
}
