#include "tuner/against_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "tuner/cholesky.h"

enum { PARTS = 4 }; /* a piece and its unit, against either army */

/* d of one piece: the parameters that it depends on and its derivatives by them. */
typedef struct Contrast {
    int parameter[PARTS];
    double slope[PARTS];
    double effective; /* pairs that tell the least known of them from the rest */
} Contrast;

static double covariance(const LogitFit *fit, const Contrast *a, const Contrast *b)
{
    double sum = 0;
    for (int i = 0; i < PARTS; i++)
        for (int j = 0; j < PARTS; j++)
            sum +=
                a->slope[i] * b->slope[j] * logit_covariance(fit, a->parameter[i], b->parameter[j]);
    return sum;
}

/* `columns`: of the piece and of its unit, against the first army and against the second. */
static Contrast contrast_of(const PieceValues *values, const int columns[PARTS])
{
    Contrast contrast = {.effective = (double)INFINITY};
    for (int of_piece = 0; of_piece < PARTS; of_piece += 2) {
        const int of_unit = of_piece + 1;
        const int piece = values->parameters[columns[of_piece]];
        const int unit = values->parameters[columns[of_unit]];
        const double b = values->fit.estimate[piece], u = values->fit.estimate[unit];
        const double sign = of_piece == 0 ? -1 : 1; /* the second less the first */
        contrast.parameter[of_piece] = piece;
        contrast.slope[of_piece] = sign / u;
        contrast.parameter[of_unit] = unit;
        contrast.slope[of_unit] = -sign * b / (u * u);
    }
    for (int i = 0; i < PARTS; i++)
        contrast.effective = fmin(contrast.effective, values->values[columns[i]].effective);
    return contrast;
}

static void fill_difference(const PieceValues *values, int first, int second,
                            const Contrast *contrast, AgainstDifference *difference)
{
    difference->known = true;
    difference->units =
        values->values[second].estimate.units - values->values[first].estimate.units;
    difference->error = sqrt(covariance(&values->fit, contrast, contrast));
    difference->interval =
        interval_normal(difference->units, difference->error,
                        interval_level_t(values->level, contrast->effective - 1));
}

static void test_differences(const PieceValues *values, const Contrast *contrasts,
                             const double *differences, int count, AgainstValues *against)
{
    double *block = memory_new(packed_size(count) + 1, sizeof *block);
    double effective = (double)INFINITY;
    Error reason = {"no piece has both values"};
    for (int i = 0; i < count; i++) {
        effective = fmin(effective, contrasts[i].effective);
        for (int j = 0; j <= i; j++)
            block[packed_index(i, j)] = covariance(&values->fit, &contrasts[i], &contrasts[j]);
    }
    against->tested =
        count > 0 && wald_test(differences, block, count, effective, &against->test, &reason);
    if (!against->tested)
        snprintf(against->reason, sizeof against->reason, "%.390s", reason.text);
    free(block);
}

static void compare(const PieceValues *values, int unit, AgainstValues *against)
{
    Contrast contrasts[DATASET_MAX_COLUMNS / 2];
    double differences[DATASET_MAX_COLUMNS / 2];
    const int pieces = against->piece_count;
    int count = 0;
    for (int first = 0; first < pieces; first++) {
        const int second = pieces + first;
        AgainstDifference *difference = &against->differences[first];
        const Interval nothing = {(double)NAN, (double)NAN};
        *difference =
            (AgainstDifference){.units = (double)NAN, .error = (double)NAN, .interval = nothing};
        if (values->values[first].status != VALUE_MEASURED
            || values->values[second].status != VALUE_MEASURED)
            continue;
        const int columns[PARTS] = {first, unit, second, pieces + unit};
        contrasts[count] = contrast_of(values, columns);
        fill_difference(values, first, second, &contrasts[count], difference);
        differences[count++] = difference->units;
    }
    test_differences(values, contrasts, differences, count, against);
}

/* A row is one of unequal armies where the last column says so. */
static void count_games(const Dataset *data, AgainstValues *against)
{
    const int16_t *armies = data->columns[data->column_count - 1];
    for (size_t g = 0; g < data->cluster_count; g++) {
        const size_t first = data->cluster_starts[g], end = data->cluster_starts[g + 1];
        const int kind = armies[first] != 0;
        against->games[kind] += data->cluster_counts[g] * (end - first);
        against->pairs[kind] += data->cluster_counts[g];
    }
}

/* Puts the values against the second army, in units against that, in place of those in
 * units of the other. */
static void take_second(const PieceValues *second, int pieces, PieceValues *values)
{
    for (int i = pieces; i < 2 * pieces; i++)
        values->values[i] = second->values[i];
    if (second->method == INTERVAL_FIELLER && second->unit_measured)
        values->method = INTERVAL_FIELLER;
    if (values->cross_check_agrees && second->unit_measured && !second->cross_check_agrees) {
        values->cross_check_agrees = false;
        snprintf(values->cross_check_reason, sizeof values->cross_check_reason, "%s",
                 second->cross_check_reason);
    }
}

static void keep_unit(const PieceValues *values, int army, AgainstValues *against)
{
    against->unit_measured[army] = values->unit_measured;
    snprintf(against->unit_reason[army], sizeof against->unit_reason[army], "%s",
             values->unit_reason);
    against->symmetric |= values->method == INTERVAL_FIELLER;
}

bool against_values_fit(const Dataset *data, int piece_count, int unit,
                        const PieceValuesOptions *options, PieceValues *values,
                        AgainstValues *against, Error *err)
{
    PieceValues *second = memory_new(1, sizeof *second);
    AgainstValues result = {.piece_count = piece_count};
    const bool good =
        piece_values_fit(data, data->names[unit], options, values, err)
        && piece_values_fit(data, data->names[piece_count + unit], options, second, err);
    if (good) {
        count_games(data, &result);
        keep_unit(values, 0, &result);
        keep_unit(second, 1, &result);
        take_second(second, piece_count, values);
        compare(values, unit, &result);
        *against = result;
    }
    free(second);
    return good;
}
