/* How much stronger one player is than another: estimates from the results of a match.
 *
 * The unit is the pair: two games from one opening with colours swapped, whose score is 0, 1/2, 1,
 * 3/2 or 2 for the first player. Counts of pairs by score (the pentanomial) know that the games of
 * a pair are not independent; counts of games (the trinomial: losses, draws, wins) do not, and are
 * for games without partners. Both are a row of counts with evenly spaced scores, so one formula
 * does for both. See Van den Bergh, "Comments on normalized Elo" (2020). */
#pragma once

#include <stdint.h>

#include "selfplay/interval.h"

/* Cells of a row of counts: scores 0, 1/(n-1) ... 1 of a game's one point. */
enum { TRINOMIAL = 3, PENTANOMIAL = 5 };

typedef enum RatingKind {
    RATING_NONE,     /* no games */
    RATING_BOTH,     /* an interval with two ends */
    RATING_AT_LEAST, /* won (nearly) all: only `low` is meant */
    RATING_AT_MOST,  /* lost (nearly) all: only `high` */
} RatingKind;

typedef struct Rating {
    RatingKind kind;
    double score;         /* mean of a game, 0 .. 1 */
    Interval score_range; /* 95 % */
    double elo;           /* logistic; of RATING_BOTH only */
    Interval elo_range;
    bool spread;        /* whether the counts vary: without it there are no values below */
    double nelo;        /* normalized Elo: the mean in standard deviations of a game, * 800/ln 10 */
    double nelo_half;   /* of its 95 % interval */
    double superiority; /* likelihood that the first player is the stronger one (LOS) */
} Rating;

/* The estimate from counts of `cells` scores. The score's interval is normal, and Elo's its image;
 * where all counts lie in one cell, a normal interval would be +-0, and an exact one is taken: of a
 * side that won all its n games, p^n >= 5 %; of n equal pairs, other ones are not rarer than they
 * could be with 5 % chance of never being seen, and may score anything. */
Rating rating_estimate(const uint64_t *counts, int cells);

/* The Elo difference of an expected score between 0 and 1, and back. */
double rating_elo(double score);
double rating_score(double elo);
