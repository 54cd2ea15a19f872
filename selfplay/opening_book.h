/* What the openings of a run are made from. */
#pragma once

#include "engine/base/random.h"
#include "engine/rules/position.h"
#include "engine/search/weights.h"
#include "selfplay/against.h"
#include "selfplay/run_config.h"
#include "selfplay/versus.h"

/* What openings of a run are made from; constant after init and shared by all threads. */
typedef struct OpeningBook {
    const Variant *variant; /* borrowed, as the next two */
    const Weights *weights;
    const RunConfig *config;
    Versus versus;             /* not given: imbalances, or plain openings */
    Against against;           /* not given: the array's armies alone */
    unsigned unit;             /* 0: plain openings, which need none */
    unsigned types[MAX_TYPES]; /* those that trades are about: no king, nothing that an ending
                                  counts, and not a pawn that is the unit */
    unsigned type_count;
    uint32_t
        chance[MAX_TYPES]; /* of types[i] to be what an imbalance is about, in parts of the sum */
    int tempo;             /* what a search sees in an opening beyond its material: for the side */
    int margin;            /* to move, the median; and how far an opening may be from that */
    Piece array[MAX_SQUARES];
    uint8_t hand[2][MAX_TYPES]; /* in the array */
    bool armies_differ;         /* the sides have not the same numbers of pieces of each type */
    int value;      /* what White has more in the array, by the weights: 0 where armies are equal */
    bool symmetric; /* whether White's array maps to Black's */
    Square mirror[MAX_SQUARES]; /* the map, if it does */
    Square facing[MAX_SQUARES]; /* that of the armies, where `against` exchanges these */
} OpeningBook;
