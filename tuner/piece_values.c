#include "tuner/piece_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "selfplay/unit.h"
#include "tuner/bootstrap.h"
#include "tuner/fractional_logit.h"
#include "tuner/ordered_logit.h"
#include "tuner/separation.h"

/* The unit's coefficient in standard errors from 0: below least_t ratios have no useful interval,
 * below delta_t the delta method's is visibly too symmetric. */
static const double least_t = 3, delta_t = 10;

static const double default_level = 0.95;

/* What the steps of piece_values_fit() pass on. */
typedef struct Work {
    const Dataset *data;
    const PieceValuesOptions *options;
    int unit; /* column of the data */
    Identification found;
    LogitFit fit; /* if found.model */
    Bootstrap bootstrap;
    PieceValues *values;
} Work;

const char *value_status_name(ValueStatus status)
{
    static const char *const names[] = {
        [VALUE_MEASURED] = "measured",
        [VALUE_UNIT] = "unit",
        [VALUE_AT_LEAST] = "at least",
        [VALUE_AT_MOST] = "at most",
        [VALUE_NOT_IDENTIFIABLE] = "not identifiable",
        [VALUE_UNIT_NOT_MEASURED] = "unit not measured",
    };
    return names[status];
}

const char *interval_method_name(IntervalMethod method)
{
    static const char *const names[] = {
        [INTERVAL_DELTA] = "delta method",
        [INTERVAL_FIELLER] = "Fieller",
        [INTERVAL_BOOTSTRAP] = "bootstrap of pairs",
    };
    return names[method];
}

void piece_values_name_unit(PieceValues *values, const char *name)
{
    snprintf(values->unit, sizeof values->unit, "%s", name);
    unit_plural(values->unit, values->units, sizeof values->units);
}

/* The parameter of a column, -1 if it is not in the fit. */
static int find_parameter(const Work *work, int column)
{
    if (work->found.model == NULL)
        return -1;
    for (int i = 0; i < work->found.design.column_count; i++)
        if (work->found.design.columns[i] == column)
            return work->fit.first_column + i;
    return -1;
}

static Ratio ratio_of(const LogitFit *fit, int parameter, int unit)
{
    return (Ratio){.a = fit->estimate[parameter],
                   .b = fit->estimate[unit],
                   .var_a = logit_covariance(fit, parameter, parameter),
                   .var_b = logit_covariance(fit, unit, unit),
                   .cov_ab = logit_covariance(fit, parameter, unit)};
}

static void clear_estimate(Estimate *estimate)
{
    const Interval nothing = {(double)NAN, (double)NAN};
    *estimate = (Estimate){.log_odds = (double)NAN,
                           .log_odds_error = (double)NAN,
                           .log_odds_interval = nothing,
                           .units = (double)NAN,
                           .units_error = (double)NAN,
                           .units_interval = nothing};
}

/* Judges the unit, and chooses the kind of interval by it. */
static void judge_unit(Work *work)
{
    PieceValues *values = work->values;
    const ColumnReport *report = &work->found.columns[work->unit];
    const int parameter = find_parameter(work, work->unit);
    values->method = INTERVAL_DELTA;
    if (report->status != COLUMN_IDENTIFIED) {
        snprintf(values->unit_reason, sizeof values->unit_reason, "%s: %.300s", values->unit,
                 report->reason);
        return;
    }
    const double t = work->fit.estimate[parameter] / logit_error(&work->fit, parameter);
    if (!(t >= least_t)) {
        snprintf(values->unit_reason, sizeof values->unit_reason,
                 "%s is not measured well enough: its log odds are %.3f +- %.3f (standard error)",
                 values->unit, work->fit.estimate[parameter], logit_error(&work->fit, parameter));
        return;
    }
    values->unit_measured = true;
    values->method = t < delta_t ? INTERVAL_FIELLER : INTERVAL_DELTA;
}

static bool run_bootstrap(Work *work, Error *err)
{
    const PieceValuesOptions *options = work->options;
    if (options->bootstrap_replicates <= 0 || !work->values->unit_measured)
        return true;
    const BootstrapOptions bootstrap_options = {.run_key = options->run_key,
                                                .replicates = options->bootstrap_replicates,
                                                .threads = options->threads,
                                                .level = work->values->level};
    if (!bootstrap_run(&work->found.design, &work->fit, find_parameter(work, work->unit),
                       &bootstrap_options, &work->bootstrap, err))
        return false;
    work->values->method = INTERVAL_BOOTSTRAP;
    work->values->bootstrap_replicates = work->bootstrap.replicates;
    work->values->bootstrap_failed = work->bootstrap.failed;
    return true;
}

