/* Moves as text, for people: standard algebraic notation, with what variants need beyond it.
 *
 * For chess it is the SAN of the PGN standard. The rest follows one rule: x stands before each
 * square that something is taken on, - before one that is only gone to.
 *
 *     Nf3, exd5, exd6     pieces by their letters; a pawn by none, unless there are several types
 *                         of pawns; en passant as any capture
 *     Nbd2, R1e2, Qh4e1   the file, else the rank, else both, where another such piece can go there
 *     e8=Q                the type chosen; a pawn that stays or waits: e8
 *     O-O, O-O-O          castling towards the last file, and towards the first; behind a colon the
 *                         letter of the right where a wing has several: O-O:C
 *     Axb4-b1             a shot: takes on b4 and comes back
 *     exd6xe7, exd6-e7    takes on d6 and on e7; takes on d6 and goes on to e7
 *     d3-e4               passes d3, where that tells it from another move to e4
 *     Qh7+                check
 *     Qh7#                mate, or a win by another rule that looks at the board (stalemate, bare
 *                         king, a goal, extinction)
 *
 * All characters are such that a PGN may have in a move. */
#pragma once

#include "engine/rules/notation.h"

/* Writes a move of `moves`, all the legal ones of the position, which is the same afterwards.
 *
 * move_from_text() reads it back, and is tolerant of what people write: missing or wrong signs of
 * check, !? behind, a missing x, more of the origin than is needed (Rc1c4), b8Q and b8=Q, 0-0,
 * e.p., : or * instead of x, and a shot written as a capture. It is strict with letters: bxc3 is a
 * pawn's. */
void move_to_san(Position *position, const Move *moves, int count, Move move,
                 char text[MAX_MOVE_TEXT]);

/* The same without the signs of check and mate. */
void move_to_bare_san(const Position *position, const Move *moves, int count, Move move,
                      char text[MAX_MOVE_TEXT]);

/* The castling wing, seen from White: towards the last file, or the first. */
bool castling_is_short(const Castling *castling);
