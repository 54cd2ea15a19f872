/* Pieces in hand: how they come there, and what a FEN says of them.
 *
 * A captured piece changes its colour and goes to the hand of who took it, as what it was before it
 * promoted. position.c asks for all this only where a variant has pieces in hand; what it asks for
 * on its way is kept out of it, so that it stays as lean for all others. */
#pragma once

#include "engine/rules/position.h"

/* How many pieces a colour has in hand. */
int pockets_count(const Position *position, Colour colour);

/* What the pieces in hand and the origins of promoted pieces add to the key. */
uint64_t pockets_key(const Position *position);

/* Keeps what is in hand for the entry that has just been opened on the undo stack. */
__attribute__((noinline, cold)) void pockets_remember(Position *position);

/* Brings hands, origins, the key and, after a pawn's drop, rule50 in step with a move: its squares
 * have been written, and the side that makes it is still to move. */
__attribute__((noinline, cold)) void pockets_make(Position *position, Move move);

/* Takes the same back, of the entry that has just been closed; its changes are still there. */
__attribute__((noinline, cold)) void pockets_undo(Position *position);

/* What a piece was that is put on a board: 0 where its type need not come by promotion. */
unsigned pockets_origin_of(const Variant *variant, Piece piece);

/* Whether only pieces have origins, and only what a variant allows is in hand. */
bool pockets_ok(const Position *position);

/* What a promoted piece was, as a FEN marks it until it is looked up: ~ behind the piece. The other
 * mark, + before the letter of what it was, says it by itself. */
enum { ORIGIN_MARKED = MAX_TYPES };

/* Reads the pieces in hand behind the last rank of a FEN, [Qqp] or /Qqp; none are [], [-] or
 * nothing. Moves `*at` behind them. */
bool pockets_parse(const Variant *variant, const char **at, Pockets *pockets, Error *err);

/* Looks up the origins that are marked, and the pieces that are given by theirs. */
bool pockets_resolve(const Variant *variant, Piece board[MAX_SQUARES], Pockets *pockets,
                     Error *err);

/* Appends [Qqp]: White's first, the last type of the variant first. */
void pockets_add_text(const Variant *variant, const Pockets *pockets, Text *text);