/* The level to ask of a normal interval for a parameter that `effective` pairs tell from the
 * others.
 *
 * The sandwich is estimated from the clusters that carry the parameter's own variation, not from
 * all G, so neither G nor G - k says how uncertain it is. Student's t with G* - 1 degrees of
 * freedom, G* the effective number of clusters (Carter, Schnepel and Steigerwald 2017), mends the
 * coverage: tests/stat/test_coverage.c has the figures. */
static double student_level(const PieceValues *values, double effective)
{
    return interval_level_t(values->level, effective - 1);
}

static Interval interval_in_units(const Work *work, int parameter, double level, const Ratio *ratio)
{
    const PieceValues *values = work->values;
    Interval interval = {(double)NAN, (double)NAN};
    if (values->method == INTERVAL_BOOTSTRAP)
        return work->bootstrap.values[parameter];
    /* Fieller's is bounded while the unit is significant at this level; a level of 99.9 % and a
     * unit of three standard errors has none. */
    if (values->method == INTERVAL_FIELLER)
        interval_ratio_fieller(ratio, level, &interval);
    else
        interval = interval_ratio_delta(ratio, level);
    return interval;
}

/* `effective`: pairs that tell the parameter from the others. */
static void fill_estimate(const Work *work, int parameter, double effective, Estimate *estimate)
{
    const PieceValues *values = work->values;
    const LogitFit *fit = &work->fit;
    const double unit_effective = work->found.columns[work->unit].effective;
    clear_estimate(estimate);
    estimate->log_odds = fit->estimate[parameter];
    estimate->log_odds_error = logit_error(fit, parameter);
    estimate->log_odds_interval =
        values->method == INTERVAL_BOOTSTRAP
            ? work->bootstrap.log_odds[parameter]
            : interval_normal(estimate->log_odds, estimate->log_odds_error,
                              student_level(values, effective));
    if (!values->unit_measured)
        return;
    const Ratio ratio = ratio_of(fit, parameter, find_parameter(work, work->unit));
    estimate->units = ratio.a / ratio.b;
    estimate->units_error = interval_ratio_error(&ratio);
    estimate->units_interval = interval_in_units(
        work, parameter, student_level(values, fmin(effective, unit_effective)), &ratio);
}

/* A bound in units is the bound in log odds over that end of the unit's own interval which makes it
 * weaker. */
static void fill_bound(const Work *work, int column, const ColumnReport *report, PieceValue *value)
{
    const LogitFit *fit = work->found.model != NULL ? &work->fit : NULL;
    double bound;
    if (report->direction == 0
        || !separation_bound(&work->found.design, fit, column, report->direction, &bound))
        return;
    value->status = report->direction > 0 ? VALUE_AT_LEAST : VALUE_AT_MOST;
    value->bound_log_odds = bound;
    if (!work->values->unit_measured || fit == NULL)
        return;
    const int unit = find_parameter(work, work->unit);
    const Interval size =
        interval_normal(fit->estimate[unit], logit_error(fit, unit),
                        student_level(work->values, work->found.columns[work->unit].effective));
    const double first = bound / size.low, second = bound / size.high;
    value->bound = report->direction > 0 ? fmin(first, second) : fmax(first, second);
}

static PieceValue new_value(const char *name, const ColumnReport *report)
{
    PieceValue value = {.status = VALUE_NOT_IDENTIFIABLE,
                        .column_status = report->status,
                        .bound = (double)NAN,
                        .bound_log_odds = (double)NAN,
                        .games = report->games,
                        .pairs = report->clusters,
                        .effective = report->effective,
                        .cross_check = (double)NAN};
    snprintf(value.name, sizeof value.name, "%s", name);
    snprintf(value.reason, sizeof value.reason, "%s", report->reason);
    clear_estimate(&value.estimate);
    return value;
}

