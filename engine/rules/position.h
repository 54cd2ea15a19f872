/* A position of a game, with exact make and undo.
 *
 * The board and the sets say the same thing twice, for speed; every write goes through one function
 * that keeps both, the counts, the castling rights and the Zobrist key in step. make() logs each
 * square that it writes, so undo() is the same few lines for every kind of move. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/set.h"
#include "engine/base/text.h"
#include "engine/rules/move.h"
#include "engine/rules/variant.h"

enum { MAX_CHANGES = 10, MAX_PASSED = 3 };

/* The right to capture en passant on the next move: the squares that a pawn passed, and where it
 * stands now. passed_count = 0: no right. */
typedef struct EnPassant {
    uint8_t passed_count;
    Square passed[MAX_PASSED];
    Square pawn;
} EnPassant;

typedef struct Change {
    Square square;
    Piece before;
} Change;

/* What a made move did, enough to take it back. */
typedef struct Undo {
    uint64_t key; /* of the position before the move */
    Move move;    /* NO_MOVE for a null move */
    EnPassant en_passant;
    bool ep_usable;
    uint8_t checks[2];
    uint8_t change_count;
    CastlingRights castling;
    uint16_t rule50;
    uint16_t since_null;
    uint16_t counting, counting_limit;
    Change changes[MAX_CHANGES];
} Undo;

/* The pieces in hand, and what those on the board were before they promoted, which they are again
 * once they are taken. */
typedef struct Pockets {
    uint8_t count[2][MAX_TYPES];
    uint8_t origin[MAX_SQUARES]; /* a type; 0: what stands there has not promoted */
} Pockets;

/* ... before a move: the origins are those of the squares of Undo.changes. */
typedef struct PocketsBefore {
    uint8_t count[2][MAX_TYPES];
    uint8_t origin[MAX_CHANGES];
} PocketsBefore;

typedef struct Position {
    const Variant *variant; /* borrowed */
    Piece board[MAX_SQUARES];
    Set occupied;
    Set of_colour[2];
    Set of_piece[2][MAX_TYPES];
    uint8_t count[2][MAX_TYPES];
    uint16_t king[2];        /* the square of the royal piece, NO_SQUARE for none */
    Colour side;             /* to move */
    CastlingRights castling; /* that there still are */
    uint8_t checks[2];       /* that a colour has still to give: key checkCounting */
    EnPassant en_passant;
    bool ep_usable;      /* whether a legal en passant capture exists: part of the key only then */
    uint16_t rule50;     /* plies since a capture or a pawn's own move */
    uint16_t since_null; /* plies since the last null move or the start */
    /* Of countingRule: the count and its limit in plies; limit 0: there is none. No part of the
     * key, as rule50 is none. */
    uint16_t counting, counting_limit;
    uint32_t move_number;
    uint64_t key;
    int ply;                       /* made moves on the undo stack */
    Undo *undo;                    /* owned: MAX_GAME_PLY of them */
    PocketsBefore *pockets_before; /* owned, as many; NULL where there are no pieces in hand */
    Pockets pockets;
} Position;

/* A position as text says it, before it is set up. */
typedef struct Setup {
    Piece board[MAX_SQUARES];
    Pockets pockets;
    Colour side;
    CastlingRights castling;
    uint8_t checks[2];
    EnPassant en_passant;
    unsigned rule50;
    unsigned counting, counting_limit;
    uint32_t move_number;
} Setup;

/* Allocates the undo stack and sets up an empty board. Release frees it. */
void position_init(Position *position, const Variant *variant);
void position_release(Position *position);

/* Sets up a position that has been checked (fen.c does). */
void position_set_up(Position *position, const Setup *setup);

/* Sets up a position from a FEN and forgets the moves made. Strict: each field is checked, and
 * `err` names the field and what would be right. Refused: a wrong number of ranks or squares,
 * unknown letters, no royal piece or two, castling rights with no king and rook at home, an en
 * passant square that no pawn can have passed, more pieces than the move lists hold, and a side not
 * to move that is in check. On failure the position is the empty board.
 *
 * Forgiven, each on purpose: fields left out behind the side to move (no castling, no en passant, 0
 * and 1); any number of spaces around fields; a gap written in parts (board_text.h says how digits
 * are read); and the operations of an EPD behind the position, of which hmvc and fmvn are the
 * clocks and others are passed over. A clock is a whole number of at most four digits and nothing
 * else. */
bool position_set_fen(Position *position, const char *fen, Error *err);
bool position_set_start(Position *position, Error *err);

/* Makes `copy` the same position, moves made included. Both belong to the same variant. */
void position_copy(Position *copy, const Position *position);

/* Appends the FEN. position_set_fen() of it gives the same position. */
void position_add_fen(const Position *position, Text *text);

/* Puts a piece (or NO_PIECE) on a square while a game is being set up: castling rights that have
 * lost their king or rook go, an en passant right goes, the moves made are forgotten. Kings may not
 * be taken off or added. What is put there has not promoted, unless it cannot be had otherwise. */
void position_place(Position *position, Square square, Piece piece);

/* Sets how many pieces of a type a colour has in hand, while a game is being set up. */
void position_set_in_hand(Position *position, Colour colour, unsigned type, unsigned count);

/* Makes a pseudo-legal move (from a generator). It may leave the own king attacked. */
void position_make(Position *position, Move move);
void position_undo(Position *position);

/* The key after a move, left out what few moves change: rights to castle or to capture en passant,
 * what is in hand, and what effects do beside the move. Known before it is made, to fetch by. */
static inline uint64_t position_likely_key(const Position *position, Move move)
{
    const Variant *variant = position->variant;
    const Piece mover = position->board[move_from(move)], taken = position->board[move_to(move)];
    const unsigned becomes = move_becomes(move) != 0 ? move_becomes(move) : piece_type(mover);
    uint64_t key = position->key ^ variant->side_key
                   ^ variant->piece_key[position->side][piece_type(mover)][move_from(move)]
                   ^ variant->piece_key[position->side][becomes][move_to(move)];
    if (taken != NO_PIECE)
        key ^= variant->piece_key[piece_colour(taken)][piece_type(taken)][move_to(move)];
    return key;
}

/* The type that a move is made with: of a drop, that comes in. */
static inline unsigned position_mover(const Position *position, Move move)
{
    const unsigned type = piece_type(position->board[move_from(move)]);
    return __builtin_expect(type == 0, 0) ? move_becomes(move) : type;
}

/* How many pieces of a type a colour has, on the board and in hand. */
static inline int position_held(const Position *position, Colour colour, unsigned type)
{
    return position->count[colour][type] + position->pockets.count[colour][type];
}

/* Passes the move; the side to move is not in check. undo() takes it back. */
void position_make_null(Position *position);

/* How many plies back the same position may have stood: to the last move that cannot be taken back,
 * or, where moves that reset the count can be, to the start. */
static inline int position_reach(const Position *position)
{
    bool all = (position->variant->features & FEATURE_PAWNS_RETURN) != 0;
    return all || position->rule50 > position->since_null ? position->since_null : position->rule50;
}

/* How often the position stood before within its reach. */
int position_repetitions(const Position *position);

/* How many plies ago it stood for the `times`-th time, counted backwards; 0 if it did not. */
int position_stood_before(const Position *position, int times);

/* Whether the board, sets, counts, rights and the key agree: for asserts and tests. */
bool position_ok(const Position *position);

/* The piece that the move takes first, NO_PIECE if it takes none: for ordering captures. */
Piece position_captured(const Position *position, Move move);
