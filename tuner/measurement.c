#include "tuner/measurement.h"

#include <stdio.h>

const char *measurement_unit(const Variant *variant)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].pawn)
            return variant->types[type].name;
    return NULL;
}

/* Of the columns of a versus. */
static void find_versus_worth(const Measurement *measurement, int worth[DATASET_MAX_COLUMNS])
{
    const Weights *weights = &measurement->play->weights;
    const Variant *variant = measurement->play->variant;
    const Versus *versus = &measurement->versus;
    for (unsigned type = (unsigned)variant->type_count; type > 0; type--)
        if (variant->types[type].pawn)
            worth[0] = weights_value(weights, type);
    if (versus->type != 0)
        worth[1] = weights_value(weights, versus->type) - weights_value(weights, versus->other);
}

/* The column of the unit; of two armies, against the first. */
static int unit_column(const Measurement *measurement, const Dataset *data)
{
    char name[160];
    against_column_name(&measurement->against, measurement_unit(measurement->play->variant), 0,
                        name, sizeof name);
    return dataset_column(data, name);
}

/* Sides are level where they differ by half a pawn or less. */
static void count_balance(Measurement *measurement, const Dataset *data)
{
    const Play *play = measurement->play;
    Balance *balance = &measurement->balance;
    int worth[DATASET_MAX_COLUMNS] = {0}; /* pairs' terms count with their pieces */
    if (measurement->versus.given)
        find_versus_worth(measurement, worth);
    else if (measurement->against.given)
        against_data_values(play->variant, &measurement->against, &play->weights, worth);
    else
        game_data_values(play->variant, &play->weights, worth);
    const int unit = unit_column(measurement, data);
    balance_count(data, worth, worth[unit] / 2, balance);
    for (int c = 0; c < data->column_count; c++)
        balance->columns[c].effective = measurement->values.values[c].effective;
}

static bool read_games(Measurement *measurement, Store *store, const PieceValuesOptions *options,
                       Dataset *data, Error *err)
{
    const Play *play = measurement->play;
    if (!versus_read(play->config.versus, play->variant, &measurement->versus, err)
        || !against_read(play->config.against, play->variant, &measurement->against, err))
        return false;
    if (measurement->against.given)
        return against_data_read(store, play->variant, &measurement->against, play->identity.key,
                                 measurement->end, data, &measurement->counts, err);
    return measurement->versus.given
               ? versus_data_read(store, play->variant, &measurement->versus,
                                  measurement_unit(play->variant), measurement->end, data,
                                  &measurement->counts, err)
               : game_data_read(store, play->variant, measurement->end, options->pair_terms, data,
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
    const char *unit = measurement_unit(measurement->play->variant);
    if (!measurement->against.given)
        return piece_values_fit(data, unit, options, values, err);
    if (!against_values_fit(data, (data->column_count - 1) / 2, unit_column(measurement, data),
                            options, values, &measurement->against_values, err))
        return false;
    snprintf(values->unit, sizeof values->unit, "%s", unit);
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
        unit_check(&data, measurement_unit(measurement->play->variant), options,
                   &measurement->unit_check);
    if (good && measurement->versus.given)
        finish_versus(measurement, &data);
    dataset_release(&data);
    return good;
}

bool measurement_take(Measurement *measurement, const Play *play, uint64_t end,
                      const PieceValuesOptions *options, Error *err)
{
    *measurement = (Measurement){.play = play, .end = end};
    PieceValuesOptions keyed = *options;
    keyed.run_key = play->identity.key;
    Store *store = play_open_store(play, err);
    bool good = store != NULL && read_and_fit(measurement, store, &keyed, err);
    Error close_error = {""};
    if (!store_close(store, &close_error) && good)
        return error_set(err, "%s", close_error.text);
    return good;
}
