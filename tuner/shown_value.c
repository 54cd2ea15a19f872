#include "tuner/shown_value.h"

ShownValue shown_value(const PieceValue *value, bool in_units)
{
    const bool is_unit = value->status == VALUE_UNIT;
    const Estimate *estimate = &value->estimate;
    if (in_units)
        return (ShownValue){.known = is_unit || value->status == VALUE_MEASURED,
                            .number = is_unit ? 1 : estimate->units,
                            .interval = is_unit ? (Interval){1, 1} : estimate->units_interval,
                            .bound = value->bound};
    return (ShownValue){.known = is_unit || value->status == VALUE_MEASURED
                                 || value->status == VALUE_UNIT_NOT_MEASURED,
                        .number = estimate->log_odds,
                        .interval = estimate->log_odds_interval,
                        .bound = value->bound_log_odds};
}

int shown_digits(bool in_units) { return in_units ? 2 : 3; }

const char *shown_scale(const PieceValues *values)
{
    return values->unit_measured ? values->units : "log odds";
}
