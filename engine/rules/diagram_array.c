/* Where a diagram's pieces stand: lists of squares, and Black's by symmetry. */
#include <stdlib.h>
#include <string.h>

#include "engine/rules/diagram_internal.h"
#include "engine/rules/squares.h"

unsigned diagram_other_square(const Diagram *diagram, unsigned square)
{
    unsigned mirrored = square_mirror(diagram->files, diagram->ranks, square);
    unsigned files = (unsigned)diagram->files;
    return diagram->symmetry == SYMMETRY_ROTATE
               ? mirrored / files * files + files - 1 - mirrored % files
               : mirrored;
}

static Set other_squares(const Diagram *diagram, const Set *squares)
{
    Set others = set_empty();
    SET_EACH(square, squares) { set_add(&others, diagram_other_square(diagram, square)); }
    return others;
}

void diagram_add_square(const Diagram *diagram, unsigned square, Text *text)
{
    text_add(text, "%c%u", 'a' + (char)(square % (unsigned)diagram->files),
             square / (unsigned)diagram->files + 1);
}

void diagram_add_region(const Diagram *diagram, const Set *region, Text *text)
{
    const size_t start = text->length;
    for (int rank = diagram->ranks - 1; rank >= 0; rank--) {
        unsigned first = (unsigned)(rank * diagram->files), end = first + (unsigned)diagram->files;
        bool whole = true;
        for (unsigned square = first; square < end; square++)
            whole = whole && set_has(region, square);
        if (whole)
            text_add(text, "%s*%d", text->length > start ? " " : "", rank + 1);
        for (unsigned square = first; square < end && !whole; square++) {
            if (!set_has(region, square))
                continue;
            if (text->length > start)
                text_add_char(text, ' ');
            diagram_add_square(diagram, square, text);
        }
    }
}

/* ------------------------------------------------------------------------------------------------
 * Lists of squares
 */

/* How often a list names each square. */
typedef struct SquareList {
    const Diagram *diagram;
    const DiagramPiece *piece;
    int count[MAX_SQUARES];
} SquareList;

static bool refuse_word(const SquareList *list, const char *word, size_t length)
{
    return diagram_error(list->diagram, list->piece->item,
                         "\"%.*s\" is no square or range of a board of %d files and %d ranks "
                         "(a1, a2-h2)",
                         (int)length, word, list->diagram->files, list->diagram->ranks);
}

/* "a1", or "a2-h2" along a rank or file. */
static bool read_range(SquareList *list, const char *word, size_t length)
{
    int files = list->diagram->files, ranks = list->diagram->ranks;
    size_t used = 0, more = 0;
    unsigned first = square_parse(files, ranks, word, &used), last = first;
    if (first != NO_SQUARE && used < length && word[used] == '-') {
        last = square_parse(files, ranks, word + used + 1, &more);
        used += 1 + more;
    }
    if (first == NO_SQUARE || last == NO_SQUARE || used != length)
        return refuse_word(list, word, length);
    unsigned low = first < last ? first : last, high = first < last ? last : first;
    unsigned width = (unsigned)files;
    bool along_rank = low / width == high / width;
    if (!along_rank && low % width != high % width)
        return refuse_word(list, word, length);
    for (unsigned square = low; square <= high; square += along_rank ? 1 : width)
        list->count[square]++;
    return true;
}

