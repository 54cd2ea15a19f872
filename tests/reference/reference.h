/* The slow reference: a second opinion on the rules of the variants.
 *
 * It shares nothing with engine/: the board is a plain array, the rules are written out by hand
 * from the rules pages, one file a family, and a move is legal if, on a copy of the board on which
 * it has been made, no enemy move captures the king. It is the judge of the fast generator, so
 * whatever could be clever here is not. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REF_SIDE = 16,         /* the largest board is 16 x 16 */
    REF_MAX_CASTLINGS = 8, /* of both players together */
    REF_MAX_MOVES = 4096,  /* more than any position has */
    REF_FEN_SIZE = 512     /* enough for every FEN, the zero byte included */
};

enum { REF_WHITE, REF_BLACK };

/* x is the file and y the rank, both from 0; x = -1 is no square. */
typedef struct RefSquare {
    int x;
    int y;
} RefSquare;

/* The hand-written rules of one variant; see reference_rules.h. */
typedef struct RefRules RefRules;

/* A position; plain data, may be copied. Of an array board[y][x] the first `rules->ranks` rows and
 * `rules->files` columns are in use; '.' is an empty square, capitals are White. */
typedef struct RefPosition {
    const RefRules *rules;
    char board[REF_SIDE][REF_SIDE];
    int turn;
    bool right[REF_MAX_CASTLINGS]; /* in the order of rules->castlings */
    int king_home[2];              /* the files of kings and rooks, where rights do not say them */
    int rook_home[REF_MAX_CASTLINGS];
    RefSquare passed;                  /* the square that a double step has just passed, or none */
    RefSquare pawn;                    /* where the pawn that made it stands */
    int hand[2][26];                   /* pieces in hand, by player and letter */
    bool promoted[REF_SIDE][REF_SIDE]; /* was a pawn, and is one again once it is taken */
    int halfmove;                      /* plies without a capture or a pawn's own move */
    int move;                          /* from 1 */
} RefPosition;

/* Why a game is over by the position alone; repetition and the fifty moves are for the caller. */
typedef enum RefEnd {
    REF_GOING_ON,
    REF_CHECKMATE,
    REF_STALEMATE,
    REF_BARE_KING,
    REF_CUT_OFF
} RefEnd;

/* The name of variant `index`, from 0; NULL behind the last. */
const char *ref_variant_name(int index);

/* The array of a variant as a FEN, NULL for an unknown variant. */
const char *ref_start_fen(const char *variant);

/* Reads a FEN of six fields. An unknown variant or letter, a board of the wrong shape, a king too
 * many or too few, a pawn where none can stand, a castling right without its king and rook at home,
 * an en passant field that fits no double step, and an attacked king of the player who has just
 * moved are errors: then `message` says what is wrong and `position` is unchanged. */
bool ref_from_fen(RefPosition *position, const char *variant, const char *fen, char *message,
                  size_t size);

/* Writes the canonical FEN: the en passant field is there after every double step, castling letters
 * come in the order of the rules page. `size` of REF_FEN_SIZE is enough. */
void ref_to_fen(const RefPosition *position, char *out, size_t size);

/* Writes the position after each legal move and returns how many there are; 0 where the game is
 * over. One piece's moves of the same effect are one move, two pieces' are two. `capacity` must
 * have room for the moves that leave the king attacked as well: REF_MAX_MOVES is enough, and the
 * program ends if it is not. */
int ref_moves(const RefPosition *position, RefPosition *successors, int capacity);

/* The number of legal lines of `depth` plies. */
uint64_t ref_perft(const RefPosition *position, int depth);

/* Whether the king of the player to move is attacked. */
bool ref_in_check(const RefPosition *position);

/* Whether and why the game is over. `white_half_points` becomes 0, 1 or 2, or -1 while it is going
 * on. */
RefEnd ref_outcome(const RefPosition *position, int *white_half_points);
