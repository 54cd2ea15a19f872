/* The text of a diagram's definition: parameters and pieces, freed of HTML and line ends. */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"

/* `parameter=value`, or a piece, `name:value`. */
typedef struct DiagramItem {
    bool piece;
    char *key;    /* owned: the parameter's or piece's name, which may have spaces */
    char *value;  /* owned: what stands behind the first '=' or ':' */
    int line;     /* from 1 */
    bool several; /* the name is of several words */
} DiagramItem;

typedef struct DiagramText {
    DiagramItem *items; /* owned */
    size_t count, capacity;
} DiagramText;

/* Reads a definition: the contents of the element of class idiagram if there is one, else the whole
 * text. On failure `diagram` is empty and `err` says `file:line: what`. */
bool diagram_text_read(DiagramText *diagram, const char *file, const char *text, size_t length,
                       Error *err);
void diagram_text_release(DiagramText *diagram);
