/* Imbalances of material: what is done to the array before a game whose result is to say what a
 * piece is worth (opening.h says why). */
#pragma once

#include "selfplay/opening_book.h"

enum { MAX_EDITS = 2 * MAX_SQUARES };

/* One piece of the array replaced, as seen in the first game of the pair; or one more or less in
 * hand. */
typedef struct Edit {
    Square square;
    Piece before, after; /* `after` may be NO_PIECE; in hand just one of them is a piece */
    bool in_hand;
} Edit;

/* What is done to the array. `value` is by how much it changes what White has more than Black, by
 * the weights, in centipawns. */
typedef struct Imbalance {
    Edit edits[MAX_EDITS];
    int edit_count;
    int value;
} Imbalance;

/* What an imbalance is about. Of a versus (versus.h) the poorer side is the one without the Y, or
 * Black, and the copies are the units that the better side has less. */
typedef struct ImbalanceSubject {
    unsigned type; /* that one side gets less of; 0: no imbalance at all */
    bool odds;     /* pure odds, of units: nothing is paid for them */
    int copies;    /* how many less; of pieces, one if there is no second */
    Colour poorer; /* the side that has less: White where armies are equal, since the second game
                    * of a pair has it the other way round */
    Armies armies; /* that the imbalance is made in (against.h) */
} ImbalanceSubject;

/* Draws a subject: none for plain openings. Where armies differ the poorer side is one that has
 * such a piece. */
ImbalanceSubject imbalance_subject(const OpeningBook *book, Armies armies, Random *random);

/* The subject of a pair's second game where armies differ and cannot be swapped: the other side
 * gets poorer, if it has such a piece. */
ImbalanceSubject imbalance_subject_swapped(const OpeningBook *book,
                                           const ImbalanceSubject *subject);

/* Draws an imbalance about the subject. False where none was found within the bound. */
bool imbalance_draw(const OpeningBook *book, const ImbalanceSubject *subject, Random *random,
                    Imbalance *imbalance);

/* Puts `after` on a square of `board` and notes it. False where there is no room to note it. */
bool imbalance_edit(const OpeningBook *book, Imbalance *imbalance, Piece *board, unsigned square,
                    Piece after);

/* White's pieces less Black's, by type, that the imbalance makes. */
void imbalance_difference(const Imbalance *imbalance, int difference[MAX_TYPES]);

/* A random square of those of `board` that `before` stands on and `after` can stand on instead;
 * NO_SQUARE if there is none. A type can stand where it may go and is not made into another. */
unsigned imbalance_square(const OpeningBook *book, const Piece *board, Piece before, Piece after,
                          Random *random);

/* Finds book->chance by trial: a type that is in fewer games than the mean is drawn more often. The
 * trial's stream is the same in every run, so the chances follow from variant and weights. */
void imbalance_balance(OpeningBook *book);
