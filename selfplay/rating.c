#include "selfplay/rating.h"

#include <math.h>

static const double level = 0.95;

double rating_elo(double score) { return interval_elo(log(score / (1 - score))); }

double rating_score(double elo) { return 1 / (1 + exp(-elo / interval_elo(1))); }

/* Elo points of a normalized difference: 800 / ln 10 for one standard deviation of a game. */
static double nelo_unit(void) { return interval_elo(2); }

/* All counts in one cell, of score `score`: what else may be true. */
static Interval equal_range(double score, double count, int cells)
{
    const double rare = 1 - level;
    /* A pair that is won is two games that are. */
    const double games = cells == PENTANOMIAL ? 2 * count : count;
    if (score >= 1)
        return (Interval){pow(rare, 1 / games), 1};
    if (score <= 0)
        return (Interval){0, 1 - pow(rare, 1 / games)};
    const double others = 1 - pow(rare, 1 / count);
    return (Interval){score - others * score, score + others * (1 - score)};
}

static void set_elo(Rating *rating)
{
    const Interval range = rating->score_range;
    rating->kind = range.low <= 0    ? RATING_AT_MOST
                   : range.high >= 1 ? RATING_AT_LEAST
                                     : RATING_BOTH;
    if (range.low <= 0 && range.high >= 1) {
        /* Too few games to bound it on either side by a normal interval: on the side of the score.
         */
        rating->kind = rating->score < 0.5 ? RATING_AT_MOST : RATING_AT_LEAST;
    }
    if (rating->kind == RATING_BOTH)
        rating->elo = rating_elo(rating->score);
    if (rating->kind != RATING_AT_MOST)
        rating->elo_range.low = rating_elo(range.low);
    if (rating->kind != RATING_AT_LEAST)
        rating->elo_range.high = rating_elo(range.high);
}

Rating rating_estimate(const uint64_t *counts, int cells)
{
    double count = 0, sum = 0, squares = 0;
    for (int i = 0; i < cells; i++) {
        const double score = (double)i / (cells - 1);
        count += (double)counts[i];
        sum += (double)counts[i] * score;
    }
    Rating rating = {.kind = RATING_NONE};
    if (!(count > 0))
        return rating;
    rating.score = sum / count;
    for (int i = 0; i < cells; i++) {
        const double distance = (double)i / (cells - 1) - rating.score;
        squares += (double)counts[i] * distance * distance;
    }
    const double variance = squares / count;
    const double error = sqrt(variance / count);
    /* A count in one cell only has its mean there but for rounding. */
    rating.spread = variance > 1e-12;
    rating.score_range = rating.spread ? interval_normal(rating.score, error, level)
                                       : equal_range(rating.score, count, cells);
    set_elo(&rating);
    if (rating.spread) {
        const double games = cells == PENTANOMIAL ? 2 : 1; /* of one count */
        rating.nelo = (rating.score - 0.5) / sqrt(games * variance) * nelo_unit();
        rating.nelo_half = interval_z(level) / sqrt(games * count) * nelo_unit();
        rating.superiority = interval_normal_below((rating.score - 0.5) / error);
    }
    return rating;
}
