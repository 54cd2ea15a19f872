#include "tuner/position_sample.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/random.h"
#include "engine/rules/attack.h"
#include "engine/rules/movegen.h"
#include "engine/rules/notation.h"
#include "engine/search/searcher.h"

enum { TABLE_BYTES = 1 << 12 }; /* for searches to some depth, of which there are none */

/* A ply that may be drawn. */
typedef struct Drawn {
    uint32_t rank;
    int ply;
} Drawn;

struct PositionSampler {
    uint64_t run_key;
    Searcher *searcher;
    Position position;
    Move moves[MAX_GAME_PLY];          /* of the game */
    Drawn drawn[POSITION_SAMPLE_MOST]; /* so far, the lowest ranks first */
    int count, most;
};

PositionSampler *position_sampler_new(const Variant *variant, const Weights *weights,
                                      uint64_t run_key, int most)
{
    PositionSampler *sampler = memory_new(1, sizeof *sampler);
    sampler->run_key = run_key;
    sampler->most = most;
    sampler->searcher = searcher_new(variant, weights, TABLE_BYTES);
    position_init(&sampler->position, variant);
    return sampler;
}

void position_sampler_free(PositionSampler *sampler)
{
    if (sampler == NULL)
        return;
    searcher_free(sampler->searcher);
    position_release(&sampler->position);
    free(sampler);
}

static bool is_quiet(PositionSampler *sampler, Move move)
{
    Position *position = &sampler->position;
    return !move_is_noisy(position, move) && !position_in_check(position)
           && searcher_quiescence(sampler->searcher, position)
                  == searcher_evaluate(sampler->searcher, position);
}

/* Puts the ply in its place, and leaves out the one of the highest rank where there are too many.
 */
static void draw(PositionSampler *sampler, uint32_t rank, int ply)
{
    int place = sampler->count < sampler->most ? sampler->count++ : sampler->most - 1;
    for (; place > 0 && sampler->drawn[place - 1].rank > rank; place--)
        sampler->drawn[place] = sampler->drawn[place - 1];
    sampler->drawn[place] = (Drawn){rank, ply};
}

/* Reads the move at `*text` and steps over it. */
static Move read_move(Position *position, const char **text, Error *err)
{
    char word[MAX_MOVE_TEXT];
    const size_t length = strcspn(*text, " ");
    if (length >= sizeof word) {
        error_set(err, "'%.*s' is no move", (int)sizeof word, *text);
        return NO_MOVE;
    }
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length + ((*text)[length] == ' ');
    return move_from_text(position, word, err);
}

/* Plays the game through, and draws. Whether a position is quiet is only looked at where its rank
 * would do. */
static bool play_and_draw(PositionSampler *sampler, const GameRecord *record, Error *err)
{
    Position *position = &sampler->position;
    Random random;
    random_init_keyed(&random, sampler->run_key, RANDOM_SAMPLE, record->index);
    searcher_clear(sampler->searcher);
    sampler->count = 0;
    const char *rest = record->moves.data;
    for (int ply = 0; ply < record->plies; ply++) {
        const Move move = read_move(position, &rest, err);
        if (move == NO_MOVE)
            return error_prefix(err, "ply %d", ply + 1);
        const uint32_t rank = random_next(&random);
        const bool low =
            sampler->count < sampler->most || rank < sampler->drawn[sampler->most - 1].rank;
        if (low && is_quiet(sampler, move))
            draw(sampler, rank, ply);
        sampler->moves[ply] = move;
        position_make(position, move);
    }
    return true;
}

static int compare_plies(const void *a, const void *b)
{
    return ((const Drawn *)a)->ply - ((const Drawn *)b)->ply;
}

bool position_sampler_each(PositionSampler *sampler, const GameRecord *record, PositionVisit *visit,
                           void *context, Error *err)
{
    Position *position = &sampler->position;
    if (!game_record_start(record, position, err))
        return false;
    if (!play_and_draw(sampler, record, err))
        return error_prefix(err, "game %" PRIu64, record->index);
    qsort(sampler->drawn, (size_t)sampler->count, sizeof *sampler->drawn, compare_plies);
    while (position->ply > 0)
        position_undo(position);
    for (int i = 0, ply = 0; i < sampler->count; i++) {
        for (; ply < sampler->drawn[i].ply; ply++)
            position_make(position, sampler->moves[ply]);
        if (!visit(context, record, position, err))
            return false;
    }
    return true;
}
