/* What must hold of every position of the fast player, whatever the variant, and the comparison of
 * its moves with those of a reference. */
#pragma once

#include "tests/unit/play.h"

enum { CHECK_FEN_SIZE = 512 };

/* One position at hand, with room for all that is looked at. */
typedef struct Checks {
    const Variant *variant; /* borrowed */
    Position position;
    Position fresh, before; /* the same set up from its FEN; the same before something was tried */
    Move *moves, *others;
    char (*fens)[CHECK_FEN_SIZE];     /* after each of its moves */
    char (*expected)[CHECK_FEN_SIZE]; /* the same by the reference: the caller's to write */
    Random random;
    char fen[CHECK_FEN_SIZE];       /* for messages */
    void (*explain)(void *context); /* called before a failure; may be NULL */
    void *context;
} Checks;

void checks_init(Checks *checks, const Variant *variant, uint64_t key);
void checks_release(Checks *checks);

/* Ends the test with the variant, the position and what is wrong. */
void checks_fail(Checks *checks, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define REQUIRE(checks, condition)                           \
    do {                                                     \
        if (!(condition))                                    \
            checks_fail((checks), "not so: %s", #condition); \
    } while (0)

void write_fen(const Position *position, char fen[CHECK_FEN_SIZE]);

/* To be called first in each new position. */
void checks_begin(Checks *checks);

/* A FEN that is written of the position must set up the same one, key included. */
void check_fresh(Checks *checks, const char *fen);

/* Every legal move leads to what its FEN says and is taken back to the last byte; and the positions
 * that they lead to are the `count` of checks->expected, each as often. */
void check_successors(Checks *checks, int count);

/* Generators and tests of single moves agree; checks->moves becomes the pseudo-legal moves, whose
 * number is returned. */
int check_pseudo_legal(Checks *checks);

/* The next three are of the `count` moves in checks->moves. */
void check_noisy(Checks *checks, int count);
/* A move that is called noisy is one that takes, or a pawn's to where it may promote. What takes
 * the place of a piece of its own side is quiet. */
void check_material(Checks *checks, int count);
/* A move is legal if the own king is there and safe afterwards. */
void check_legality(Checks *checks, int count);

/* Each legal move has a text of its own, and is what its text is read as. */
void check_texts(Checks *checks);

/* A null move changes the player, ends the en passant right, and is taken back whole. */
void check_null(Checks *checks);
