#include "tuner/balance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "selfplay/json.h"

/* Counts the row for as many as are alike. */
static void count_row(const Dataset *data, size_t row, size_t alike, int column, int difference,
                      int slack, ColumnBalance *balance)
{
    const int count = data->columns[column][row];
    if (count == 0)
        return;
    const int mine = count > 0 ? difference : -difference;
    balance->games += alike;
    *(count > 0 ? &balance->white_more : &balance->black_more) += alike;
    *(mine > slack ? &balance->ahead : mine < -slack ? &balance->behind : &balance->level) += alike;
    if (abs(count) > balance->most)
        balance->most = abs(count);
}

static int row_difference(const Dataset *data, size_t row, const int *values)
{
    int difference = 0;
    for (int c = 0; c < data->column_count; c++)
        difference += data->columns[c][row] * values[c];
    return difference;
}

void balance_count(const Dataset *data, const int *values, int slack, Balance *balance)
{
    *balance = (Balance){.column_count = data->column_count};
    for (int c = 0; c < data->column_count; c++) {
        ColumnBalance *column = &balance->columns[c];
        snprintf(column->name, sizeof column->name, "%s", data->names[c]);
        column->effective = (double)NAN;
    }
    for (size_t cluster = 0; cluster < data->cluster_count; cluster++) {
        const size_t alike = data->cluster_counts[cluster];
        size_t before[DATASET_MAX_COLUMNS];
        for (int c = 0; c < data->column_count; c++)
            before[c] = balance->columns[c].games;
        for (size_t row = data->cluster_starts[cluster]; row < data->cluster_starts[cluster + 1];
             row++) {
            const int difference = row_difference(data, row, values);
            for (int c = 0; c < data->column_count; c++)
                count_row(data, row, alike, c, difference, slack, &balance->columns[c]);
        }
        for (int c = 0; c < data->column_count; c++)
            balance->columns[c].pairs += balance->columns[c].games > before[c] ? alike : 0;
    }
}

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

/* A number that is not known is a dash. */
static void add_effective(double effective, Text *text)
{
    if (isnan(effective))
        text_add(text, "%11s\n", "-");
    else
        text_add(text, "%11.0f\n", effective);
}

/* Of the column of names, in which the usual ones look as they always do. */
static int name_width(const Balance *balance)
{
    size_t width = 17;
    for (int c = 0; c < balance->column_count; c++)
        if (strlen(balance->columns[c].name) >= width)
            width = strlen(balance->columns[c].name) + 1;
    return (int)width;
}

void balance_add_text(const Balance *balance, const char *rows, Text *text)
{
    const int width = name_width(balance);
    const int rows_width = (int)strlen(rows) + 2;
    text_add(text, "  %-*s%*s%7s%6s%7s%7s%8s%8s%8s%11s\n", width, "more of", rows_width, rows,
             "pairs", "most", "White", "Black", "ahead", "level", "behind", "effective");
    for (int c = 0; c < balance->column_count; c++) {
        const ColumnBalance *column = &balance->columns[c];
        text_add(text, "  %-*s%*zu%7zu%6d%7zu%7zu%6.0f %%%6.0f %%%6.0f %%", width, column->name,
                 rows_width, column->games, column->pairs, column->most, column->white_more,
                 column->black_more, percent(column->ahead, column->games),
                 percent(column->level, column->games), percent(column->behind, column->games));
        add_effective(column->effective, text);
    }
}

json_t *balance_json(const ColumnBalance *column, const char *rows)
{
    return json_pack("{s:I, s:I, s:i, s:I, s:I, s:I, s:I, s:I, s:o}", rows,
                     (json_int_t)column->games, "pairs", (json_int_t)column->pairs, "most",
                     column->most, "white_more", (json_int_t)column->white_more, "black_more",
                     (json_int_t)column->black_more, "ahead", (json_int_t)column->ahead, "level",
                     (json_int_t)column->level, "behind", (json_int_t)column->behind,
                     "effective_pairs", json_number_or_null(column->effective));
}