/* A parameter that is identified, with a number in units if the unit allows. */
static void fill_measured(const Work *work, int parameter, PieceValue *value)
{
    value->status = work->values->unit_measured ? VALUE_MEASURED : VALUE_UNIT_NOT_MEASURED;
    fill_estimate(work, parameter, value->effective, &value->estimate);
    if (!work->values->unit_measured)
        snprintf(value->reason, sizeof value->reason, "%s", work->values->unit_reason);
}

static void fill_column(const Work *work, int column, PieceValue *value)
{
    const ColumnReport *report = &work->found.columns[column];
    *value = new_value(work->data->names[column], report);
    if (report->status == COLUMN_SEPARATED)
        fill_bound(work, column, report, value);
    if (report->status != COLUMN_IDENTIFIED)
        return;
    fill_measured(work, find_parameter(work, column), value);
    if (column == work->unit && work->values->unit_measured)
        value->status = VALUE_UNIT;
}

/* Identified sums get a number, unless too few games carry them too. */
static void fill_sums(const Work *work)
{
    const double least =
        work->options->min_effective > 0 ? work->options->min_effective : IDENTIFY_MIN_EFFECTIVE;
    for (int i = 0; i < work->found.combination_count; i++) {
        const Combination *sum = &work->found.combinations[i];
        ColumnReport report =
            sum->column < 0 ? work->found.first_move : work->found.columns[sum->column];
        PieceValue *value = &work->values->values[work->values->value_count++];
        const bool enough = report.effective >= least;
        report.status = enough ? COLUMN_IDENTIFIED : COLUMN_TOO_FEW;
        snprintf(report.reason, sizeof report.reason, "%s",
                 enough ? "" : "too few games tell this sum from the rest");
        *value = new_value(sum->name, &report);
        const int parameter =
            sum->column < 0 ? work->fit.first_move : find_parameter(work, sum->column);
        if (enough)
            fill_measured(work, parameter, value);
    }
}

static void fill_first_move(const Work *work)
{
    PieceValue *value = &work->values->first_move;
    *value = new_value("first move", &work->found.first_move);
    if (work->found.first_move.status == COLUMN_IDENTIFIED)
        fill_measured(work, work->fit.first_move, value);
}

static void fill_fit(const Work *work)
{
    PieceValues *values = work->values;
    const LogitFit *fit = &work->fit;
    snprintf(values->model, sizeof values->model, "%s", fit->model);
    values->fit = *fit;
    values->log_likelihood = fit->log_likelihood;
    values->games_used = (size_t)fit->rows;
    values->pairs_used = (size_t)fit->clusters;
    values->conditioning = work->found.conditioning;
    values->has_draw_band = fit->band >= 0;
    values->draw_band = 0;
    values->draw_band_interval = (Interval){0, 0};
    if (fit->band >= 0) {
        Estimate band;
        fill_estimate(work, fit->band, fit->clusters, &band);
        values->draw_band = band.log_odds;
        values->draw_band_interval = band.log_odds_interval;
    }
}

static void count_games(const Dataset *data, PieceValues *values)
{
    size_t counts[3] = {0, 0, 0};
    for (size_t g = 0; g < data->cluster_count; g++)
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1]; row++)
            counts[data->outcomes[row]] += data->cluster_counts[g];
    values->games = dataset_games(data);
    values->pairs = dataset_clusters(data);
    values->losses = counts[DATASET_LOSS];
    values->draws = counts[DATASET_DRAW];
    values->wins = counts[DATASET_WIN];
}

/* Puts the fractional logit's value beside one of the ordered logit and compares. */
static void check_value(const Work *work, const LogitFit *other, int parameter, double joint_level,
                        PieceValue *value)
{
    const int unit = find_parameter(work, work->unit);
    const Ratio ratio = ratio_of(&work->fit, parameter, unit);
    const Interval joint = interval_ratio_delta(&ratio, joint_level);
    /* The fractional fit has the same terms in the same places; only the band is gone. */
    value->cross_check = other->estimate[parameter] / other->estimate[unit];
    value->cross_check_agrees = value->cross_check >= joint.low && value->cross_check <= joint.high;
}

