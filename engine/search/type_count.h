/* What the pieces of each type do on a board, both colours': the squares that they can move to and
 * those that they attack.
 *
 * Both colours' types are counted side by side in the order of their values, so that the squares
 * that the enemy's cheaper pieces attack are known when a type's turn comes. */
#pragma once

#include "engine/rules/position.h"
#include "engine/search/leaps.h"
#include "engine/search/ways.h"

typedef enum TypeKind { KIND_PIECE, KIND_PAWN, KIND_ROYAL, TYPE_KINDS } TypeKind;

/* What a side's pieces of a kind do. */
typedef struct Attackers {
    Set attacked;  /* squares */
    int besiegers; /* pieces that can go to the ring */
} Attackers;

/* A side's view while its pieces are counted. */
typedef struct Reach {
    Attackers by[TYPE_KINDS];
    Set cheaper;    /* squares that its pieces of less value than the type at hand attack */
    Set threatened; /* enemy pieces that a piece of less value attacks, the royal one too */
    Set ring;       /* the squares beside the enemy king */
    Set goals;      /* ... where no friend stands */
    Set safe;       /* squares where no friend stands and that nothing in enemy's `cheaper` is */
} Reach;

/* White's less Black's: of n pieces on 256 squares none can move to a friend's, so that a word
 * holds n * (256 - n). */
typedef struct TypeSum {
    int16_t mobility, attack;
} TypeSum;

typedef struct TypeCount {
    unsigned type;
    TypeKind kind;
    bool dearer; /* than the type counted before it, if any */
    Ways ways;
    Leaps leaps[2]; /* of a type that has no ways */
} TypeCount;

void type_count_init(TypeCount *count, const Variant *variant, unsigned type, bool dearer);
void type_count_release(TypeCount *count);

/* Counts the types, the cheapest first. `ring` are the squares beside the king of each colour. The
 * sums are 0 before, and have the order of the types. */
void type_count_all(TypeSum *sums, Reach reach[2], const TypeCount *types, int count,
                    const Position *position, const Set *const ring[2]);
