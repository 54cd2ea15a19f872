/* The lines of a diagram's pieces: name, letter, moves, image, squares; and the morph behind one.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/rules/diagram.h"
#include "engine/rules/diagram_internal.h"

enum { FIELD_LETTER, FIELD_MOVES, FIELD_IMAGE, FIELD_SQUARES, FIELD_HAND, FIELD_COUNT };

void diagram_name(const char *words, char *name, size_t size)
{
    size_t length = 0;
    for (; *words != '\0'; words++) {
        bool plain = isalnum((unsigned char)*words) != 0;
        if (length + 1 >= size || (!plain && (length == 0 || name[length - 1] == '-')))
            continue;
        name[length++] = plain ? (char)tolower((unsigned char)*words) : '-';
    }
    while (length > 0 && name[length - 1] == '-')
        length--;
    name[length] = '\0';
}

int diagram_piece(const Diagram *diagram, char letter)
{
    for (int i = 0; i < diagram->piece_count; i++)
        if (diagram->pieces[i].letter == letter)
            return i;
    return -1;
}

/* Cuts the value at its colons into fields, which are owned; those that are missing are "". */
static bool cut_fields(const Diagram *diagram, const DiagramItem *item, char *fields[FIELD_COUNT])
{
    const char *at = item->value;
    for (int i = 0; i < FIELD_COUNT; i++) {
        size_t length = strcspn(at, ":");
        fields[i] = memory_new(length + 1, 1);
        memcpy(fields[i], at, length);
        at += length + (at[length] == ':');
    }
    return *at == '\0'
           || diagram_error(diagram, item, "more fields than name:LETTER:moves:image:squares");
}

static bool read_letter(const Diagram *diagram, DiagramPiece *piece, const char *field)
{
    char letter = field[0] != '\0' ? field[0] : piece->item->key[0];
    if (!isalpha((unsigned char)letter) || (field[0] != '\0' && field[1] != '\0'))
        return diagram_error(diagram, piece->item,
                             "\"%s\" is no letter: pieces are named by one from A to Z",
                             field[0] != '\0' ? field : piece->item->key);
    piece->letter = (char)toupper((unsigned char)letter);
    int other = diagram_piece(diagram, piece->letter);
    if (other >= 0)
        return diagram_error(diagram, piece->item, "'%c' is the letter of %s already, in line %d",
                             piece->letter, diagram->pieces[other].item->key,
                             diagram->pieces[other].item->line);
    return true;
}

/* A name that is taken gets the letter behind it. */
static bool read_name(const Diagram *diagram, DiagramPiece *piece)
{
    diagram_name(piece->item->key, piece->name, sizeof piece->name);
    bool taken = piece->name[0] == '\0';
    for (int i = 0; i < diagram->piece_count; i++)
        taken = taken || strcmp(diagram->pieces[i].name, piece->name) == 0;
    if (!taken)
        return true;
    size_t length = strlen(piece->name);
    if (length > sizeof piece->name - 3)
        length = sizeof piece->name - 3;
    if (length > 0)
        piece->name[length++] = '-';
    piece->name[length++] = (char)tolower((unsigned char)piece->letter);
    piece->name[length] = '\0';
    for (int i = 0; i < diagram->piece_count; i++)
        if (strcmp(diagram->pieces[i].name, piece->name) == 0)
            return diagram_error(diagram, piece->item, "another piece is called so, in line %d",
                                 diagram->pieces[i].item->line);
    return true;
}

/* White's squares, and behind two commas Black's. */
static void cut_squares(DiagramPiece *piece, const char *field)
{
    const char *commas = strstr(field, ",,");
    size_t length = commas != NULL ? (size_t)(commas - field) : strlen(field);
    piece->white = memory_new(length + 1, 1);
    memcpy(piece->white, field, length);
    if (commas != NULL && commas[2] != '\0')
        piece->black = memory_copy_string(commas + 2);
}

/* On one line, the first words of a name may have been meant for what stands before it: a morph has
 * no spaces, but a list of squares might. */
static void warn_of_words(Diagram *diagram, const DiagramItem *item)
{
    const DiagramItem *before = item - 1;
    if (item->several && item > diagram->text.items && before->line == item->line
        && strcmp(before->key, "morph") != 0)
        diagram_warn(diagram, item, "taken for the name of a piece; it stands right behind %s",
                     before->key);
}

