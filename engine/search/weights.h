/* The one table of values: evaluation, exchange evaluation, move ordering, phase, pruning margins
 * and the openings' imbalances all read it.
 *
 * The lists below are the only place that names the terms: they give the struct, the keys of a
 * weights file, its writing and the hash. Each weight is a pair, for the middle game and for the
 * end game, in hundredths of a pawn for one unit of the term's coefficient. Coefficients are
 * counted for White and for Black, and evaluation is linear in the difference. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/variant.h"

/* clang-format off */

/* Terms of a piece type, X(name). Keys: "value.N = 320 310". */
#define WEIGHT_TYPE_TERMS(X)                                                                   \
    X(value)    /* pieces of the type */                                                       \
    X(mobility) /* squares that they can move to and no enemy of less value, more than the     \
                   type's mean on a full board */                                              \
    X(attack)   /* squares that they can move to beside the enemy king */                      \
    X(centre)   /* steps from the nearest edges, by file and rank, more than the board's mean */ \
    X(advance)  /* ranks forward of the board's middle */                                      \
    X(pair)     /* 1 for two or more of them */

/* Terms of a side, X(name). Keys: "tempo = 10 5". "Pawn" is any type that the variant flags so. A square
 * is attacked where a piece could take an enemy's; own pieces there are defended. The ring is the squares
 * beside the enemy king. */
#define WEIGHT_SIDE_TERMS(X)                                                                   \
    X(tempo)          /* 1 for the side to move */                                             \
    X(pawn_advance)   /* ranks that a pawn has gone beyond the second, squared */              \
    X(passed_1)       /* passed pawns one step before promotion */                             \
    X(passed_2)                                                                                \
    X(passed_3)                                                                                \
    X(passed_4)                                                                                \
    X(passed_5)                                                                                \
    X(passed_far)     /* ... six or more */                                                    \
    X(passed_blocked) /* ranks beyond the second of passed pawns with a piece before them */   \
    X(passed_free)    /* ... with no enemy, and none of its attacks, on the way to promotion */ \
    X(passed_escort)  /* ... times how much nearer the own king is than the enemy's */         \
    X(doubled)        /* pawns with a friend's pawn before them on the file */                 \
    X(isolated)       /* pawns with no friend's pawn on the files beside */                    \
    X(connected)      /* pawns that a friend's pawn defends */                                 \
    X(guarded)        /* other pieces that a friend's pawn defends */                          \
    X(shelter)        /* own pieces beside the own king */                                     \
    X(shield)         /* ... of these, pawns on the rank before it */                          \
    X(hunt)           /* against a lone king: how near to the edge and to the own king it is */ \
    X(siege_2)        /* 1 for exactly two pieces that can go to the ring */                   \
    X(siege_3)                                                                                 \
    X(siege_more)     /* ... four or more */                                                   \
    X(breach)         /* attacked squares of the ring that none but the king defends */        \
    X(threat)         /* enemy pieces that a piece of less value can take */                   \
    X(hanging)        /* enemy pieces, not pawns, that are attacked and not defended */        \
    X(hanging_pawn)   /* the same of pawns */                                                  \
    X(space)          /* squares that only this side attacks */
/* clang-format on */

enum { WEIGHT_LIMIT = 20000 }; /* of a weight in a file, either sign */

typedef struct Weight {
    int16_t opening; /* middle game */
    int16_t ending;
} Weight;

typedef struct TypeWeights {
#define X(name) Weight name;
    WEIGHT_TYPE_TERMS(X)
#undef X
} TypeWeights;

typedef struct SideWeights {
#define X(name) Weight name;
    WEIGHT_SIDE_TERMS(X)
#undef X
} SideWeights;

enum {
    WEIGHT_TYPE_TERM_COUNT = sizeof(TypeWeights) / sizeof(Weight),
    WEIGHT_SIDE_TERM_COUNT = sizeof(SideWeights) / sizeof(Weight),
};

/* Plain data, the caller's: may be copied. */
typedef struct Weights {
    TypeWeights type[MAX_TYPES];
    SideWeights side;
    char source[256]; /* "automatic", or the file; cut if longer */
} Weights;
_Static_assert(sizeof(Weights) < 4096, "weights are passed and copied by value");

/* Weights from the moves of the pieces alone: no letter and no name counts. Every type but the
 * royal one gets a positive value, pawns 100. */
void weights_init_automatic(Weights *weights, const Variant *variant);

/* Reads a weights file: a path (with a '/' or the ending ".ini"), or a name that is looked up as
 * weights/NAME.ini in the folders of $ASSAY_PATH and as NAME.ini in the configs/weights of the
 * working folder, of the source and of the installed program. The file has a section [VARIANT], the
 * variant's name; a term it does not give keeps its automatic weight. Unknown keys and letters are
 * errors. On failure `weights` is unchanged. */
bool weights_load(Weights *weights, const Variant *variant, const char *name, Error *err);

/* The weights file of the variant's own name, if there is one, else automatic weights. A file that
 * is there and faulty is an error. */
bool weights_load_default(Weights *weights, const Variant *variant, Error *err);

/* Appends a weights file, which weights_load() reads back to the same weights. */
void weights_add_ini(const Weights *weights, const Variant *variant, Text *text);

/* The middle game value of a type, in hundredths of a pawn; 0 for the royal type. */
int weights_value(const Weights *weights, unsigned type);

/* The value by which types are put in order: none is above that of a royal type. */
int weights_price(const Weights *weights, const Variant *variant, unsigned type);

/* The types of the variant by their prices, the cheapest first and of equals the first; 0 after the
 * last. */
void weights_order(const Weights *weights, const Variant *variant, uint8_t order[MAX_TYPES]);

/* A hash of every weight of the variant's types and sides; `source` does not count. */
uint64_t weights_hash(const Weights *weights, const Variant *variant);
