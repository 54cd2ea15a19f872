/* What the files of the reference share: the rules of a variant as functions, and the walk of
 * pieces over a plain board. */
#pragma once

#include <ctype.h>

#include "tests/reference/reference.h"

enum { REF_EMPTY = '.' };

/* What a step may do. */
typedef enum RefHow { REF_QUIET = 1, REF_CAPTURE = 2, REF_BOTH = 3 } RefHow;

/* The moves of one player while they are collected. There are two uses: with `attacks_only` nothing
 * is stored and `hit` tells whether a capture on `target` came by; else each move is stored in
 * `list` as the position after it. */
typedef struct RefMoves {
    const RefPosition *before;
    int colour;
    RefPosition *list;
    int count;
    int capacity;
    int first; /* where the moves of the piece at hand begin */
    bool attacks_only;
    RefSquare target;
    bool hit;
} RefMoves;

/* One castling: on the owner's first rank the king and a piece of kind `rook` change files. */
typedef struct RefCastling {
    char letter;
    int colour;
    char rook; /* a capital */
    int king_from, king_to;
    int rook_from, rook_to;
} RefCastling;

struct RefRules {
    const char *name;
    int files, ranks;
    const char *kinds; /* capitals */
    const char *start;
    const RefCastling *castlings;
    int castling_count;
    bool pawns_promote;    /* no pawn stands on its owner's last rank */
    bool pawns_go_forward; /* no pawn stands on its owner's first rank */
    bool stalemate_wins;   /* for the player who gives it */
    /* The moves of the piece of that kind (a capital) on `from`. */
    void (*piece_moves)(RefMoves *moves, RefSquare from, char kind);
    /* What else happens when a piece has arrived on `to` and `victim` is off the board; or NULL. */
    void (*after_move)(RefPosition *next, RefSquare to, char victim);
    /* What a pawn that reaches a rank (from 1, its owner's view) may be: capitals into `out` (room
     * for 16), 'P' among them if it may stay a pawn. NULL if pawns never change. */
    void (*promotions)(const RefPosition *before, int colour, int rank, char *out);
    /* Whether a pawn of `colour` can have made the double step over `passed` to `pawn`; or NULL. */
    bool (*double_step)(const RefPosition *position, int colour, RefSquare passed, RefSquare pawn);
    /* The variant's own endings, or NULL: writes the half points for White if it returns one. */
    RefEnd (*ending)(const RefPosition *position, int *white_half_points);
    bool ending_first; /* it is looked at before mate and stalemate */
    /* Small changes. */
    int castling_from_move; /* no castling before */
    bool castling_any_file; /* kings and rooks castle from any file of their rank */
    bool self_capture;      /* what captures the enemy's may capture its own side's, kings not */
    bool alfils_cross;      /* Large Nahbi's equator is none for them */
    bool queens_cross;
    bool drops;            /* there are pieces in hand */
    bool captures_to_hand; /* what is taken goes there */
    bool demotes;          /* ... as a pawn if it was one */
    bool pawns_drop_on_first;
    bool pawns_pushed_freely; /* pawns are pushed like all else */
};

extern const RefRules ref_rules_chess;
extern const RefRules ref_rules_naiad;
extern const RefRules ref_rules_weak_naiad;
extern const RefRules ref_rules_large_nahbi;
extern const RefRules ref_rules_nihisci;
extern const RefRules ref_rules_noble_wing;
extern const RefRules ref_rules_nearlydouble_wildebeest;

extern const RefRules ref_rules_crazyhouse;
extern const RefRules ref_rules_loop;
extern const RefRules ref_rules_chessgi;
extern const RefRules ref_rules_pocket_knight;

extern const RefRules ref_rules_chess960;
extern const RefRules ref_rules_no_castling;
extern const RefRules ref_rules_no_castling_ten;
extern const RefRules ref_rules_pawn_one_square;
extern const RefRules ref_rules_stalemate_win;
extern const RefRules ref_rules_torpedo;
extern const RefRules ref_rules_semi_torpedo;
extern const RefRules ref_rules_pawn_back;
extern const RefRules ref_rules_pawn_sideways;
extern const RefRules ref_rules_self_capture;
extern const RefRules ref_rules_large_nahbi_free_alfil;
extern const RefRules ref_rules_large_nahbi_free_queen;
extern const RefRules ref_rules_naiads_for_knights;
extern const RefRules ref_rules_naiad_no_castling;
extern const RefRules ref_rules_naiad_pushed_pawns;
extern const RefRules ref_rules_noble_wing_free_promotion;

extern const RefCastling ref_chess_castlings[4];

/* What variants that differ little from chess have of it, for their initialisers: the board, its
 * pieces and its pawns; and the array with its castlings, which is apart for those that have
 * another. */
#define REF_CHESS_PIECES                                                                        \
    .files = 8, .ranks = 8, .kinds = "PNBRQK", .pawns_promote = true, .pawns_go_forward = true, \
    .promotions = ref_chess_promotions
#define REF_CHESS_PLACES "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define REF_CHESS_ARRAY \
    .start = REF_CHESS_PLACES " w KQkq - 0 1", .castlings = ref_chess_castlings, .castling_count = 4

