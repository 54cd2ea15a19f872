/* The slow reference for any variant: its rules are plain data, its pieces strings of XBetza.
 *
 * Written from the documentation of the keys (`assay check --keys`): moves are those that
 * reference_betza reads off a plain board, what else a move does is done to a copy of the board,
 * and a move is legal if no enemy move then captures the king. Rules of Fairy-Stockfish's dialect
 * are left out: that program itself is asked about those (tests/oracle). */
#pragma once

#include "tests/reference/reference_betza.h"

enum { REF_KINDS = 26, REF_ZONES = 32, REF_PROMOTIONS = 8, REF_STRING = 200, REF_PASSED = 3 };

/* Squares as [y][x]. */
typedef struct RefRegion {
    bool has[REF_SIDE][REF_SIDE];
} RefRegion;

typedef enum RefDrag { REF_DRAG_NONE, REF_DRAG_ONE, REF_DRAG_ANY } RefDrag;

/* What an ending is worth to the player to move. */
typedef enum RefWorth { REF_DRAW, REF_LOSS, REF_WIN } RefWorth;

typedef enum RefBareKing { REF_BARE_NONE, REF_BARE_LOSES, REF_BARE_SHATRANJ } RefBareKing;

/* One type of piece. Kinds are named by their index elsewhere. */
typedef struct RefKind {
    char letter;            /* a capital */
    char moves[REF_STRING]; /* "-" for none */
    bool pawn;
    bool has_mobility;
    RefRegion mobility; /* White's; Black's is mirrored */
    int line;           /* the line above this rank may not be crossed; 0: there is none */
    RefRegion crossing; /* moves that start or end here may cross */
    RefRegion morph;    /* where others become this kind */
    RefDrag drag;
    bool push;
    RefBetzaPiece *piece; /* owned: `moves`, read; NULL for none */
} RefKind;

/* More moves of a kind on some squares. */
typedef struct RefZone {
    int kind;
    RefRegion region; /* White's; Black's is mirrored */
    char moves[REF_STRING];
    RefBetzaPiece *piece; /* owned */
} RefZone;

typedef struct RefPromotion {
    RefRegion region;         /* White's; Black's is mirrored */
    bool types[2][REF_KINDS]; /* what may be made, by colour */
    int limit[REF_KINDS];     /* of a kind on the board at most; 0: any number */
    bool overflow, optional;
} RefPromotion;

typedef struct RefCastle {
    char letter; /* a capital: White's */
    RefSquare king_from, king_to, rook_from, rook_to;
} RefCastle;

typedef struct RefGeneric {
    int files, ranks;
    char start[REF_SIDE][REF_SIDE]; /* the array; '.' is empty */
    int kind_count;
    RefKind kinds[REF_KINDS];
    int royal; /* a kind, -1 for none */
    bool kingless[2];
    int zone_count;
    RefZone zones[REF_ZONES];
    bool no_first_moves; /* nothing has the moves marked i */
    bool has_double_step_region;
    RefRegion double_step_region; /* White's; Black's is mirrored */
    RefRegion en_passant_region[2];
    int promotion_count;
    RefPromotion promotions[REF_PROMOTIONS];
    bool lost_promotion;
    bool pushed_pawn_stops;
    int pushed_pawn_becomes; /* a kind, -1: stays */
    int castle_count;
    RefCastle castles[REF_MAX_CASTLINGS];
    RefWorth stalemate, checkmate;
    RefBareKing bare_king;
    bool cut_off;
    bool cut_off_types[REF_KINDS];
    RefRegion cut_off_region; /* of White's king; Black's is mirrored */
} RefGeneric;

/* A position. Plain data, what is not in use is 0: compared as bytes. */
typedef struct RefState {
    char board[REF_SIDE][REF_SIDE];
    int turn;
    bool right[REF_MAX_CASTLINGS];
    int passed_count;
    RefSquare passed[REF_PASSED];
    RefSquare pawn; /* who has passed them */
    int halfmove, move;
} RefState;

/* Reads the strings of moves. False if one is not understood. Release frees them. */
bool ref_generic_read(RefGeneric *rules);
void ref_generic_release(RefGeneric *rules);

/* The array, White to move, with all castling rights. */
void ref_generic_start(const RefGeneric *rules, RefState *state);

/* Writes the position after each legal move and returns how many there are; 0 where the game is
 * over. One piece's moves of the same effect are one move. Ends the program if `capacity` is too
 * small, for which the moves that leave the king attacked count, too. */
int ref_generic_moves(const RefGeneric *rules, const RefState *state, RefState *successors,
                      int capacity);

/* Whether the king of the player to move is attacked. */
bool ref_generic_in_check(const RefGeneric *rules, const RefState *state);

/* As ref_outcome(). */
RefEnd ref_generic_outcome(const RefGeneric *rules, const RefState *state, int *white_half_points);

/* Writes the FEN; REF_FEN_SIZE is enough. */
void ref_generic_fen(const RefGeneric *rules, const RefState *state, char *out, size_t size);
