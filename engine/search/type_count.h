/* What the pieces of a type do on a board, both colours': the squares that they can move to and
 * those that they attack.
 *
 * Each type is counted by a copy of the loop that fits how it goes and how large the board is;
 * which one is known when the evaluator is made. */
#pragma once

#include "engine/rules/position.h"
#include "engine/search/leaps.h"
#include "engine/search/ways.h"

/* A side's view while its pieces are counted. */
typedef struct Reach {
    Set all;       /* squares that its pieces attack, but for the royal ones */
    Set cheaper;   /* ... of less value than the type at hand */
    Set pawns;     /* ... that are pawns */
    Set royal;     /* squares that its royal pieces attack */
    Set ring;      /* the squares beside the enemy king */
    int besiegers; /* pieces that can go to the ring */
    int threats;   /* enemy pieces that a piece of less value attacks */
} Reach;

/* White's less Black's. */
typedef struct TypeSum {
    int mobility, attack;
} TypeSum;

typedef struct TypeCount TypeCount;
typedef TypeSum TypeCounter(const TypeCount *type, const Position *position, Reach reach[2]);

struct TypeCount {
    TypeCounter *count; /* adds to both sides' views */
    unsigned type;
    bool royal, pawn;
    Ways ways;
    Leaps leaps[2]; /* of a type that has no ways */
};

void type_count_init(TypeCount *count, const Variant *variant, unsigned type);
void type_count_release(TypeCount *count);
