/* Openings: where the two games of a pair begin.
 *
 * Games that are to say what a piece is worth begin from the array with a random *imbalance*:
 * pieces are taken off both sides such that the expected difference, by the weights that are played
 * with, stays within a bound; a fixed share of the pairs is played at pure odds of the unit
 * (unit.h; a pawn unless another is named). Randomising is the point: in games from the array the
 * side that is a queen down usually has something for it, and a fit to such games gives a queen of
 * four pawns (statistics.md, section 1).
 *
 * The board is of a random stage: both sides lose the same pieces besides (thinning.h).
 *
 * Most imbalances trade one piece for units and other pieces: a type is drawn, and one side loses
 * one or two of it; the other side loses random pieces and units until the difference is near a
 * number drawn from the bound. A type that is not in the array (pieces turn into it) is given to
 * the other side in place of a unit instead of being taken. Where the unit is dear it pays only for
 * what is about a whole number of it, and is itself what some trades are about.
 *
 * Bounds and margins are in centipawns of the weights, whatever the unit and whether there are
 * pawns or not: automatic weights follow from what a piece can do, on a scale on which a knight has
 * 300 on the board of chess, so a bound of 200 is two pawns of chess in any game that they are made
 * for. In weights of another scale the bounds have to be set, too (imbalance_max, opening_margin).
 *
 * Where armies differ each game of a pair has an imbalance of its own, of the army that has the
 * piece, about the same type; the colours cannot be swapped, so the first move and the army are one
 * term of the fit. What an ending counts (extinction) and kings stay as they are. Where pawns
 * become what was lost, or types are limited in number, a piece that is taken off may come back by
 * promotion, as it may in a game.
 *
 * Both sides are played by the same player, so swapping colours means that White has the other
 * material: what one game does to White on a square, the other does to Black on that square's
 * mirror image, by the symmetry of the array itself (rank mirrored, or half a turn). A few random
 * plies follow; the second game makes each player's own moves again, mirrored, where they are
 * legal.
 *
 * An opening is drawn again where in either game the side to move is in check, the game is over, or
 * it is decided beyond what was intended: the random plies changed the material by more than a
 * margin (and beyond the bound of imbalances, with the same margin: where moves turn pieces into
 * others they always change it), or a short search differs by more than the margin from what the
 * material on the board is worth. In a wild game a short search of any opening does; so the margin
 * is as wide as trial openings lie apart, if not given. Everything is a function of the pair's
 * random stream. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/random.h"
#include "engine/base/text.h"
#include "engine/rules/position.h"
#include "engine/search/searcher.h"
#include "selfplay/imbalance.h"

/* Refuses a variant whose array is over before it begins or, for imbalances, has no unit or no
 * other piece. `searcher` is cleared and used, `position` is scratch. The book is the same in every
 * run of the same config, variant and weights. */
bool opening_book_init(OpeningBook *book, const Variant *variant, const Weights *weights,
                       const RunConfig *config, Searcher *searcher, Position *position, Error *err);

enum { MAX_OPENING_PLIES = 64 };

/* The openings of a pair's two games. */
typedef struct Opening {
    Text fen[2];
    Move lines[2][MAX_OPENING_PLIES]; /* the random plies that led there */
    int white_value[2];               /* by the weights, of the material on the board, centipawns */
    uint32_t rejected;                /* how many were drawn and refused before this one */
} Opening;

void opening_init(Opening *opening);
void opening_release(Opening *opening);

/* Draws the opening of a pair from its stream; `searcher` is cleared and used, `position` is
 * scratch. Fails where none is found within the number of tries. */
bool opening_draw(const OpeningBook *book, Random random, Searcher *searcher, Position *position,
                  Opening *opening, Error *err);
