/* One finished game: a row of the store. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"
#include "engine/rules/outcome.h"
#include "engine/rules/position.h"

typedef struct GameRecord {
    uint64_t index; /* in the run */
    Text start_fen; /* the position that play began from, behind the opening */
    Text moves;     /* as move_to_text() writes them, a space between */
    Text scores;    /* of each move, White's view: 16 bits each, the low byte first; SCORE_NONE of
                       a player that tells none */
    int plies;      /* moves played: behind the opening */
    GameResult result; /* RESULT_NONE only with END_PLY_CAP */
    EndReason reason;
    uint64_t nodes;    /* searched in the whole game */
    uint32_t rejected; /* openings that were drawn for this pair and refused */
} GameRecord;

void game_record_init(GameRecord *record);
void game_record_release(GameRecord *record);

/* Makes it an empty record and keeps its memory. */
void game_record_clear(GameRecord *record);

/* Appends one move's score. */
void game_record_add_score(GameRecord *record, int white_score);

/* The score of move `ply` (from 0), White's view. */
int game_record_score(const GameRecord *record, int ply);

/* A hash of the whole record: the row's checksum. */
uint64_t game_record_hash(const GameRecord *record);

/* A hash of the game as played: where it began and its moves. Equal for duplicate games. */
uint64_t game_record_game_hash(const GameRecord *record);

/* Sets `position` to the start of play. False where the record's FEN is none of this variant. */
bool game_record_start(const GameRecord *record, Position *position, Error *err);
