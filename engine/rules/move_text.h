/* The words of a move's text, before a position gives them a meaning. */
#pragma once

#include "engine/base/error.h"
#include "engine/rules/notation.h"

enum { MAX_TEXT_SQUARES = 2 * MAX_OFFSETS + 3 };

typedef struct MoveText {
    bool castles, castles_short; /* O-O or O-O-O */
    bool drops;                  /* N@g5 */
    char right;                  /* the letter behind a castling, '\0': none */
    unsigned type;               /* of the piece, by its letter; 0: none given */
    int file, rank;              /* of the origin, before the squares; -1: not given */
    int square_count;
    Square squares[MAX_TEXT_SQUARES];
    char signs[MAX_TEXT_SQUARES]; /* before each square: 'x', '*', '-' or '\0' */
    unsigned promotion;           /* 0: none given */
    bool en_passant;
} MoveText;

/* Reads either notation; `err` says what is not understood. */
bool move_text_parse(const Variant *variant, const char *text, MoveText *parsed, Error *err);