static void cross_check(const Work *work)
{
    PieceValues *values = work->values;
    const LogitOptions options = {.threads = work->options->threads, .without_covariance = true};
    LogitFit other;
    Error reason = {""};
    if (!values->unit_measured) {
        snprintf(values->cross_check_reason, sizeof values->cross_check_reason,
                 "none without a unit");
        return;
    }
    if (!fractional_logit_fit(&work->found.design, &options, &other, &reason)
        || !(other.estimate[find_parameter(work, work->unit)] > 0)) {
        snprintf(values->cross_check_reason, sizeof values->cross_check_reason, "%.390s",
                 reason.text[0] != '\0' ? reason.text
                                        : "the fractional logit's unit is not positive");
        return;
    }
    const double joint_level = 1 - (1 - values->level) / (values->value_count + 1);
    values->cross_check_agrees = true;
    for (int i = 0; i < values->value_count; i++) {
        PieceValue *value = &values->values[i];
        if (value->status != VALUE_MEASURED)
            continue;
        const int sum = i - work->data->column_count;
        const int column = sum < 0 ? i : work->found.combinations[sum].column;
        check_value(work, &other, column < 0 ? work->fit.first_move : find_parameter(work, column),
                    joint_level, value);
        if (!value->cross_check_agrees && values->cross_check_agrees) {
            values->cross_check_agrees = false;
            snprintf(values->cross_check_reason, sizeof values->cross_check_reason,
                     "%s: %.3f by the ordered logit, %.3f by the fractional logit", value->name,
                     value->estimate.units, value->cross_check);
        }
    }
    if (values->first_move.status == VALUE_MEASURED)
        check_value(work, &other, work->fit.first_move, joint_level, &values->first_move);
}

/* Tests the terms that are in the fit: its last columns, as a design keeps the data's order. */
static void test_terms(const Work *work)
{
    PieceValues *values = work->values;
    const LogitDesign *design = &work->found.design;
    const int first_term = work->data->column_count - work->options->term_columns;
    int first = design->column_count;
    double effective = (double)INFINITY;
    while (first > 0 && design->columns[first - 1] >= first_term) {
        effective = fmin(effective, work->found.columns[design->columns[--first]].effective);
    }
    if (work->options->term_columns == 0)
        return;
    Error reason = {"no term is in the fit"};
    values->terms_tested = first > 0 && first < design->column_count
                           && model_test(design, &work->fit, first, effective,
                                         work->options->threads, &values->terms, &reason);
    if (!values->terms_tested)
        snprintf(values->terms_reason, sizeof values->terms_reason, "%.390s", reason.text);
}

/* All from `work->data`, once the unit's column is known. */
static bool run(Work *work, Error *err)
{
    PieceValues *values = work->values;
    const IdentifyOptions identify_options = {.threads = work->options->threads,
                                              .unit = work->unit,
                                              .min_effective = work->options->min_effective};
    if (!identify(work->data, &identify_options, &work->found, err))
        return false;
    if (work->found.model != NULL) {
        const LogitOptions fit_options = {.threads = work->options->threads,
                                          .start = work->found.start};
        if (!ordered_logit_fit(&work->found.design, &fit_options, &work->fit, err))
            return false;
    }
    judge_unit(work);
    if (!run_bootstrap(work, err))
        return false;
    count_games(work->data, values);
    for (int c = 0; c < work->data->column_count; c++) {
        values->parameters[c] = find_parameter(work, c);
        fill_column(work, c, &values->values[values->value_count++]);
    }
    fill_sums(work);
    fill_first_move(work);
    values->draw_band = (double)NAN;
    values->draw_band_interval = (Interval){(double)NAN, (double)NAN};
    if (work->found.model == NULL) {
        snprintf(values->cross_check_reason, sizeof values->cross_check_reason, "no fit");
        return true;
    }
    fill_fit(work);
    test_terms(work);
    cross_check(work);
    return true;
}

bool piece_values_fit(const Dataset *data, const char *unit_column,
                      const PieceValuesOptions *options, PieceValues *values, Error *err)
{
    const int unit = dataset_column(data, unit_column);
    if (unit < 0)
        return error_set(err, "the data have no column '%s' to measure in", unit_column);
    Work *work = memory_new(1, sizeof *work);
    PieceValues *result = memory_new(1, sizeof *result);
    *work = (Work){.data = data, .options = options, .unit = unit, .values = result};
    piece_values_name_unit(result, unit_column);
    result->level = options->level > 0 ? options->level : default_level;
    const bool ok = run(work, err);
    if (ok)
        *values = *result;
    free(result);
    free(work);
    return ok;
}
