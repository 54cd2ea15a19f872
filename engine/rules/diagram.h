/* Definitions of Interactive Diagrams (H. G. Muller's script at chessvariants.com), made variant
 * files.
 *
 *     files=8 promoZone=1 promoChoice=QRBN symmetry=mirror royal=K
 *     pawn:P:ifmnDfmWfceF:pawn:a2-h2
 *     king:K:KisO2:king:e1,,e8
 *
 * What the diagram means was learnt from its author's pages and comments:
 * https://www.chessvariants.com/page/MSinteractive-diagrams. Where those leave a reading open, or
 * our keys cannot say what the diagram says, the definition is refused: nothing is dropped but what
 * is about looks. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"

/* Makes a variant file, whose section is called `name`, of a definition as it is pasted: with HTML
 * around it or without, on one line or many. `file` stands for it in messages. Adds the variant
 * file to `ini`, in which comments say what was assumed, and to `warnings` a line for each thing
 * that looks like a slip ("FILE:LINE: parameter: what"). The result has been compiled. False and
 * `err` if it cannot be done; `ini` is as it was then. */
bool diagram_import(const char *file, const char *name, const char *text, size_t length, Text *ini,
                    Text *warnings, Error *err);

/* The name of a section or a piece that words give: small letters, digits and hyphens, at most
 * `size` - 1 of them; "" if there is none. */
void diagram_name(const char *words, char *name, size_t size);
