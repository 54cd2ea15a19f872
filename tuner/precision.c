#include "tuner/precision.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LOOK = 400, LEAST_STEP = 200, STEP_PART = 5 };

/* No one can wait for more, and it fits in the number of a game. */
static const double most_games = 1e15;

bool precision_read(const char *text, PrecisionTarget *target, Error *err)
{
    char *end;
    double number = strtod(text, &end);
    bool share = strcmp(end, "%") == 0;
    /* strtod() also reads "inf", "nan" and hexadecimal numbers. */
    if (strspn(text, "0123456789.") != (size_t)(end - text) || end == text
        || (*end != '\0' && !share) || !(number > 0) || number > 1000)
        return error_set(
            err, "'%s' is no half width: write pawns (0.25) or per cent of each value (6%%)", text);
    *target = (PrecisionTarget){.half_width = share ? number / 100 : number, .share = share};
    return true;
}

void precision_add_target(const PrecisionTarget *target, const char *units, Text *text)
{
    if (target->share)
        text_add(text, "%g %% of a value", 100 * target->half_width);
    else
        text_add(text, "%g %s", target->half_width, units);
}

double precision_half_width(const PieceValue *value)
{
    const Interval *interval = &value->estimate.units_interval;
    return value->status == VALUE_MEASURED ? (interval->high - interval->low) / 2 : (double)NAN;
}

static double wanted_of(const PieceValue *value, const PrecisionTarget *target)
{
    return target->share ? target->half_width * fabs(value->estimate.units) : target->half_width;
}

/* Whether more games may give the value a number. A sum of pieces that foretells all results is a
 * sign of few games; a single piece that does is what it looks like. */
static bool may_come(const PieceValue *value)
{
    return value->status == VALUE_UNIT_NOT_MEASURED
           || (value->status == VALUE_NOT_IDENTIFIABLE
               && (value->column_status == COLUMN_TOO_FEW
                   || value->column_status == COLUMN_SEPARATED
                   || value->column_status == COLUMN_NO_INFORMATION));
}

Precision precision_judge(const PieceValues *values, const PrecisionTarget *target)
{
    const bool aimed = target->half_width > 0;
    Precision precision = {.reached = aimed};
    double worst = -1;
    for (int i = 0; i < values->value_count; i++) {
        const PieceValue *value = &values->values[i];
        double half_width = precision_half_width(value);
        if (may_come(value))
            precision.reached = false;
        if (value->status != VALUE_MEASURED)
            continue;
        /* An interval without an end is wider than any. */
        half_width = isfinite(half_width) ? half_width : (double)INFINITY;
        double wanted = aimed ? wanted_of(value, target) : 0;
        double lack = aimed ? half_width / wanted : half_width;
        if (lack > worst) {
            worst = lack;
            precision.value = value;
            precision.half_width = half_width;
            precision.wanted = wanted;
        }
        if (aimed && !(half_width <= wanted))
            precision.reached = false;
    }
    if (precision.value == NULL)
        precision.reached = false;
    return precision;
}

uint64_t precision_games(const Precision *precision, uint64_t games, double half_width)
{
    double factor = precision->half_width / half_width;
    double needed = (double)games * factor * factor;
    if (!(needed < most_games))
        return (uint64_t)most_games;
    double unit = fmax(2, pow(10, floor(log10(fmax(needed, 1))) - 1));
    return (uint64_t)(ceil(needed / unit) * unit);
}

static void add_target(const Precision *precision, const PieceValues *values,
                       const PrecisionTarget *target, uint64_t games, Text *text)
{
    text_add(text, "  wanted             +- ");
    precision_add_target(target, values->units, text);
    if (precision->reached)
        text_add(text, ": reached\n");
    else if (precision->value == NULL || !isfinite(precision->half_width))
        text_add(text, ": not reached\n");
    else if (precision->half_width > precision->wanted)
        text_add(text, ": not reached; %s takes some %" PRIu64 " games\n", precision->value->name,
                 precision_games(precision, games, precision->wanted));
    else
        text_add(text, ": reached where there is a value; others have too few games\n");
}

void precision_add_text(const PieceValues *values, const PrecisionTarget *target, uint64_t games,
                        Text *text)
{
    Precision precision = precision_judge(values, target);
    const bool known = precision.value != NULL && isfinite(precision.half_width);
    if (known)
        text_add(text,
                 "precision            +- %.2f at worst (%s); 4 times the games, %" PRIu64
                 ", would halve it\n",
                 precision.half_width, precision.value->name, 4 * games);
    else
        text_add(text, "precision            nothing is measured%s%s; play more games\n",
                 values->unit_measured ? "" : " in ", values->unit_measured ? "" : values->units);
    if (target->half_width > 0)
        add_target(&precision, values, target, games, text);
}

uint64_t precision_next_look(uint64_t games)
{
    uint64_t look = FIRST_LOOK;
    while (look <= games) {
        uint64_t step = look / STEP_PART / 2 * 2; /* whole pairs */
        look += step > LEAST_STEP ? step : LEAST_STEP;
    }
    return look;
}
