#include "tuner/identify.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/memory.h"
#include "selfplay/interval.h"
#include "tuner/cholesky.h"
#include "tuner/collinear.h"
#include "tuner/fractional_logit.h"
#include "tuner/ordered_logit.h"
#include "tuner/separation.h"

/* A fit that needs more passes than this runs away: six are usual. */
enum { CHECK_PASSES = 40 };

enum { MOST_NAMED = 5 }; /* columns of a sum, in a reason */

const char *column_status_name(ColumnStatus status)
{
    static const char *const names[] = {
        [COLUMN_IDENTIFIED] = "identified", [COLUMN_CONSTANT] = "never varies",
        [COLUMN_COLLINEAR] = "collinear",   [COLUMN_SEPARATED] = "separable",
        [COLUMN_TOO_FEW] = "too few games", [COLUMN_NO_INFORMATION] = "no information",
    };
    return names[status];
}

static void set_report(ColumnReport *report, ColumnStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void set_report(ColumnReport *report, ColumnStatus status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report->status = status;
    vsnprintf(report->reason, sizeof report->reason, format, arguments);
    va_end(arguments);
}

/* Takes column `place` out of the design. */
static void drop(LogitDesign *design, int place)
{
    design->column_count--;
    for (int i = place; i < design->column_count; i++)
        design->columns[i] = design->columns[i + 1];
}

static void exclude(Identification *result, int column)
{
    LogitDesign *design = &result->design;
    design->excluding[design->excluding_count++] = column;
}

/* Puts every column that is not separated back into the design, the unit first. */
static void start_round(const IdentifyOptions *options, Identification *result)
{
    LogitDesign *design = &result->design;
    const Dataset *data = design->data;
    design->column_count = 0;
    result->combination_count = 0;
    for (int unit = 1; unit >= 0; unit--)
        for (int c = 0; c < data->column_count; c++) {
            if ((c == options->unit) != unit || result->columns[c].status == COLUMN_SEPARATED)
                continue;
            result->columns[c] = (ColumnReport){.status = COLUMN_IDENTIFIED};
            design->columns[design->column_count++] = c;
        }
    result->first_move = (ColumnReport){.status = COLUMN_IDENTIFIED};
}

/* Drops columns without an imbalance and finds those that are separated by themselves. True if
 * one was found: its games are now left out, and all has to be counted again. */
static bool look_at_columns(Identification *result)
{
    LogitDesign *design = &result->design;
    bool found = false;
    const LogitDesign before = *design; /* all columns are judged by the same games */
    for (int i = before.column_count - 1; i >= 0; i--) {
        ColumnReport *report = &result->columns[before.columns[i]];
        const Imbalance count = separation_count(&before, before.columns[i]);
        report->games = count.games;
        report->clusters = count.clusters;
        if (count.games == 0) {
            set_report(report, COLUMN_CONSTANT, "no game has an imbalance of it%s",
                       before.excluding_count > 0
                           ? ", once the games of separable pieces are left out"
                           : "");
            drop(design, i);
        } else if (count.won == count.games || count.lost == count.games) {
            report->direction = count.won == count.games ? 1 : -1;
            set_report(report, COLUMN_SEPARATED,
                       "separable: the side with more of it %s every one of %zu games",
                       report->direction > 0 ? "won" : "lost", count.games);
            exclude(result, before.columns[i]);
            found = true;
        }
    }
    return found;
}

static void no_information(Identification *result, const char *reason)
{
    result->model = NULL;
    for (int i = 0; i < result->design.column_count; i++)
        set_report(&result->columns[result->design.columns[i]], COLUMN_NO_INFORMATION, "%s",
                   reason);
    if (result->design.first_move)
        set_report(&result->first_move, COLUMN_NO_INFORMATION, "%s", reason);
    result->design.column_count = 0;
}

static ColumnReport *term_report(Identification *result, int term)
{
    const int offset = result->design.first_move ? 1 : 0;
    return term < offset ? &result->first_move
                         : &result->columns[result->design.columns[term - offset]];
}

/* Marks the columns that move together and keeps in the design, of each set, those that now stand
 * for the sums. */
static void look_at_sums(int threads, Identification *result)
{
    LogitDesign *design = &result->design;
    Collinear collinear;
    collinear_find(design, threads, &collinear);
    result->conditioning = collinear.conditioning;
    const int offset = design->first_move ? 1 : 0;
    for (int t = 0; t < collinear.term_count; t++) {
        if (collinear.has_sum[t]) {
            Combination *sum = &result->combinations[result->combination_count++];
            sum->column = t < offset ? -1 : design->columns[t - offset];
            collinear_name(&collinear, design, t, sum->name, sizeof sum->name);
        }
        if (!collinear_is_free(&collinear, t)) {
            ColumnReport *report = term_report(result, t);
            report->status = COLUMN_COLLINEAR;
            collinear_reason(&collinear, design, t, report->reason, sizeof report->reason);
        }
    }
    for (int t = collinear.term_count - 1; t >= offset; t--)
        if (!collinear.is_pivot[t])
            drop(design, t - offset);
}

/* Marks the columns whose own variation comes from too few pairs. */
static void look_at_sizes(const IdentifyOptions *options, Identification *result)
{
    const double least =
        options->min_effective > 0 ? options->min_effective : IDENTIFY_MIN_EFFECTIVE;
    double effective[LOGIT_MAX_PARAMETERS];
    const int terms = collinear_effective(&result->design, options->threads, effective);
    for (int t = 0; t < terms; t++) {
        ColumnReport *report = term_report(result, t);
        report->effective = effective[t];
        if (effective[t] < least && report->status == COLUMN_IDENTIFIED)
            set_report(report, COLUMN_TOO_FEW,
                       "only %.1f pairs' worth of games tell it from the rest, %.0f are needed",
                       effective[t], least);
    }
}

/* Names all columns of a direction that separates, and leaves their games out. A direction of most
 * of them says only that there are too few games for so many pieces, and so does the reason. */
static bool mark_direction(const LogitFit *fit, const bool *part, Identification *result)
{
    const LogitDesign design = result->design;
    char names[256] = "";
    int count = 0;
    for (int i = 0; i < design.column_count; i++)
        if (part[fit->first_column + i]) {
            const size_t length = strlen(names);
            snprintf(names + length, sizeof names - length, "%s%s", count++ > 0 ? ", " : "",
                     design.data->names[design.columns[i]]);
        }
    if (count > MOST_NAMED)
        snprintf(names, sizeof names, "it and %d others", count - 1);
    for (int i = 0; i < design.column_count; i++)
        if (part[fit->first_column + i]) {
            ColumnReport *report = &result->columns[design.columns[i]];
            report->direction = 0;
            set_report(report, COLUMN_SEPARATED,
                       "separable: a sum of %s foretells results without fail%s", names,
                       count > MOST_NAMED ? ": too few games" : "");
            exclude(result, design.columns[i]);
        }
    return count > 0;
}

/* Runs the fit. `*again` says that a separated direction was found and marked. */
static bool look_at_fit(const IdentifyOptions *options, Identification *result, bool *again,
                        Error *err)
{
    LogitFit fit = {0};
    double step[LOGIT_MAX_PARAMETERS];
    bool part[LOGIT_MAX_PARAMETERS] = {false};
    ordered_logit_start(result->model, &result->design, result->start);
    const LogitOptions fit_options = {
        .threads = options->threads, .max_passes = CHECK_PASSES, .start = result->start};
    const LogitStatus status =
        logit_newton(result->model, &result->design, &fit_options, &fit, step);
    *again = false;
    if (status == LOGIT_CONVERGED) {
        memcpy(result->start, fit.estimate, sizeof result->start);
        return true;
    }
    *again =
        separation_check(&result->design, &fit, step, part) && mark_direction(&fit, part, result);
    return *again
           || error_set(err,
                        "the %s fit does not settle, and no set of columns separates the games",
                        result->model->name);
}

/* One look at the games that are not left out. */
static bool run_round(const IdentifyOptions *options, Identification *result, bool *again,
                      Error *err)
{
    Error reason = {""};
    start_round(options, result);
    *again = look_at_columns(result);
    if (*again)
        return true;
    result->model = ordered_logit_choose(&result->design, &reason);
    if (result->model == NULL) {
        no_information(result, result->design.excluding_count > 0
                                   ? "no information in the games that separable pieces leave over"
                                   : reason.text);
        return true;
    }
    look_at_sums(options->threads, result);
    look_at_sizes(options, result);
    return look_at_fit(options, result, again, err);
}

bool identify(const Dataset *data, const IdentifyOptions *options, Identification *result,
              Error *err)
{
    if (data->row_count == 0)
        return error_set(err, "no games");
    if (dataset_games(data) == 1)
        return error_set(err, "one game tells no value");
    if (dataset_clusters(data) == 1)
        return error_set(err, "one pair of games tells no value");

    Identification own = {.design = {.data = data, .first_move = !options->no_first_move}};
    for (bool again = true; again;)
        if (!run_round(options, &own, &again, err))
            return false;
    for (size_t g = 0; g < data->cluster_count; g++) {
        const size_t before = own.first_move.games;
        for (size_t row = data->cluster_starts[g]; row < data->cluster_starts[g + 1]; row++)
            own.first_move.games += logit_row_taken(&own.design, row) ? data->cluster_counts[g] : 0;
        own.first_move.clusters += own.first_move.games > before ? data->cluster_counts[g] : 0;
    }
    *result = own;
    return true;
}
