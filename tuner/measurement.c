#include "tuner/measurement.h"

const char *measurement_unit(const Variant *variant)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].pawn)
            return variant->types[type].name;
    return NULL;
}

/* Sides are level where they differ by half a pawn or less. */
static void count_balance(Measurement *measurement, const Dataset *data)
{
    const Play *play = measurement->play;
    Balance *balance = &measurement->balance;
    int worth[DATASET_MAX_COLUMNS] = {0}; /* pairs' terms count with their pieces */
    game_data_values(play->variant, &play->weights, worth);
    const int unit = dataset_column(data, measurement_unit(play->variant));
    balance_count(data, worth, worth[unit] / 2, balance);
    for (int c = 0; c < data->column_count; c++)
        balance->columns[c].effective = measurement->values.values[c].effective;
}

static bool read_and_fit(Measurement *measurement, Store *store, const PieceValuesOptions *options,
                         Error *err)
{
    const Variant *variant = measurement->play->variant;
    PieceValuesOptions with_terms = *options;
    Dataset data;
    dataset_init(&data);
    bool good = run_summarize(store, measurement->end, &measurement->summary, err)
                && game_data_read(store, variant, measurement->end, options->pair_terms, &data,
                                  &measurement->counts, err);
    with_terms.term_columns = measurement->counts.term_columns;
    good = good
           && piece_values_fit(&data, measurement_unit(variant), &with_terms, &measurement->values,
                               err);
    if (good)
        count_balance(measurement, &data);
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