/* Chess's own functions of a RefRules. */
void ref_chess_moves(RefMoves *moves, RefSquare from, char kind);
void ref_chess_promotions(const RefPosition *before, int colour, int rank, char *out);
bool ref_chess_double_step(const RefPosition *position, int colour, RefSquare passed,
                           RefSquare pawn);

/* The rules of that name, NULL if there are none. */
const RefRules *ref_rules(const char *variant);

/* Squares and pieces. */
static inline RefSquare ref_square(int x, int y) { return (RefSquare){x, y}; }

static inline bool ref_inside(const RefPosition *position, RefSquare square)
{
    return square.x >= 0 && square.x < position->rules->files && square.y >= 0
           && square.y < position->rules->ranks;
}

/* What stands there; 0 outside the board. */
static inline char ref_at(const RefPosition *position, RefSquare square)
{
    return ref_inside(position, square) ? position->board[square.y][square.x] : '\0';
}

static inline bool ref_is_empty(const RefPosition *position, RefSquare square)
{
    return ref_at(position, square) == REF_EMPTY;
}

static inline bool ref_is_colour(const RefPosition *position, RefSquare square, int colour)
{
    const char piece = ref_at(position, square);
    return colour == REF_WHITE ? piece >= 'A' && piece <= 'Z' : piece >= 'a' && piece <= 'z';
}

/* A piece as a capital, and a capital as it stands on the board. */
static inline char ref_kind(char piece) { return (char)toupper((unsigned char)piece); }

static inline char ref_piece(char kind, int colour)
{
    return colour == REF_WHITE ? kind : (char)tolower((unsigned char)kind);
}

static inline int ref_forward(int colour) { return colour == REF_WHITE ? 1 : -1; }

/* The rank from its player's side, from 1. */
static inline int ref_own_rank(const RefPosition *position, int y, int colour)
{
    return colour == REF_WHITE ? y + 1 : position->rules->ranks - y;
}

int ref_count(const RefPosition *position, char piece);
/* Whether a piece of `colour` has a move that captures on `square`. */
bool ref_attacked(const RefPosition *position, RefSquare square, int colour);
/* Whether the king of `colour` is attacked. False without a king. */
bool ref_king_attacked(const RefPosition *position, int colour);

/* Collecting. A move that captures on a square is first offered to ref_attack(): true means that
 * only attacks are asked for. A stored move is begun, changed on the board by the caller, and
 * ended. ref_move_begin() gives the position with the other player to move and no en passant right,
 * the board still as before. */
bool ref_attack(RefMoves *moves, RefSquare square);
RefPosition *ref_move_begin(RefMoves *moves);
void ref_move_end(RefMoves *moves);

/* Moves the piece on `from` to `to` as something (a capital) and takes what stands there. */
void ref_go(RefMoves *moves, RefSquare from, RefSquare to, char becomes);

/* Pieces in hand: a victim goes there, marks of promoted pieces follow them, and all that is there
 * may come in. */
void ref_take(RefPosition *next, int colour, char victim, RefSquare square);
void ref_carry_mark(RefPosition *next, RefSquare from, RefSquare to, bool promotes);
void ref_drops(RefMoves *moves);

/* The leap (dx, dy) repeated up to `limit` times over empty squares. */
void ref_ride(RefMoves *moves, RefSquare from, int dx, int dy, int limit, RefHow how);
/* The same in all 4 or 8 directions that mirror (a, b), 0 <= b <= a. */
void ref_rides(RefMoves *moves, RefSquare from, int a, int b, int limit, RefHow how);

/* K, Q, R, B and N of chess. */
void ref_chess_piece(RefMoves *moves, RefSquare from, char kind);
void ref_castle(RefMoves *moves, RefSquare from);
/* Castling from any file: reads and writes the field of a FEN, castles, and drops the rights of
 * kings and rooks that are not at home. */
bool ref_any_file_read(RefPosition *position, const char *field);
void ref_any_file_write(const RefPosition *position, char out[8]);
void ref_any_file_castle(RefMoves *moves, RefSquare from);
void ref_any_file_drop(RefPosition *position);
/* A pawn of chess with a double step from `first_rank`. */
void ref_pawn(RefMoves *moves, RefSquare from, int first_rank);
/* A double step over `passed` to `to`, both of which lose what stands there. It may be answered en
 * passant and makes no piece. */
void ref_pawn_pass(RefMoves *moves, RefSquare from, RefSquare passed, RefSquare to);
/* Its single step straight on, and its single capturing steps, en passant among them. */
void ref_pawn_step(RefMoves *moves, RefSquare from);
void ref_pawn_captures(RefMoves *moves, RefSquare from);
/* One step of a pawn to `to`, with all its promotions, that takes the piece on `victim`, if any. */
void ref_pawn_go(RefMoves *moves, RefSquare from, RefSquare to, RefSquare victim);
/* Whether a pawn can have gone two straight on from `first_rank`. */
bool ref_straight_double_step(const RefPosition *position, int colour, RefSquare passed,
                              RefSquare pawn, int first_rank);