static bool read_piece(Diagram *diagram, const DiagramItem *item)
{
    if (diagram->piece_count == MAX_DIAGRAM_PIECES)
        return diagram_error(diagram, item, "more than %d kinds of piece", MAX_DIAGRAM_PIECES);
    char *fields[FIELD_COUNT] = {NULL};
    DiagramPiece *piece = &diagram->pieces[diagram->piece_count];
    *piece = (DiagramPiece){.item = item};
    warn_of_words(diagram, item);
    bool ok = cut_fields(diagram, item, fields) && read_letter(diagram, piece, fields[FIELD_LETTER])
              && read_name(diagram, piece);
    if (ok && fields[FIELD_HAND][0] != '\0' && strcmp(fields[FIELD_HAND], "0") != 0)
        ok = diagram_error(diagram, item, "pieces in hand are not supported");
    ok = ok && diagram_read_moves(diagram, piece, fields[FIELD_MOVES]);
    if (ok)
        cut_squares(piece, fields[FIELD_SQUARES]);
    for (int i = 0; i < FIELD_COUNT; i++)
        free(fields[i]);
    diagram->piece_count++; /* so that what it owns is released */
    return ok;
}

/* ------------------------------------------------------------------------------------------------
 * Morphs
 */

/* One cell of a morph, or a number of empty ones. */
static bool read_cell(const Diagram *diagram, const DiagramItem *item, const char **at, char *cell,
                      int *count)
{
    char *end;
    *cell = **at == '.' ? '\0' : **at;
    *count = 1;
    if (isdigit((unsigned char)**at)) {
        long run = strtol(*at, &end, 10);
        *cell = '\0';
        *count = run > MAX_FILES ? MAX_FILES + 1 : (int)run;
        *at = end;
        return true;
    }
    ++*at;
    if (*cell == '*' || *cell == '!')
        return diagram_error(diagram, item,
                             "what '%c' means for a square is not known here; where it bars the "
                             "piece, take it out and add mobilityRegion.LETTER to the result",
                             *cell);
    return *cell == '\0' || isalpha((unsigned char)*cell)
           || diagram_error(diagram, item, "'%c' is neither a piece nor an empty square (.)",
                            *cell);
}

/* A row of cells, or one cell for the whole rank. */
static bool read_row(const Diagram *diagram, const DiagramItem *item, const char *row,
                     size_t length, int rank, char *morph)
{
    const char *at = row;
    int file = 0, count = 0;
    char cell = '\0';
    while (at < row + length) {
        if (!read_cell(diagram, item, &at, &cell, &count))
            return false;
        for (int i = 0; i < count; i++, file++)
            if (file < diagram->files)
                morph[rank * diagram->files + file] = cell;
    }
    if (length == 1 && isalpha((unsigned char)cell)) {
        memset(morph + (ptrdiff_t)rank * diagram->files, cell, (size_t)diagram->files);
        return true;
    }
    if (length == 0 || file == diagram->files)
        return true;
    return diagram_error(diagram, item, "rank %d: \"%.*s\" is not one cell for each of %d files",
                         rank + 1, (int)length, row, diagram->files);
}

static bool read_morph(Diagram *diagram, DiagramPiece *piece, const DiagramItem *item)
{
    if (piece->morph_item != NULL)
        return diagram_error(diagram, item, "%s has one already, in line %d", piece->item->key,
                             piece->morph_item->line);
    piece->morph_item = item;
    int rank = diagram->ranks - 1;
    for (const char *at = item->value; *at != '\0'; rank--) {
        size_t length = strcspn(at, "/");
        if (rank < 0)
            return diagram_error(diagram, item, "more than %d ranks", diagram->ranks);
        if (!read_row(diagram, item, at, length, rank, piece->morph))
            return false;
        at += length + (at[length] == '/');
    }
    return true;
}

bool diagram_read_pieces(Diagram *diagram)
{
    for (size_t i = 0; i < diagram->text.count; i++) {
        const DiagramItem *item = &diagram->text.items[i];
        bool morph = !item->piece && strcmp(item->key, "morph") == 0;
        if (morph && diagram->piece_count == 0)
            return diagram_error(diagram, item, "it stands behind no piece");
        if (morph && !read_morph(diagram, &diagram->pieces[diagram->piece_count - 1], item))
            return false;
        if (item->piece && !read_piece(diagram, item))
            return false;
    }
    return diagram->piece_count > 0
           || error_set(diagram->err, "%s: no pieces in it (name:LETTER:moves:image:squares)",
                        diagram->file);
}
