#include "tuner/separation.h"

#include <math.h>

/* A part of a direction below this share of its largest is the rest of a step that settles. */
static const double least_part = 1e-3;

/* How much a row may contradict a direction whose largest part is 1: the same rest, over all
 * columns of the row. Differences are whole numbers, so a true contradiction is far larger. */
static const double row_slack = 1e-2;

Imbalance separation_count(const LogitDesign *design, int column)
{
    const Dataset *data = design->data;
    const int16_t *x = data->columns[column];
    Imbalance count = {0};
    for (size_t g = 0; g < data->cluster_count; g++) {
        const size_t before = count.games, alike = data->cluster_counts[g];
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1]; row++) {
            if (x[row] == 0 || !logit_row_taken(design, row))
                continue;
            const int half_points = x[row] > 0 ? data->outcomes[row] : 2 - data->outcomes[row];
            count.games += alike;
            count.won += half_points == 2 ? alike : 0;
            count.lost += half_points == 0 ? alike : 0;
        }
        count.clusters += count.games > before ? alike : 0;
    }
    return count;
}

static double row_eta(const LogitDesign *design, const LogitFit *fit, const double *parameters,
                      size_t row)
{
    double eta = fit->first_move >= 0 ? parameters[fit->first_move] : 0;
    for (int i = 0; i < design->column_count; i++)
        eta += parameters[fit->first_column + i] * design->data->columns[design->columns[i]][row];
    return eta;
}

/* What is left of the least favourable condition of a row: below 0 if it contradicts. */
static double row_margin(int outcome, double eta, double band)
{
    if (outcome == DATASET_WIN)
        return eta - band;
    if (outcome == DATASET_LOSS)
        return -eta - band;
    return band - fabs(eta);
}

bool separation_check(const LogitDesign *design, const LogitFit *fit, const double *step,
                      bool part[LOGIT_MAX_PARAMETERS])
{
    double direction[LOGIT_MAX_PARAMETERS] = {0};
    double largest = 0;
    for (int i = 0; i < fit->parameter_count; i++)
        largest = fmax(largest, fabs(step[i]));
    if (!(largest > 0) || !isfinite(largest))
        return false;
    for (int i = 0; i < fit->parameter_count; i++) {
        part[i] = fabs(step[i]) > least_part * largest;
        direction[i] = part[i] ? step[i] / largest : 0;
    }
    const double band = fit->band >= 0 ? direction[fit->band] : 0;
    bool gains = false;
    for (size_t row = 0; row < design->data->row_count; row++) {
        if (!logit_row_taken(design, row))
            continue;
        const int outcome = design->data->outcomes[row];
        const double margin = row_margin(outcome, row_eta(design, fit, direction, row), band);
        if (margin < -row_slack)
            return false;
        gains = gains || margin > row_slack;
    }
    return gains;
}

/* Whether all that the row differs in, `column` aside, is in the fit. */
static bool is_known(const LogitDesign *design, int column, size_t row)
{
    const Dataset *data = design->data;
    for (int c = 0; c < data->column_count; c++) {
        bool known = c == column || data->columns[c][row] == 0;
        for (int i = 0; i < design->column_count && !known; i++)
            known = design->columns[i] == c;
        if (!known)
            return false;
    }
    return true;
}

/* The log of the chance that all these games end as they did if the column is worth `b`, and in
 * *games how many they are. */
static double log_chance(const LogitDesign *design, const LogitFit *fit, int column, double b,
                         size_t *games)
{
    const Dataset *data = design->data;
    double sum = 0;
    *games = 0;
    for (size_t g = 0; g < data->cluster_count; g++) {
        double cluster_sum = 0;
        size_t cluster_games = 0;
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1]; row++) {
            const int x = data->columns[column][row];
            if (x == 0 || !is_known(design, column, row))
                continue;
            const double rest = fit != NULL ? row_eta(design, fit, fit->estimate, row) : 0;
            const double band = fit != NULL && fit->band >= 0 ? fit->estimate[fit->band] : 0;
            const double side = data->outcomes[row] == DATASET_WIN ? 1 : -1;
            const double a = side * (rest + b * x) - band;
            cluster_sum += fmin(a, 0) - log1p(exp(-fabs(a)));
            cluster_games++;
        }
        if (cluster_games > 0)
            sum += data->cluster_counts[g] * cluster_sum / (double)cluster_games;
        *games += data->cluster_counts[g] * cluster_games;
    }
    return sum;
}

bool separation_bound(const LogitDesign *design, const LogitFit *fit, int column, int direction,
                      double *bound)
{
    const double wanted = log(0.05);
    size_t games;
    double impossible = -100.0 * direction, possible = 100.0 * direction;
    const bool bracketed = log_chance(design, fit, column, impossible, &games) < wanted
                           && log_chance(design, fit, column, possible, &games) > wanted;
    if (games == 0 || !bracketed)
        return false;
    for (int i = 0; i < 40; i++) {
        const double middle = (impossible + possible) / 2;
        *(log_chance(design, fit, column, middle, &games) < wanted ? &impossible : &possible) =
            middle;
    }
    *bound = impossible;
    return true;
}
