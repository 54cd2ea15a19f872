#include "selfplay/game_record.h"

#include <assert.h>
#include <inttypes.h>

#include "engine/base/hash.h"

void game_record_init(GameRecord *record)
{
    *record = (GameRecord){.result = RESULT_NONE};
    text_init(&record->start_fen);
    text_init(&record->moves);
    text_init(&record->scores);
}

void game_record_release(GameRecord *record)
{
    text_release(&record->start_fen);
    text_release(&record->moves);
    text_release(&record->scores);
}

void game_record_clear(GameRecord *record)
{
    text_clear(&record->start_fen);
    text_clear(&record->moves);
    text_clear(&record->scores);
    record->index = 0;
    record->plies = 0;
    record->result = RESULT_NONE;
    record->reason = END_NONE;
    record->nodes = 0;
    record->rejected = 0;
}

void game_record_add_score(GameRecord *record, int white_score)
{
    assert(white_score >= INT16_MIN && white_score <= INT16_MAX);
    unsigned bits = (unsigned)white_score & 0xffffu;
    text_add_char(&record->scores, (char)(unsigned char)(bits & 255));
    text_add_char(&record->scores, (char)(unsigned char)(bits >> 8));
}

int game_record_score(const GameRecord *record, int ply)
{
    assert(ply >= 0 && 2 * (size_t)ply + 1 < record->scores.length);
    const char *bytes = record->scores.data + 2 * (size_t)ply;
    int bits = (unsigned char)bytes[0] | (unsigned char)bytes[1] << 8;
    return bits < 0x8000 ? bits : bits - 0x10000;
}

static uint64_t text_hash(const Text *text) { return hash_bytes(text->data, text->length); }

uint64_t game_record_game_hash(const GameRecord *record)
{
    return hash_add(text_hash(&record->start_fen), text_hash(&record->moves));
}

uint64_t game_record_hash(const GameRecord *record)
{
    uint64_t hash = hash_add(game_record_game_hash(record), text_hash(&record->scores));
    hash = hash_add(hash, record->index);
    hash = hash_add(hash, (uint64_t)record->plies);
    hash = hash_add(hash, (uint64_t)(int64_t)record->result);
    hash = hash_add(hash, (uint64_t)record->reason);
    hash = hash_add(hash, record->nodes);
    return hash_add(hash, record->rejected);
}

bool game_record_start(const GameRecord *record, Position *position, Error *err)
{
    return position_set_fen(position, record->start_fen.data, err)
           || error_prefix(err, "game %" PRIu64, record->index);
}
