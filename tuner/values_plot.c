#include "tuner/values_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "selfplay/process.h"
#include "tuner/shown_value.h"

enum { NAME_MOST = 28 }; /* characters of a name; sums of pieces have longer ones */

/* Sizes in pixels. */
enum { WIDTH = 820, ROW = 30, HEAD = 150, SERIES_HEIGHT = 420, COLOR_COUNT = 8 };

static const double draw_seconds = 60;

/* How far apart the points of two types stand, as a share of the axis; and by what factor an axis
 * of nodes goes on beyond its ends. */
#define DODGE       0.009
#define AXIS_FACTOR 1.3

/* Okabe and Ito's colours: told apart by the colour-blind, too. */
static const char *const colors[COLOR_COUNT] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#7A4F9A", "#444444"};

static bool plot_error(Error *err)
{
    return error_prefix(err, "--plot: gnuplot is needed (Debian: apt-get install gnuplot-nox)");
}

bool values_plot_check(Error *err)
{
    Process *process = process_start("gnuplot --version", NULL, err);
    if (process == NULL)
        return plot_error(err);
    Text end;
    text_init(&end);
    if (process_wait(process, clock_now() + draw_seconds))
        process_add_end(process, &end);
    bool good = strcmp(end.data, "exit status 0") == 0;
    if (!good) {
        error_set(err, "'gnuplot --version' fails");
        plot_error(err);
    }
    text_release(&end);
    process_free(process);
    return good;
}

/* A string of gnuplot's: in single quotes, which are doubled in it. Control characters, which would
 * end the line, become spaces. */
static void add_quoted(const char *string, Text *script)
{
    text_add_char(script, '\'');
    for (; *string != '\0'; string++) {
        if (*string == '\'')
            text_add_char(script, '\'');
        text_add_char(script, (unsigned char)*string < ' ' ? ' ' : *string);
    }
    text_add_char(script, '\'');
}

/* --- The values -------------------------------------------------------------------------------
 * A row for each type, the first one on top. */

static void add_row_label(const PieceValue *value, bool in_units, Text *label)
{
    const ShownValue shown = shown_value(value, in_units);
    const int digits = shown_digits(in_units);
    if (in_units && value->status == VALUE_UNIT)
        text_add(label, "1, the unit");
    else if (value->status == VALUE_AT_LEAST || value->status == VALUE_AT_MOST)
        text_add(label, "%s %.*f", value_status_name(value->status), digits, shown.bound);
    else if (shown.known)
        text_add(label, "%.*f  (%.*f to %.*f)", digits, shown.number, digits, shown.interval.low,
                 digits, shown.interval.high);
    else
        text_add(label, "%s", value_status_name(value->status));
}

/* Whether there is a number with an interval that has ends, and which. */
static bool can_draw(const PieceValue *value, bool in_units, ShownValue *shown)
{
    *shown = shown_value(value, in_units);
    return shown->known && isfinite(shown->interval.low) && isfinite(shown->interval.high);
}

/* Rows of the block: place, value, low, high; one without an interval has its value for both. */
static void add_rows(const PieceValues *values, Text *script)
{
    ShownValue shown;
    text_add(script, "$values << EOD\n");
    for (int i = 0; i < values->value_count; i++)
        if (can_draw(&values->values[i], values->unit_measured, &shown))
            text_add(script, "%d %.6g %.6g %.6g\n", values->value_count - i, shown.number,
                     shown.interval.low, shown.interval.high);
    text_add(script, "EOD\n");
}

static void add_ticks(const PieceValues *values, Text *script)
{
    text_add(script, "unset ytics\nset ytics scale 0 (");
    for (int i = 0; i < values->value_count; i++) {
        char name[NAME_MOST + 1];
        const bool whole = strlen(values->values[i].name) <= NAME_MOST;
        snprintf(name, sizeof name, "%.*s%s", whole ? NAME_MOST : NAME_MOST - 3,
                 values->values[i].name, whole ? "" : "...");
        text_add(script, "%s", i > 0 ? ", " : "");
        add_quoted(name, script);
        text_add(script, " %d", values->value_count - i);
    }
    text_add(script, ")\n");
}

