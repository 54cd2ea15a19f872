/* Sequential probability ratio test of a match: is the difference elo0 (H0) or elo1 (H1)?
 *
 * The likelihood ratio is the generalised one, on a row of counts as rating.h has them: for each
 * hypothesis the likeliest distribution of scores that fulfils it is found, and the log of their
 * ratio summed over the counts. Empty cells are given 1e-3, so that it is finite from the first
 * pair. With the bounds log(beta / (1 - alpha)) and log((1 - beta) / alpha) the error rates are
 * close to alpha and beta (Van den Bergh, "A practical introduction to the GSPRT", 2020). */
#pragma once

#include <stdint.h>

/* What the hypotheses are of. Logistic: elo = 400 log10 of the odds of the mean score. Normalized:
 * the mean in standard deviations of a game, in the same unit: what a number of games can tell
 * apart, whatever the share of draws. */
typedef enum EloModel { ELO_LOGISTIC, ELO_NORMALIZED } EloModel;

/* Hypotheses lie within +- this: the likeliest distribution of a normalized one far beyond is not
 * found from our first guess. */
enum { SPRT_ELO_MOST = 200 };

typedef struct Sprt {
    EloModel model;
    double elo0, elo1;  /* elo0 < elo1, both within +-SPRT_ELO_MOST */
    double alpha, beta; /* of accepting H1 where H0 holds, and H0 where H1 does */
} Sprt;

typedef enum SprtVerdict { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

/* The log likelihood ratio; 0 where all counts are. */
double sprt_llr(const Sprt *sprt, const uint64_t *counts, int cells);

/* The bounds of the LLR, and what it says. */
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
SprtVerdict sprt_verdict(const Sprt *sprt, double llr);

/* "logistic", "normalized". */
const char *elo_model_name(EloModel model);
