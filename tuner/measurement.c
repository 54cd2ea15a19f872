#include "tuner/measurement.h"

#include <stdio.h>

#include "tuner/game_data.h"
#include "tuner/piece_columns.h"
#include "tuner/position_data.h"

static const char *unit_name(const Measurement *measurement)
{
    return measurement->play->variant->types[measurement->unit].name;
}

/* Of the columns of a versus. */
static void find_versus_worth(const Measurement *measurement, int worth[DATASET_MAX_COLUMNS])
{
    const Weights *weights = &measurement->play->weights;
    const Versus *versus = &measurement->versus;
    worth[0] = weights_value(weights, measurement->unit);
    if (versus->type != 0)
        worth[1] = weights_value(weights, versus->type) - weights_value(weights, versus->other);
}

/* The column of the unit; of two armies, against the first. */
static int unit_column(const Measurement *measurement, const Dataset *data)
{
    char name[160];
    against_column_name(&measurement->against, unit_name(measurement), 0, name, sizeof name);
    return dataset_column(data, name);
}

/* Sides are level where they differ by half a unit or less, and by half a pawn of chess where the
 * unit is dear. */
static void count_balance(Measurement *measurement, const Dataset *data)
{
    enum { MOST_LEVEL = 50 };
    const Play *play = measurement->play;
    Balance *balance = &measurement->balance;
    int worth[DATASET_MAX_COLUMNS] = {0}; /* pairs' terms count with their pieces */
    if (measurement->versus.given)
        find_versus_worth(measurement, worth);
    else if (measurement->against.given)
        against_data_values(play->variant, &measurement->against, &play->weights, worth);
    else
        piece_columns_values(play->variant, &play->weights, worth);
    const int half = worth[unit_column(measurement, data)] / 2;
    balance_count(data, worth, half < MOST_LEVEL ? half : MOST_LEVEL, balance);
    for (int c = 0; c < data->column_count; c++)
        balance->columns[c].effective = measurement->values.values[c].effective;
}

static bool read_positions(Measurement *measurement, Store *store,
                           const PieceValuesOptions *options, Dataset *data, Error *err)
{
    const Play *play = measurement->play;
    const PositionDataOptions of_positions = {.run_key = play->identity.key,
                                              .weights = &play->weights,
                                              .positions = measurement->positions,
                                              .pair_terms = options->pair_terms};
    return position_data_read(store, play->variant, measurement->end, &of_positions, data,
                              &measurement->counts, err);
}

static bool read_games(Measurement *measurement, Store *store, const PieceValuesOptions *options,
                       Dataset *data, Error *err)
{
    const Play *play = measurement->play;
    const RunConfig *config = &play->config;
    const unsigned unit = unit_read(config->unit, play->variant, err);
    measurement->unit = unit;
    if (unit == 0 || !versus_read(config->versus, play->variant, unit, &measurement->versus, err)
        || !against_read(config->against, play->variant, unit, &measurement->against, err))
        return false;
    if (measurement->against.given)
        return against_data_read(store, play->variant, &measurement->against, play->identity.key,
                                 measurement->end, data, &measurement->counts, err);
    if (measurement->versus.given)
        return versus_data_read(store, play->variant, &measurement->versus, unit, measurement->end,
                                data, &measurement->counts, err);
    if (measurement->positions > 0)
        return read_positions(measurement, store, options, data, err);
    return game_data_read(store, play->variant, measurement->end, options->pair_terms, data,
                          &measurement->counts, err);
}

/* The value that a versus is about; of armies it is the constant term. */
static void finish_versus(Measurement *measurement, const Dataset *data)
{
    PieceValues *values = &measurement->values;
    versus_scores(data, values->level, &measurement->versus_scores);
    if (measurement->versus.type == 0) {
        PieceValue *army = &values->values[values->value_count++];
        *army = values->first_move;
        snprintf(army->name, sizeof army->name, "White's army and first move");
    }
}

static bool fit(Measurement *measurement, const Dataset *data, const PieceValuesOptions *options,
                Error *err)
{
    PieceValues *values = &measurement->values;
    const char *unit = unit_name(measurement);
    if (!measurement->against.given)
        return piece_values_fit(data, unit, options, values, err);
    if (!against_values_fit(data, (data->column_count - 1) / 2, unit_column(measurement, data),
                            options, values, &measurement->against_values, err))
        return false;
    piece_values_name_unit(values, unit);
    return true;
}

static bool read_and_fit(Measurement *measurement, Store *store, const PieceValuesOptions *options,
                         Error *err)
{
    PieceValuesOptions with_terms = *options;
    Dataset data;
    dataset_init(&data);
    bool good = run_summarize(store, measurement->end, &measurement->summary, err)
                && read_games(measurement, store, options, &data, err);
    with_terms.term_columns = measurement->counts.term_columns;
    good = good && fit(measurement, &data, &with_terms, err);
    if (good)
        count_balance(measurement, &data);
    if (good && !measurement->versus.given && !measurement->against.given)
        unit_check(&data, unit_name(measurement), options, &measurement->unit_check);
    if (good && measurement->versus.given)
        finish_versus(measurement, &data);
    dataset_release(&data);
    return good;
}

const char *measurement_subject(const Measurement *measurement)
{
    return measurement->positions > 0 ? "predictive values of the pieces in play"
                                      : "what the pieces are worth";
}

const char *measurement_kind(const Measurement *measurement)
{
    return measurement->positions > 0 ? "predictive value" : "value";
}

const char *measurement_rows(const Measurement *measurement)
{
    return measurement->positions > 0 ? "positions" : "games";
}

bool measurement_take(Measurement *measurement, const Play *play, uint64_t end,
                      const PieceValuesOptions *options, Error *err)
{
    *measurement = (Measurement){.play = play, .end = end, .positions = options->positions};
    PieceValuesOptions keyed = *options;
    keyed.run_key = play->identity.key;
    Store *store = play_open_store(play, err);
    bool good = store != NULL && read_and_fit(measurement, store, &keyed, err);
    Error close_error = {""};
    if (!store_close(store, &close_error) && good)
        return error_set(err, "%s", close_error.text);
    return good;
}
