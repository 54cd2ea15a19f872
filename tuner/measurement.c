#include "tuner/measurement.h"

const char *measurement_unit(const Variant *variant)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (variant->types[type].pawn)
            return variant->types[type].name;
    return NULL;
}

static bool read_and_fit(Measurement *measurement, Store *store, const PieceValuesOptions *options,
                         Error *err)
{
    const Variant *variant = measurement->play->variant;
    Dataset data;
    dataset_init(&data);
    bool good =
        run_summarize(store, measurement->end, &measurement->summary, err)
        && game_data_read(store, variant, measurement->end, &data, &measurement->counts, err)
        && piece_values_fit(&data, measurement_unit(variant), options, &measurement->values, err);
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
