/* The placement field of a FEN, the only part that does not need a compiled variant. */
#pragma once

#include "engine/rules/position.h"

/* Reads the placement at the start of `text` up to a space or the end. Ranks from the top,
 * separated by '/'; on boards of ten files or more a run of empty squares has its longest number
 * ("11" is eleven). Any fault names the rank. Behind it may stand the pieces in hand; what promoted
 * pieces were is left to pockets_resolve(). `pockets` may be NULL. */
bool board_parse(const Variant *variant, const char *text, Piece board[MAX_SQUARES],
                 Pockets *pockets, Error *err);

/* Appends the placement, and the pieces in hand if the variant has such. */
void board_add_text(const Variant *variant, const Piece board[MAX_SQUARES], const Pockets *pockets,
                    Text *text);
