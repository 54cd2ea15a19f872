/* What the files of the compiler share. */
#pragma once

#include "engine/rules/betza.h"
#include "engine/rules/compile.h"

/* What is compiled, and from what. */
typedef struct Compiler {
    Variant *variant;
    const Settings *settings;
    Piece array[MAX_SQUARES]; /* the start position's placement */
    int line;                 /* of the section, for what it leaves out */
    Error *err;
} Compiler;

/* Short words for looking at settings. */
static inline const Setting *compile_find(const Compiler *compiler, KeyId id)
{
    return settings_find(compiler->settings, id, "");
}

static inline int compile_number(const Compiler *compiler, KeyId id, int fallback)
{
    return settings_number_or(compiler->settings, id, fallback);
}

/* The setting for one colour, or else the one for both. */
static inline const Setting *compile_find_coloured(const Compiler *compiler, KeyId one, KeyId both)
{
    const Setting *setting = compile_find(compiler, one);
    return setting != NULL ? setting : compile_find(compiler, both);
}

/* Calls `compile` for each setting of a key, in order, until one fails. */
bool compile_each_setting(Compiler *compiler, KeyId id,
                          bool (*compile)(Compiler *, const Setting *));

/* The types of some letters, as bits; "-" is none. False at a letter that is none. */
bool compile_read_letters(Compiler *compiler, const Setting *setting, const char *letters,
                          uint32_t *types);

/* The types that a setting's letters name. */
bool compile_read_types(Compiler *compiler, const Setting *setting, uint32_t *types);

/* A region of the board. Of an inherited setting, what lies beyond the edge is left out. */
bool compile_region(const Variant *variant, const Setting *setting, const char *text, Set *region,
                    Error *err);
bool compile_read_region(Compiler *compiler, const Setting *setting, const char *text, Set *region);

/* Adds a way to castle: the king's from and to, its partner's from and to. */
bool compile_add_castling(Compiler *compiler, const Setting *setting, char letter,
                          const unsigned squares[4]);

/* Sets where king and partner of a castling start, and what follows from it. */
void compile_castling_from(Castling *castling, unsigned king, unsigned rook);

/* castlingAnyFile and castlingFromMove, once all ways to castle are known. */
bool compile_castling_limits(Compiler *compiler);

/* What pawns become, and where they are pushed. */
bool compile_pawn_promotion(Compiler *compiler);
bool compile_pushed_pawns(Compiler *compiler);

/* Whether promotion is told by keys that know colours and types apart, and its rules. */
bool compile_knows_colours(const Compiler *compiler);
bool compile_colour_promotions(Compiler *compiler);

/* The rights of the array, where the key castling is given. */
bool compile_array_castling(Compiler *compiler);

/* The regions in which pawns promote, from the keys that are not of the family promotion. */
bool compile_promotion_region(Compiler *compiler, Set region[2]);

/* Pieces in hand: whether there are such, before the array is read, and then, once moves and
 * promotions are known, where they may come in. */
bool compile_hands(Compiler *compiler);
bool compile_drops(Compiler *compiler);

/* Goals, and rules that make more moves illegal. */
bool compile_goals(Compiler *compiler);

/* Which types reset the count of the move rule, and whether they can move straight back. */
bool compile_resets(Compiler *compiler);
void compile_way_back(Variant *variant);
void compile_returns(Variant *variant);

/* Makes Black's moves of a type of Fairy-Stockfish: there Black's board is turned, left and right
 * too; ours is mirrored, and left stays left. */
void compile_turn_moves(const Settings *settings, const PieceType *type, BetzaPiece *moves);

/* Lets pawns of Fairy-Stockfish capture en passant with all moves that do nothing but capture.
 * False if one of them is no leap, which that program does not get right. */
bool compile_en_passant_types(const Settings *settings, const PieceType *type, BetzaPiece *moves);

/* Whether the type has hops that end on empty squares. */
bool compile_hops_quietly(const Variant *variant, unsigned type);

/* The squares that a piece of the type could never move from, even on an empty board. */
Set compile_stuck_squares(const Variant *variant, const Settings *settings, Colour colour,
                          unsigned type);
