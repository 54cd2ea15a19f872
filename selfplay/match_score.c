#include "selfplay/match_score.h"

#include "engine/base/hash.h"

void match_score_init(MatchScore *score)
{
    *score = (MatchScore){.games = 0};
    hash_set_init(&score->seen);
}

void match_score_release(MatchScore *score) { hash_set_release(&score->seen); }

/* Whether the pair's games were not played before. */
static bool is_new(MatchScore *score, const MatchGame games[2])
{
    return hash_set_add(&score->seen,
                        hash_add(hash_bytes(games[0].moves.data, games[0].moves.length),
                                 hash_bytes(games[1].moves.data, games[1].moves.length)));
}

static MatchResult result_of(const MatchGame *game, bool first_is_white)
{
    if (game->result == RESULT_NONE)
        return MATCH_OPEN;
    if (game->result == RESULT_DRAW)
        return MATCH_DRAWN;
    return (game->result == RESULT_WHITE) == first_is_white ? MATCH_WON : MATCH_LOST;
}

static int end_of(const MatchGame *game)
{
    return game->fault != FAULT_NONE ? END_REASON_COUNT + (int)game->fault : (int)game->reason;
}

static MatchResult add_game(MatchScore *score, const MatchGame *game, int number)
{
    const MatchResult result = result_of(game, number == 0);
    score->games++;
    score->results[result]++;
    score->ends[end_of(game)][result]++;
    score->white_wins += game->result == RESULT_WHITE;
    score->white_losses += game->result == RESULT_BLACK;
    score->plies += (uint64_t)game->plies;
    for (int player = 0; player < 2; player++)
        player_totals_add(&score->totals[player], &game->totals[player ^ number]);
    return result;
}

void match_score_add(MatchScore *score, const MatchGame games[2], uint64_t rejected)
{
    static const int half_points[MATCH_RESULTS] = {[MATCH_WON] = 2, [MATCH_DRAWN] = 1};
    const MatchResult results[2] = {add_game(score, &games[0], 0), add_game(score, &games[1], 1)};
    score->pairs++;
    score->rejected_openings += rejected;
    if (!is_new(score, games))
        score->duplicate_pairs++;
    else if (results[0] == MATCH_OPEN || results[1] == MATCH_OPEN)
        score->open_pairs++;
    else
        score->counted[half_points[results[0]] + half_points[results[1]]]++;
}

const char *match_end_name(int end)
{
    return end >= END_REASON_COUNT ? player_fault_name((PlayerFault)(end - END_REASON_COUNT))
                                   : end_reason_name((EndReason)end);
}

Rating match_score_rating(const MatchScore *score)
{
    if (score->duplicate_pairs > 0 && score->duplicate_pairs == score->pairs - 1)
        return (Rating){.kind = RATING_NONE};
    return rating_estimate(score->counted, PENTANOMIAL);
}
