/* Moves as text, for machines: long algebraic, one dialect for all variants.
 *
 *     e2e4        from and to; castling, too, as the king goes (e1g1)
 *     e7e8=Q      what the player chooses to become; no sign: a pawn that stays or waits, and a
 *                 morph, which is no choice
 *     e1f1oK      castling by the right of that letter, where the king could also get there by
 *                 another move or castling, or does not leave its square
 *     b1*b4       a shot: takes on b4 from b1 and stays there
 *     e5*d6*e7    takes on d6 on its way to e7, where it may take, too; several squares on the way
 *                 stand in the order a1, b1, ..., a2
 *     N@g5        a piece in hand comes in
 *     e5d6ep      en passant, where the piece could also go there without taking
 *     e2-e3-e4    with the squares that it can be taken on en passant, where the piece could also
 *                 get there by a move that passes none or others
 *
 * What a move drags or pushes follows from the position and is not written. Legal moves of a
 * position have texts of their own. san.h has the notation for people. */
#pragma once

#include "engine/rules/position.h"

enum { MAX_MOVE_TEXT = 40 };

/* What texts tell of a move. */
typedef struct MoveParts {
    unsigned type; /* that moves */
    Square from, to;
    int take_count, pass_count; /* on the way: `to` not counted */
    Square takes[MAX_OFFSETS], passes[MAX_OFFSETS];
    const Castling *castling; /* NULL: none. Its letter tells it apart where: */
    bool castling_lettered;
    bool drop, shot, en_passant;
    bool captures;      /* takes something on `to`, or en passant */
    unsigned promotion; /* the type that the player has chosen; 0: no choice, or to stay */
} MoveParts;

MoveParts move_parts(const Position *position, Move move);

/* Whether no position has both castlings: of two colours, or of one side of a king that castles
 * from any file. */
bool castlings_exclude(const Castling *one, const Castling *other);

/* Writes a pseudo-legal move. */
void move_to_text(const Position *position, Move move, char text[MAX_MOVE_TEXT]);

/* The legal move that a text means, in the notation above or in that of san.h; NO_MOVE with `err`,
 * which says why, where there is none or more than one. What else is understood, if it can mean
 * only one legal move: e7e8q, e2-e4, castling as O-O or e1h1 (the king takes its rook); and see
 * san.h. */
Move move_from_text(Position *position, const char *text, Error *err);

/* The name of a square, "a1" to "p16". */
void square_to_text(const Variant *variant, Square square, char text[4]);

/* Appends to a text that has room. */
void move_text_add(char text[MAX_MOVE_TEXT], const char *more);
void move_text_add_square(const Variant *variant, Square square, char text[MAX_MOVE_TEXT]);
void move_text_add_type(const Variant *variant, const char *sign, unsigned type,
                        char text[MAX_MOVE_TEXT]);
void move_text_add_drop(const Variant *variant, const MoveParts *parts, char text[MAX_MOVE_TEXT]);
