/* The players of a match, or of a run that is not played by our own searcher: our own engine, or an
 * outside one by UCI or XBoard.
 *
 * A player is asked for one move at a time and may fail to give it; that is a fault of the game,
 * which it loses in a match, and no error there. What it says is only a claim: game_ask() looks
 * whether the move is legal, and whoever plays the game whether it is over. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/error.h"
#include "engine/base/text.h"
#include "engine/rules/notation.h"
#include "engine/rules/position.h"

/* How a player fails. */
typedef enum PlayerFault {
    FAULT_NONE,
    FAULT_ILLEGAL, /* its move is none of the position's legal ones */
    FAULT_TIME,    /* no move in time, the margin included */
    FAULT_CRASH,   /* its process ended, or closed its pipes */
    FAULT_REFUSAL, /* it refused a legal move of the other side, or of the opening */
    FAULT_CLAIM,   /* it claimed an end of the game that is none, and made no move */
    FAULT_RESIGN,  /* it gave up; no fault, but an end that the rules do not know */
    FAULT_COUNT
} PlayerFault;

/* "illegal move", "time", ... */
const char *player_fault_name(PlayerFault fault);

/* A game as it stands. `moves` are UCI's texts of all moves made. The position is set up by the
 * game's own file, and the same after each move is asked for. */
typedef struct GameLine {
    Position position;
    Text start;                   /* owned: the FEN that it began from, "" for the array */
    char (*moves)[MAX_MOVE_TEXT]; /* owned: MAX_GAME_PLY of them; position.ply are there */
} GameLine;

void game_line_init(GameLine *line, const Variant *variant);
void game_line_release(GameLine *line);

/* Back to the array, or to a position that it begins from. */
bool game_line_start(GameLine *line, const char *fen, Error *err);

/* Makes a legal move. */
void game_line_make(GameLine *line, Move move);

/* What a player answers. */
typedef struct PlayerMove {
    Move move; /* NO_MOVE with a fault */
    PlayerFault fault;
    bool stopped;   /* the stop flag was seen: there is no answer */
    double seconds; /* that it took, by our clock */
    uint64_t nodes; /* as it says itself; 0 if it does not */
    int depth;      /* ... */
    char why[128];  /* of a fault: what happened, "" where the fault's name says all */
} PlayerMove;

typedef struct PlayerKind PlayerKind;

/* Usual values of a spec. */
enum { PLAYER_START_MS = 30000, PLAYER_NODES_MARGIN_MS = 60000 };

/* What a side of a match is to be. Strings are borrowed. */
typedef struct PlayerSpec {
    const PlayerKind *kind;
    const char *command;      /* of an outside engine */
    const char *weights;      /* of our own: as weights_load() takes it; NULL: the variant's */
    const char *variant_name; /* by which an outside engine knows the variant; NULL: its own name */
    const char *const *options; /* "NAME=VALUE" for an outside engine, in this order */
    size_t option_count;
    uint64_t nodes;      /* a move: one of these two is not 0 */
    int64_t movetime_ms; /* ... */
    int64_t margin_ms;   /* by which a move may be late; by nodes: after which it is */
    int64_t start_ms;    /* that an outside engine has to introduce itself, and to be ready */
    int hash_mb;
    const char *log; /* file for its standard error; NULL: none */
    const atomic_bool *stop;
} PlayerSpec;

/* Reads "own", "uci:COMMAND" or "xboard:COMMAND". */
bool player_spec_read(PlayerSpec *spec, const char *text, Error *err);

/* One player, for one game at a time. */
typedef struct Player Player;

/* Starts it, and makes sure that it plays the variant, which is borrowed. NULL and `err` where it
 * does not; `err` says what to type. */
Player *player_new(const PlayerSpec *spec, const Variant *variant, Error *err);
void player_free(Player *player);

/* What it is called: borrowed. */
const char *player_name(const Player *player);

/* Begins a game at a position. One whose process is no more, or that failed, is started again.
 * False and `err` where that is not possible. */
bool player_begin(Player *player, const GameLine *line, Error *err);

/* Asks for the move of the side to move. */
PlayerMove player_move(Player *player, GameLine *line);

/* Tells that the game is over: "1-0", "0-1", "1/2-1/2" or "*". */
void player_end(Player *player, const char *result);