static bool read_list(SquareList *list, const char *text)
{
    for (const char *at = text; *at != '\0';) {
        size_t length = strcspn(at, ",");
        if (length == 0 || (at[length] == ',' && at[length + 1] == '\0'))
            return diagram_error(list->diagram, list->piece->item,
                                 "a comma without a square beside it in \"%s\"", text);
        if (!read_range(list, at, length))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

/* The squares of a list, and in `slips` a note on those that it names more than once. */
static Set list_squares(const SquareList *list, const char *whose, Text *slips)
{
    Set squares = set_empty();
    for (unsigned square = 0; square < MAX_SQUARES; square++) {
        if (list->count[square] == 0)
            continue;
        set_add(&squares, square);
        if (list->count[square] == 1)
            continue;
        text_add(slips, "%s%s squares name ", slips->length > 0 ? "; " : "", whose);
        diagram_add_square(list->diagram, square, slips);
        text_add(slips, " %d times", list->count[square]);
    }
    return squares;
}

/* ------------------------------------------------------------------------------------------------
 * Black's squares
 */

/* Black's are what the symmetry makes of White's; what is written for Black must agree, and what it
 * leaves out is a slip. */
static bool place_by_symmetry(const Diagram *diagram, DiagramPiece *piece, Text *slips)
{
    Set expected = other_squares(diagram, &piece->squares[WHITE]);
    Set surplus = set_minus(piece->squares[BLACK], expected);
    Set missing = set_minus(expected, piece->squares[BLACK]);
    const char *word = diagram->symmetry == SYMMETRY_MIRROR ? "mirror" : "rotate";
    if (!set_is_empty(&surplus)) {
        Text squares;
        text_init(&squares);
        diagram_add_region(diagram, &surplus, &squares);
        diagram_error(diagram, piece->item,
                      "Black has %s, where symmetry=%s puts none; symmetry=none is for arrays that "
                      "are written out",
                      squares.data, word);
        text_release(&squares);
        return false;
    }
    if (piece->black != NULL && !set_is_empty(&missing)) {
        text_add(slips, "%sBlack's squares leave out ", slips->length > 0 ? "; " : "");
        diagram_add_region(diagram, &missing, slips);
        text_add(slips, ", where symmetry=%s puts one: put there", word);
    }
    piece->squares[BLACK] = expected;
    return true;
}

static bool place_piece(Diagram *diagram, DiagramPiece *piece)
{
    SquareList white = {.diagram = diagram, .piece = piece}, black = white;
    Text slips;
    if (!read_list(&white, piece->white)
        || (piece->black != NULL && !read_list(&black, piece->black)))
        return false;
    text_init(&slips);
    piece->squares[WHITE] = list_squares(&white, "White's", &slips);
    piece->squares[BLACK] = list_squares(&black, "Black's", &slips);
    bool ok = diagram->symmetry == SYMMETRY_NONE || place_by_symmetry(diagram, piece, &slips);
    if (ok && slips.length > 0)
        diagram_warn(diagram, piece->item, "%s", slips.data);
    text_release(&slips);
    return ok;
}

static bool check_shared(const Diagram *diagram)
{
    const DiagramPiece *on[MAX_SQUARES] = {NULL};
    for (int i = 0; i < diagram->piece_count; i++)
        for (int colour = WHITE; colour <= BLACK; colour++)
            for (unsigned square = 0; square < MAX_SQUARES; square++) {
                const DiagramPiece *piece = &diagram->pieces[i];
                if (!set_has(&piece->squares[colour], square))
                    continue;
                if (on[square] != NULL)
                    return diagram_error(diagram, piece->item, "%c%u holds %s already",
                                         'a' + (char)(square % (unsigned)diagram->files),
                                         square / (unsigned)diagram->files + 1,
                                         on[square]->item->key);
                on[square] = piece;
            }
    return true;
}

static void add_rank(const Diagram *diagram, int rank, Text *text)
{
    int empty = 0;
    for (int file = 0; file < diagram->files; file++) {
        unsigned square = (unsigned)(rank * diagram->files + file);
        char letter = '\0';
        for (int i = 0; i < diagram->piece_count; i++) {
            const DiagramPiece *piece = &diagram->pieces[i];
            if (set_has(&piece->squares[WHITE], square))
                letter = piece->letter;
            else if (set_has(&piece->squares[BLACK], square))
                letter = (char)(piece->letter + 'a' - 'A');
        }
        if (letter == '\0') {
            empty++;
            continue;
        }
        if (empty > 0)
            text_add(text, "%d", empty);
        empty = 0;
        text_add_char(text, letter);
    }
    if (empty > 0)
        text_add(text, "%d", empty);
}

bool diagram_is_mirrored(const Diagram *diagram)
{
    for (int i = 0; i < diagram->piece_count; i++) {
        const DiagramPiece *piece = &diagram->pieces[i];
        Set mirrored = set_mirror(diagram->files, diagram->ranks, piece->squares[WHITE]);
        if (!set_equal(&mirrored, &piece->squares[BLACK]))
            return false;
    }
    return true;
}

static bool check_royal(const Diagram *diagram)
{
    const DiagramPiece *royal = &diagram->pieces[diagram->royal];
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (set_count(&royal->squares[colour]) != 1)
            return diagram_error(
                diagram, royal->item, "%s has %d of the royal piece on the board, not one",
                colour == WHITE ? "White" : "Black", set_count(&royal->squares[colour]));
    return true;
}

bool diagram_place(Diagram *diagram)
{
    for (int i = 0; i < diagram->piece_count; i++)
        if (!place_piece(diagram, &diagram->pieces[i]))
            return false;
    return check_shared(diagram) && check_royal(diagram);
}

void diagram_add_array(const Diagram *diagram, Text *text)
{
    for (int rank = diagram->ranks - 1; rank >= 0; rank--) {
        add_rank(diagram, rank, text);
        if (rank > 0)
            text_add_char(text, '/');
    }
}
