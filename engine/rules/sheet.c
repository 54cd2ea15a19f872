#include "engine/rules/sheet.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "engine/base/memory.h"

enum { PAGE_WIDTH = 80, MARGIN = 5, GAP = 3 };

Panel *sheet_add(Sheet *sheet, const char *format, ...)
{
    assert(sheet->count < MAX_PANELS);
    Panel *panel = &sheet->panels[sheet->count++];
    Text caption;
    va_list arguments;
    text_init(&caption);
    va_start(arguments, format);
    text_add_list(&caption, format, arguments);
    va_end(arguments);
    memcpy(panel->caption, caption.data,
           caption.length < MAX_CAPTION ? caption.length : MAX_CAPTION - 1);
    text_release(&caption);
    for (int square = 0; square < MAX_SQUARES; square++)
        memcpy(panel->cells[square], " .", 2);
    return panel;
}

void panel_put(Panel *panel, unsigned square, char sign, char letter)
{
    panel->cells[square][0] = sign;
    panel->cells[square][1] = letter;
}

void panel_put_board(const Variant *variant, const Piece *board, Panel *panel)
{
    for (unsigned square = 0; square < (unsigned)variant->squares; square++) {
        if (board[square] == NO_PIECE)
            continue;
        char letter = variant->types[piece_type(board[square])].letter;
        if (piece_colour(board[square]) == BLACK)
            letter = (char)tolower((unsigned char)letter);
        panel_put(panel, square, ' ', letter);
    }
}

/* The columns that a board takes, with its caption. */
static int panel_width(const Variant *variant, const Panel *panel)
{
    int board = MARGIN + 2 * variant->files, caption = MARGIN + 1 + (int)strlen(panel->caption);
    return caption > board ? caption : board;
}

/* One line of boards that stand side by side: `row` counts from the top; the captions are row -1,
 * the names of the files come last. */
static void add_row(const Sheet *sheet, int first, int end, int row, Text *text)
{
    const Variant *variant = sheet->variant;
    size_t column = 0;
    Text line;
    text_init(&line);
    for (int i = first; i < end; i++) {
        const Panel *panel = &sheet->panels[i];
        int rank = variant->ranks - 1 - row;
        while (line.length < column)
            text_add_char(&line, ' ');
        column += (size_t)panel_width(variant, panel) + GAP;
        if (row < 0)
            text_add(&line, "%*s%s", MARGIN + 1, "", panel->caption);
        else if (rank >= 0)
            text_add(&line, "  %2d ", rank + 1);
        else
            text_add(&line, "%*s", MARGIN, "");
        for (int file = 0; row >= 0 && file < variant->files; file++) {
            const char *cell = panel->cells[(rank < 0 ? 0 : rank) * variant->files + file];
            if (rank >= 0)
                text_add(&line, "%.2s", cell);
            else
                text_add(&line, " %c", 'a' + file);
        }
    }
    text_add(text, "%s\n", line.data);
    text_release(&line);
}

/* Where the row of boards ends that begins with `first`: a page holds so many. */
static int row_end(const Sheet *sheet, int first)
{
    int end = first + 1, width = panel_width(sheet->variant, &sheet->panels[first]);
    for (; end < sheet->count && !sheet->panels[end].begins_row; end++) {
        width += GAP + panel_width(sheet->variant, &sheet->panels[end]);
        if (width > PAGE_WIDTH)
            break;
    }
    return end;
}

void sheet_print(const Sheet *sheet, Text *text)
{
    for (int first = 0, end; first < sheet->count; first = end) {
        end = row_end(sheet, first);
        int top = sheet->panels[first].caption[0] != '\0' ? -1 : 0;
        for (int row = top; row <= sheet->variant->ranks; row++)
            add_row(sheet, first, end, row, text);
    }
}

Sheet *sheet_new(const Variant *variant)
{
    Sheet *sheet = memory_new(1, sizeof *sheet);
    sheet->variant = variant;
    return sheet;
}