/* What stands to the right of each row, beyond the axis. */
static void add_row_labels(const PieceValues *values, Text *script)
{
    for (int i = 0; i < values->value_count; i++) {
        Text label;
        text_init(&label);
        add_row_label(&values->values[i], values->unit_measured, &label);
        text_add(script, "set label %d ", i + 1);
        add_quoted(label.data, script);
        text_add(script, " at graph 1.02, first %d left noenhanced textcolor rgb '#333333'\n",
                 values->value_count - i);
        text_release(&label);
    }
}

/* The ends of the axis: both 0 where nothing has a number. */
static Interval axis_ends(const PieceValues *values)
{
    ShownValue shown;
    Interval ends = {0, 0};
    for (int i = 0; i < values->value_count; i++)
        if (can_draw(&values->values[i], values->unit_measured, &shown)) {
            ends.low = fmin(ends.low, shown.interval.low);
            ends.high = fmax(ends.high, shown.interval.high);
        }
    return ends;
}

static void add_title(const char *title, const char *below, Text *script)
{
    text_add(script, "set label 1001 ");
    add_quoted(title, script);
    text_add(script,
             " at graph 0, graph 1 offset 0,2.4 left noenhanced font ',16'\nset label 1002 ");
    add_quoted(below, script);
    text_add(script, " at graph 0, graph 1 offset 0,1.0 left noenhanced textcolor rgb '#666666'\n");
}

/* Quoted: it has the name of a piece in it. */
static void add_axis_name(const Measurement *measurement, Text *script)
{
    Text name;
    text_init(&name);
    text_add(&name, "%s in %s", measurement_kind(measurement), shown_scale(&measurement->values));
    add_quoted(name.data, script);
    text_add(script, " noenhanced");
    text_release(&name);
}

static void add_values_panel(const Study *study, Text *script)
{
    const Measurement *result = study_result(study);
    const PieceValues *values = &result->values;
    Text title, below;
    text_init(&title);
    text_init(&below);
    text_add(&title, "%s: %s", result->play->variant->name, measurement_subject(result));
    text_add(&below, "%" PRIu64 " games at %" PRIu64 " nodes a move; bars are %.0f %% intervals",
             result->end, result->play->config.nodes, 100 * values->level);
    add_rows(values, script);
    add_title(title.data, below.data, script);
    add_ticks(values, script);
    add_row_labels(values, script);
    text_add(script, "set rmargin 26\nset xlabel ");
    add_axis_name(result, script);
    text_add(script, "\nset yrange [0.4:%d.6]\n", values->value_count);
    const Interval ends = axis_ends(values);
    const double left = ends.low, right = values->unit_measured ? fmax(ends.high, 1) : ends.high;
    const double margin = right > left ? 0.02 * (right - left) : 1;
    text_add(script, "set xrange [%.6g:%.6g]\n", left - margin, right + margin);
    text_add(script, "set xtics nomirror\nset grid xtics noytics\nunset key\n");
    if (ends.high > ends.low)
        text_add(script,
                 "plot $values using 2:1:3:4 with xerrorbars linecolor rgb '%s' linewidth 2 "
                 "pointtype 7 pointsize 0.8\n",
                 colors[0]);
    else
        text_add(script, "plot NaN notitle\n");
    text_add(script, "unset label\nunset ytics\n");
    text_release(&title);
    text_release(&below);
}

/* --- Series -----------------------------------------------------------------------------------
 * A line for each type that is measured, over rounds or over nodes. */

typedef struct Series {
    const Measurement
        *points[STUDY_MAX_ROUNDS > STUDY_MAX_BUDGETS ? STUDY_MAX_ROUNDS : STUDY_MAX_BUDGETS];
    int count;
    bool over_nodes;
} Series;

static const PieceValue *find_value(const PieceValues *values, const char *name)
{
    for (int i = 0; i < values->value_count; i++)
        if (strcmp(values->values[i].name, name) == 0)
            return &values->values[i];
    return NULL;
}

