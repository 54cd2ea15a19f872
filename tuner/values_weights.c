#include "tuner/values_weights.h"

#include <math.h>
#include <string.h>

#include "tuner/precision.h"

/* The value of a type, NULL where there is none (the royal one). */
static const PieceValue *value_of(const PieceValues *values, const char *name)
{
    for (int i = 0; i < values->value_count; i++)
        if (strcmp(values->values[i].name, name) == 0)
            return &values->values[i];
    return NULL;
}

/* The weight of the unit: 100 unless the weights say otherwise. */
static double unit_weight(const PieceValues *values, const Variant *variant, const Weights *weights)
{
    for (int type = 1; type <= variant->type_count; type++)
        if (strcmp(variant->types[type].name, values->unit) == 0)
            return weights_value(weights, (unsigned)type);
    return 100;
}

static int16_t clamped(double weight)
{
    return (int16_t)lround(fmin(fmax(weight, 1), WEIGHT_LIMIT));
}

static Weight scaled(Weight old, double opening)
{
    double ratio = old.opening > 0 ? old.ending / (double)old.opening : 1;
    return (Weight){clamped(opening), clamped(opening * ratio)};
}

void values_weights_apply(const PieceValues *values, const Variant *variant, Weights *weights)
{
    const double unit = unit_weight(values, variant, weights);
    for (int type = 1; type <= variant->type_count; type++) {
        const PieceValue *value = value_of(values, variant->types[type].name);
        if (value != NULL && value->status == VALUE_MEASURED)
            weights->type[type].value =
                scaled(weights->type[type].value, unit * value->estimate.units);
    }
}

static void add_note(const PieceValue *value, char letter, Weight old, Text *text)
{
    text_add(text, "# %c  %s: ", letter, value->name);
    switch (value->status) {
    case VALUE_MEASURED:
        text_add(text, "measured, %.2f (%.2f to %.2f)", value->estimate.units,
                 value->estimate.units_interval.low, value->estimate.units_interval.high);
        if (!(value->estimate.units > 0))
            text_add(text, "; not positive: 1 is written, the least that the engine plays with");
        break;
    case VALUE_UNIT: text_add(text, "the unit, as it was"); break;
    case VALUE_AT_LEAST:
    case VALUE_AT_MOST:
    case VALUE_NOT_IDENTIFIABLE:
    case VALUE_UNIT_NOT_MEASURED:
        text_add(text, "NOT measured, %d %d as it was", old.opening, old.ending);
        if (value->reason[0] != '\0')
            text_add(text, ": %s", value->reason);
        break;
    }
    text_add_char(text, '\n');
}

void values_weights_add_ini(const PieceValues *values, const Variant *variant,
                            const Weights *played, const char *run, Text *text)
{
    Weights weights = *played;
    values_weights_apply(values, variant, &weights);
    text_add(text,
             "# Piece values of %s as measured by `assay values`; all else as in the weights "
             "that it played with\n# (%s).\n# %s\n",
             variant->name, played->source, run);
    for (int type = 1; type <= variant->type_count; type++) {
        const PieceValue *value = value_of(values, variant->types[type].name);
        if (value != NULL)
            add_note(value, variant->types[type].letter, played->type[type].value, text);
    }
    weights_add_ini(&weights, variant, text);
}

double values_weights_moved(const PieceValues *values, const Variant *variant,
                            const Weights *played)
{
    const double unit = unit_weight(values, variant, played);
    double most = (double)NAN;
    for (int type = 1; type <= variant->type_count; type++) {
        const PieceValue *value = value_of(values, variant->types[type].name);
        if (value == NULL || value->status != VALUE_MEASURED)
            continue;
        double before = weights_value(played, (unsigned)type) / unit;
        most = fmax(most, fabs(value->estimate.units - before) / precision_half_width(value));
    }
    return most;
}
