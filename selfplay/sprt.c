#include "selfplay/sprt.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "selfplay/rating.h"

static const double empty_cell = 1e-3;

/* A distribution of scores. */
typedef struct Scores {
    int cells;
    double chance[PENTANOMIAL];
} Scores;

static double score_of(const Scores *scores, int cell)
{
    return (double)cell / (scores->cells - 1);
}

static double mean_of(const Scores *scores)
{
    double mean = 0;
    for (int i = 0; i < scores->cells; i++)
        mean += scores->chance[i] * score_of(scores, i);
    return mean;
}

static double deviation_of(const Scores *scores, double mean)
{
    double variance = 0;
    for (int i = 0; i < scores->cells; i++)
        variance += scores->chance[i] * pow(score_of(scores, i) - mean, 2);
    return sqrt(variance);
}

/* sum q_i g_i / (1 + x g_i): what must be 0. It falls with x. */
static double constraint(const Scores *seen, const double *g, double x)
{
    double sum = 0;
    for (int i = 0; i < seen->cells; i++)
        sum += seen->chance[i] * g[i] / (1 + x * g[i]);
    return sum;
}

/* The likeliest distribution p, given the shares q that were seen, with sum p_i g_i = 0: by a
 * Lagrange multiplier x it is p_i = q_i / (1 + x g_i), all of them positive. */
static Scores likeliest(const Scores *seen, const double *g)
{
    double least = g[0], most = g[0];
    for (int i = 1; i < seen->cells; i++) {
        least = fmin(least, g[i]);
        most = fmax(most, g[i]);
    }
    assert(least < 0 && most > 0);
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < 200 && low < high; step++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (constraint(seen, g, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    const double x = low + (high - low) / 2;
    Scores best = {.cells = seen->cells};
    for (int i = 0; i < seen->cells; i++)
        best.chance[i] = seen->chance[i] / (1 + x * g[i]);
    return best;
}

static Scores likeliest_with_mean(const Scores *seen, double mean)
{
    double g[PENTANOMIAL];
    for (int i = 0; i < seen->cells; i++)
        g[i] = score_of(seen, i) - mean;
    return likeliest(seen, g);
}

/* ... with (mean - 1/2) / deviation = t. That is not linear in p; so it is made linear around a
 * guess, by the derivative of mean - 1/2 - t deviation, until the guess stays. The first one is
 * wide: from a guess that hardly varies no step would be possible. */
static Scores likeliest_with_ratio(const Scores *seen, double t)
{
    Scores guess = {.cells = seen->cells};
    for (int i = 0; i < seen->cells; i++)
        guess.chance[i] = 1.0 / seen->cells;
    double change = 1;
    for (int step = 0; step < 100 && change > 1e-13; step++) {
        const double mean = mean_of(&guess);
        const double deviation = deviation_of(&guess, mean);
        double g[PENTANOMIAL];
        for (int i = 0; i < seen->cells; i++) {
            const double away = (score_of(seen, i) - mean) / deviation;
            g[i] = score_of(seen, i) - 0.5 - t * deviation * (1 + away * away) / 2;
        }
        const Scores next = likeliest(seen, g);
        change = 0;
        for (int i = 0; i < seen->cells; i++)
            change = fmax(change, fabs(next.chance[i] - guess.chance[i]));
        guess = next;
    }
    return guess;
}

static Scores under(const Sprt *sprt, const Scores *seen, double elo)
{
    if (sprt->model == ELO_LOGISTIC)
        return likeliest_with_mean(seen, rating_score(elo));
    /* The deviation of a pair's mean is that of a game over the root of 2. */
    const double games = seen->cells == PENTANOMIAL ? 2 : 1;
    return likeliest_with_ratio(seen, elo / interval_elo(2) * sqrt(games));
}

double sprt_llr(const Sprt *sprt, const uint64_t *counts, int cells)
{
    Scores seen = {.cells = cells};
    double total = 0;
    bool any = false;
    for (int i = 0; i < cells; i++) {
        any = any || counts[i] > 0;
        seen.chance[i] = counts[i] > 0 ? (double)counts[i] : empty_cell;
        total += seen.chance[i];
    }
    if (!any)
        return 0;
    for (int i = 0; i < cells; i++)
        seen.chance[i] /= total;
    const Scores h0 = under(sprt, &seen, sprt->elo0);
    const Scores h1 = under(sprt, &seen, sprt->elo1);
    double llr = 0;
    for (int i = 0; i < cells; i++)
        llr += total * seen.chance[i] * log(h1.chance[i] / h0.chance[i]);
    return llr;
}

double sprt_lower(const Sprt *sprt) { return log(sprt->beta / (1 - sprt->alpha)); }

double sprt_upper(const Sprt *sprt) { return log((1 - sprt->beta) / sprt->alpha); }

SprtVerdict sprt_verdict(const Sprt *sprt, double llr)
{
    return llr <= sprt_lower(sprt)   ? SPRT_ACCEPT_H0
           : llr >= sprt_upper(sprt) ? SPRT_ACCEPT_H1
                                     : SPRT_CONTINUE;
}

const char *elo_model_name(EloModel model)
{
    return model == ELO_LOGISTIC ? "logistic" : "normalized";
}