/* Nodes are on a logarithmic axis. The ends of the axis lie a little beyond the points. */
static double series_span(const Series *series)
{
    const double first = (double)series->points[0]->play->config.nodes;
    const double last = (double)series->points[series->count - 1]->play->config.nodes;
    return series->over_nodes ? log(last / first) + 2 * log(AXIS_FACTOR) : series->count - 0.4;
}

/* The points of one type: x, value, low, high; in log odds where the last measurement has no unit.
 * The types stand a little beside each other, so that their bars can be told apart. Returns how
 * many points there are. */
static int add_points(const Series *series, const char *name, double shift, Text *block)
{
    int points = 0;
    const bool in_units = series->points[series->count - 1]->values.unit_measured;
    for (int i = 0; i < series->count; i++) {
        const PieceValue *value = find_value(&series->points[i]->values, name);
        ShownValue shown;
        if (value == NULL || (in_units && value->status == VALUE_UNIT)
            || !can_draw(value, in_units, &shown))
            continue;
        double place = (double)series->points[i]->play->config.nodes;
        double x = series->over_nodes ? place * exp(DODGE * shift * series_span(series))
                                      : i + 1 + DODGE * shift * series_span(series);
        text_add(block, "%.6g %.6g %.6g %.6g\n", x, shown.number, shown.interval.low,
                 shown.interval.high);
        points++;
    }
    return points;
}

static void add_line(const char *name, int number, Text *plot)
{
    const char *color = colors[number % COLOR_COUNT];
    const int dash = 1 + number / COLOR_COUNT;
    text_add(
        plot,
        "%s $line%d using 1:2:3:4 with yerrorbars linecolor rgb '%s' linewidth 1.5 pointtype 7 "
        "pointsize 0.7 title ",
        number > 0 ? ", " : "plot", number, color);
    add_quoted(name, plot);
    text_add(
        plot,
        " noenhanced, $line%d using 1:2 with lines linecolor rgb '%s' linewidth 1.5 dashtype %d "
        "notitle",
        number, color, dash);
}

static void add_series_axis(const Series *series, Text *script)
{
    if (!series->over_nodes) {
        text_add(script,
                 "unset logscale x\nset xlabel 'round'\nset xtics 1\nset xrange [0.7:%d.3]\n",
                 series->count);
        return;
    }
    text_add(script, "set logscale x\nset xlabel 'nodes a move'\nset xtics (");
    for (int i = 0; i < series->count; i++)
        text_add(script, "%s'%" PRIu64 "' %" PRIu64, i > 0 ? ", " : "",
                 series->points[i]->play->config.nodes, series->points[i]->play->config.nodes);
    text_add(script, ")\nset xrange [%.6g:%.6g]\n",
             (double)series->points[0]->play->config.nodes / AXIS_FACTOR,
             (double)series->points[series->count - 1]->play->config.nodes * AXIS_FACTOR);
}

static void add_series_panel(const Series *series, const char *title, const char *below,
                             Text *script)
{
    const PieceValues *last = &series->points[series->count - 1]->values;
    Text plot;
    text_init(&plot);
    int lines = 0;
    for (int i = 0; i < last->value_count; i++) {
        Text block;
        text_init(&block);
        double shift = i - (last->value_count - 1) / 2.0;
        if (add_points(series, last->values[i].name, shift, &block) > 0) {
            text_add(script, "$line%d << EOD\n%sEOD\n", lines, block.data);
            add_line(last->values[i].name, lines++, &plot);
        }
        text_release(&block);
    }
    add_title(title, below, script);
    add_series_axis(series, script);
    text_add(script, "set rmargin 26\nset ylabel ");
    add_axis_name(series->points[series->count - 1], script);
    text_add(script,
             "\nset yrange [%s]\n"
             "set ytics scale 0.5 nomirror autofreq\nset grid ytics noxtics\n"
             "set key at graph 1.03, graph 1 left top Left reverse samplen 1.5\n%s\nunset label\n"
             "unset logscale x\nunset ylabel\n",
             lines > 0 ? "*:*" : "0:1", lines > 0 ? plot.data : "plot NaN notitle");
    text_release(&plot);
}

