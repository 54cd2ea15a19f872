/* What the files that read a diagram's definition share. */
#pragma once

#include "engine/base/set.h"
#include "engine/base/text.h"
#include "engine/rules/betza.h"
#include "engine/rules/diagram_text.h"
#include "engine/rules/move.h"
#include "engine/rules/variant.h"

/* The parameters that say something about the rules, one of each. */
typedef enum DiagramParameter {
    DIAGRAM_FILES,
    DIAGRAM_RANKS,
    DIAGRAM_PROMO_ZONE,
    DIAGRAM_PROMO_CHOICE,
    DIAGRAM_MAX_PROMOTE,
    DIAGRAM_SYMMETRY,
    DIAGRAM_STALEMATE,
    DIAGRAM_ROYAL,
    DIAGRAM_BARING,
    DIAGRAM_MORPH,
    DIAGRAM_PARAMETERS
} DiagramParameter;

typedef enum DiagramSymmetry { SYMMETRY_MIRROR, SYMMETRY_ROTATE, SYMMETRY_NONE } DiagramSymmetry;

enum { MAX_DIAGRAM_PIECES = MAX_TYPES - 1, MAX_DIAGRAM_CASTLINGS = 4, DIAGRAM_NAME_SIZE = 24 };

/* isO3, irO2, isjO3: the king goes `steps` squares to a side, over to the outermost piece there, or
 * to the one inside it. */
typedef struct DiagramCastling {
    int steps;
    int inner; /* pieces that stand outside the partner */
    bool left, right;
} DiagramCastling;

typedef struct DiagramPiece {
    const DiagramItem *item;      /* borrowed */
    char name[DIAGRAM_NAME_SIZE]; /* as in piece.NAME */
    char letter;
    char *moves; /* owned: XBetza without castling */
    BetzaPiece betza;
    DiagramCastling castlings[MAX_DIAGRAM_CASTLINGS];
    int castling_count;
    char *white, *black; /* owned: the squares as written, black NULL if they are not */
    Set squares[2];
    const DiagramItem *morph_item; /* borrowed; NULL: none */
    char morph[MAX_SQUARES];       /* what a white one turns into there, 0 for nothing */
} DiagramPiece;

typedef struct Diagram {
    const char *file; /* for messages */
    DiagramText text;
    const DiagramItem *parameters[DIAGRAM_PARAMETERS]; /* the last of each; NULL: not given */
    int files, ranks;
    DiagramSymmetry symmetry;
    int promo_zone, max_promote;
    DiagramPiece pieces[MAX_DIAGRAM_PIECES];
    int piece_count;
    int royal;                      /* index of the piece */
    bool pawn[MAX_DIAGRAM_PIECES];  /* of pawnTypes */
    bool comes[MAX_DIAGRAM_PIECES]; /* pieces may turn into it */
    Text settings;                  /* lines of the variant file */
    Text assumed, slips, looks;     /* lines of comments, and the names of what was ignored */
    Text *warnings;                 /* what is in slips, with the file's name */
    Error *err;
} Diagram;

/* Writes "FILE:LINE: what: why" to the error. Returns false. */
bool diagram_error(const Diagram *diagram, const DiagramItem *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diagram_warn(Diagram *diagram, const DiagramItem *item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A comment on what was assumed. */
void diagram_assume(Diagram *diagram, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The piece of an ID letter, -1 if there is none. */
int diagram_piece(const Diagram *diagram, char letter);

/* Adds "a1 b1 *3" for a set. */
void diagram_add_region(const Diagram *diagram, const Set *region, Text *text);
void diagram_add_square(const Diagram *diagram, unsigned square, Text *text);

/* Adds the placement of the array. */
void diagram_add_array(const Diagram *diagram, Text *text);

/* The steps of reading, in this order; each false with the error. */
bool diagram_read_parameters(Diagram *diagram);
bool diagram_read_pieces(Diagram *diagram);
bool diagram_read_roles(Diagram *diagram); /* the parameters that name pieces */
bool diagram_place(Diagram *diagram);
bool diagram_add_promotions(Diagram *diagram); /* and morphs */
bool diagram_add_castlings(Diagram *diagram);
bool diagram_check_moves(const Diagram *diagram);

/* Takes the castlings out of a piece's moves and parses what is left. Where there are none, those
 * that the diagram has for the name. */
bool diagram_read_moves(Diagram *diagram, DiagramPiece *piece, const char *moves);

/* Whether every move of the piece leads to a rank beyond the one that it starts on. */
bool diagram_moves_forward(const DiagramPiece *piece);

/* Whether the array is its own mirror image. */
bool diagram_is_mirrored(const Diagram *diagram);

/* The square that is the same for the other side. */
unsigned diagram_other_square(const Diagram *diagram, unsigned square);
