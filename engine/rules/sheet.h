/* Boards of letters, side by side on a page. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

enum { MAX_PANELS = 16, MAX_CAPTION = 48 };

/* A board with a line above it; a cell is a sign, mostly a space, and a letter. */
typedef struct Panel {
    bool begins_row; /* of boards that stand side by side */
    char caption[MAX_CAPTION];
    char cells[MAX_SQUARES][2];
} Panel;

typedef struct Sheet {
    const Variant *variant;
    int count;
    Panel panels[MAX_PANELS];
} Sheet;

/* A sheet without boards, on the heap: free() it. */
Sheet *sheet_new(const Variant *variant);

/* One more board, with dots on its squares, and its caption. */
Panel *sheet_add(Sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));

void panel_put(Panel *panel, unsigned square, char sign, char letter);
void panel_put_board(const Variant *variant, const Piece *board, Panel *panel);

/* Appends all boards, as many side by side as a page holds. */
void sheet_print(const Sheet *sheet, Text *text);