static void add_path_panel(const Study *study, Text *script)
{
    const StudyBudget *budget = &study->budgets[study->budget_count - 1];
    Series series = {.count = budget->round_count};
    for (int i = 0; i < budget->round_count; i++)
        series.points[i] = &budget->rounds[i]->measurement;
    add_series_panel(&series, "The path to a fixed point",
                     "each round is played with the values that the one before it found", script);
}

static void add_nodes_panel(const Study *study, Text *script)
{
    Series series = {.count = study->budget_count, .over_nodes = true};
    for (int i = 0; i < study->budget_count; i++)
        series.points[i] = &study_last(&study->budgets[i])->measurement;
    add_series_panel(&series, "Values over the strength of play",
                     "a value is a property of the rules and of the player", script);
}

void values_plot_add_script(const Study *study, Text *script)
{
    const PieceValues *values = &study_result(study)->values;
    const bool path = study->budgets[study->budget_count - 1].round_count > 1;
    const bool nodes = study->budget_count > 1;
    const int first = HEAD + ROW * values->value_count;
    size_t longest = 0;
    for (int i = 0; i < values->value_count; i++) {
        const size_t length = strlen(values->values[i].name);
        longest = length > longest ? length : longest;
    }
    longest = longest < NAME_MOST ? longest : NAME_MOST;
    const int height = first + SERIES_HEIGHT * ((path ? 1 : 0) + (nodes ? 1 : 0));
    text_add(script,
             "set terminal svg size %d,%d font 'Helvetica,Arial,sans-serif,13' background 'white'\n"
             "set border 3 linecolor rgb '#666666'\nset tics textcolor rgb '#333333'\n"
             "set grid linecolor rgb '#dddddd' linetype 1\nset lmargin %d\nset tmargin 5\n"
             "set bmargin 3.5\nset multiplot\n",
             WIDTH, height, (int)longest + 4);
    double top = 1, size = (double)first / height;
    text_add(script, "set size 1,%.6f\nset origin 0,%.6f\n", size, top - size);
    add_values_panel(study, script);
    top -= size;
    size = (double)SERIES_HEIGHT / height;
    text_add(script, "set size 1,%.6f\n", size);
    if (path) {
        top -= size;
        text_add(script, "set origin 0,%.6f\n", fmax(top, 0));
        add_path_panel(study, script);
    }
    if (nodes) {
        top -= size;
        text_add(script, "set origin 0,%.6f\n", fmax(top, 0));
        add_nodes_panel(study, script);
    }
    text_add(script, "unset multiplot\nexit\n");
}

/* The script is shorter than what a pipe holds, so gnuplot may write before it has read it all. */
static bool tell(Process *process, const Text *script, double deadline)
{
    Text line;
    text_init(&line);
    bool good = true;
    for (const char *rest = script->data; good && *rest != '\0';) {
        size_t length = strcspn(rest, "\n");
        text_clear(&line);
        text_add_bytes(&line, rest, length);
        good = process_write(process, line.data, deadline, NULL) == PROCESS_GOOD;
        rest += length + (rest[length] == '\n');
    }
    text_release(&line);
    return good;
}

bool values_plot_draw(const Text *script, Text *svg, Error *err)
{
    /* -d: no settings of the user's own. */
    Process *process = process_start("gnuplot -d", NULL, err);
    if (process == NULL)
        return plot_error(err);
    const double deadline = clock_now() + draw_seconds;
    Text line, end;
    text_init(&line);
    text_init(&end);
    bool told = tell(process, script, deadline);
    while (process_read(process, &line, deadline, NULL) == PROCESS_GOOD)
        text_add(svg, "%s\n", line.data);
    if (process_wait(process, deadline))
        process_add_end(process, &end);
    bool good =
        told && strcmp(end.data, "exit status 0") == 0 && strstr(svg->data, "</svg>") != NULL;
    if (!good)
        error_set(err, "--plot: gnuplot failed (%s)", end.length > 0 ? end.data : "it is too slow");
    text_release(&line);
    text_release(&end);
    process_free(process);
    return good;
}
