#include "tuner/versus_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "tuner/piece_columns.h"

/* What rows are made by. */
typedef struct Rows {
    const Variant *variant;
    const Versus *versus;
    unsigned unit;
} Rows;

/* Puts the differences to the array into `row`. False if there is another than of the unit, and of
 * Y and N alike. */
static bool read_row(const Rows *rows, const Position *start, int row[2])
{
    const Versus *versus = rows->versus;
    row[0] = row[1] = 0;
    int other = 0;
    for (unsigned type = 1; type <= (unsigned)rows->variant->type_count; type++) {
        const int more = piece_difference(start, type);
        if (type == rows->unit)
            row[0] = more;
        else if (versus->type != 0 && type == versus->type)
            row[1] = more;
        else if (versus->type != 0 && type == versus->other)
            other = more;
        else if (more != 0)
            return false;
    }
    return row[1] == -other && (versus->type == 0 || row[1] == 1 || row[1] == -1);
}

static bool make_row(const void *context, const GameRecord *record, const Position *start, int *row,
                     Error *err)
{
    return read_row(context, start, row)
           || error_set(err, "game %" PRIu64 " is none of a versus: %s", record->index,
                        record->start_fen.data);
}

bool versus_data_read(Store *store, const Variant *variant, const Versus *versus, unsigned unit,
                      uint64_t end, Dataset *data, GameDataCounts *counts, Error *err)
{
    const Rows rows = {.variant = variant, .versus = versus, .unit = unit};
    char name[64];
    *counts = (GameDataCounts){.games = 0};
    snprintf(name, sizeof name, "%s - %s", variant->types[versus->type].name,
             variant->types[versus->other].name);
    return dataset_add_column(data, variant->types[unit].name, err)
           && (versus->type == 0 || dataset_add_column(data, name, err))
           && game_rows_read(store, variant, end, make_row, &rows, data, counts, err);
}

/* ------------------------------------------------------------------------------------------------
 * Scores
 */

typedef struct Sums {
    size_t games, pairs;
    double score, squares; /* of pairs */
} Sums;

/* The side that a row's score is of: 1 White, -1 Black. */
static int row_side(const Dataset *data, size_t row)
{
    return data->column_count > 1 ? data->columns[1][row] : 1;
}

static VersusArm finish(const Sums *sums)
{
    VersusArm arm = {
        .games = sums->games, .pairs = sums->pairs, .score = (double)NAN, .error = (double)NAN};
    const double n = (double)sums->pairs;
    if (sums->pairs > 0)
        arm.score = sums->score / n;
    if (sums->pairs > 1)
        arm.error = sqrt(fmax(sums->squares - n * arm.score * arm.score, 0) / (n - 1) / n);
    return arm;
}

static void add_linear(double level, VersusScores *scores)
{
    const VersusArm *even = &scores->even, *odds = &scores->odds;
    const double ahead = even->score - 0.5, slope = (odds->score - even->score) / scores->units;
    if (scores->units == 0 || !(slope > 0))
        return;
    const double by_odds = -ahead / (slope * slope) / scores->units, by_even = 1 / slope - by_odds;
    const double error = hypot(by_even * even->error, by_odds * odds->error);
    const double pairs = (double)(even->pairs < odds->pairs ? even->pairs : odds->pairs);
    scores->linear = ahead / slope;
    scores->linear_interval =
        interval_normal(scores->linear, error, interval_level_t(level, pairs - 1));
}

void versus_scores(const Dataset *data, double level, VersusScores *scores)
{
    Sums sums[2] = {{0}};
    const Interval nothing = {(double)NAN, (double)NAN};
    *scores = (VersusScores){.linear = (double)NAN, .linear_interval = nothing};
    for (size_t cluster = 0; cluster < data->cluster_count; cluster++) {
        const size_t first = data->cluster_starts[cluster], end = data->cluster_starts[cluster + 1];
        const size_t alike = data->cluster_counts[cluster];
        Sums *arm = &sums[data->columns[0][first] != 0];
        double score = 0;
        for (size_t row = first; row < end; row++) {
            const int side = row_side(data, row);
            const int points = side > 0 ? data->outcomes[row] : 2 - data->outcomes[row];
            score += points / 2.0 / (double)(end - first);
            if (data->columns[0][row] != 0)
                scores->units = side * data->columns[0][row];
        }
        arm->games += alike * (end - first);
        arm->pairs += alike;
        arm->score += (double)alike * score;
        arm->squares += (double)alike * score * score;
    }
    scores->even = finish(&sums[0]);
    scores->odds = finish(&sums[1]);
    add_linear(level, scores);
}
