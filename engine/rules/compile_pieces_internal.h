/* The compiler of the pieces' moves, in four files: compile_limits.c reads where each type may go,
 * compile_moves.c which strings of moves it has and where they count, compile_paths.c makes of one
 * path a step program's path and an attack, and compile_pieces.c goes through all types and
 * squares. */
#pragma once

#include "engine/rules/attack_table.h"
#include "engine/rules/betza.h"
#include "engine/rules/path.h"
#include "engine/rules/program.h"
#include "engine/rules/settings.h"

/* What one variant may cost: far more than any game needs, and less than two seconds and 200 MB. */
enum { MAX_PROGRAM = 60000, MAX_STEPS = 1 << 22, MAX_RECORDS = 1 << 21, MAX_LEAPS = 5000000 };

/* Where a move may not go, by type: from the keys crossing, mobilityRegion and morph. */
typedef struct Limits {
    Set may_go[2];   /* by colour */
    Set stuck[2];    /* where it could never move from, if the variant forbids to go there */
    bool crossing;   /* whether the two below say anything */
    int line;        /* the line above this many ranks */
    Set crossing_at; /* moves that start or end here may cross */
} Limits;

typedef struct PieceCompiler {
    Variant *variant;
    const Settings *settings;
    Error *err;
    Limits limits[MAX_TYPES];
    uint8_t morph[MAX_SQUARES]; /* what a piece turns into there, 0 for nothing */
    Set initial[2][MAX_TYPES];  /* where moves marked i may start */
    Set en_passant[2];          /* where captures en passant may end */
    ProgramBuilder program;
    AttackBuilder attacks;
    size_t step_capacity;
    /* What is being compiled. */
    Colour colour;
    unsigned type;
    const BetzaMove *move;
    const char *why;       /* set when the visitor stops */
    const Setting *blamed; /* ... and whose fault it is, where it is not that of the moves */
    long leaps;            /* how many more may be tried for all pieces together */
} PieceCompiler;

/* A string of moves and where it counts. */
typedef struct ZoneMoves {
    const Setting *setting;
    Set zone[2];
    BetzaPiece moves[2]; /* by colour: forward is the mover's, left and right are White's */
} ZoneMoves;

enum { MAX_ZONES = 24 };

/* Where moves may go and start, from the keys that say so. */
bool piece_read_limits(PieceCompiler *compiler);
bool piece_read_initial(PieceCompiler *compiler);

/* See compile_region(). */
bool piece_read_region(PieceCompiler *compiler, const Setting *setting, const char *text,
                       Set *region);

/* The regions that two keys give the colours, or one key both, or none; Black's is else White's
 * mirrored. */
bool piece_read_two_regions(PieceCompiler *compiler, KeyId both, KeyId white, KeyId black,
                            Set region[2]);

/* The type that a suffix names by its letter, behind which zoneMoves may have a number; 0 and an
 * error if there is none. */
unsigned piece_letter_type(PieceCompiler *compiler, const Setting *setting);

/* Whether moves of the current type and colour may end there. */
bool piece_may_go(const PieceCompiler *compiler, unsigned to);

/* The moves of the current type: its own first, everywhere, then zoneMoves. Returns how many, -1 on
 * failure. */
int piece_read_moves(PieceCompiler *compiler, ZoneMoves zones[MAX_ZONES]);

/* A PathVisitor, for path_visit(): adds the path to program and attacks. False, with compiler->why,
 * where it cannot be said. */
bool piece_visit_path(const Path *path, void *context);
