#include "tuner/study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "tuner/values_weights.h"

const StudyRound *study_last(const StudyBudget *budget)
{
    return budget->rounds[budget->round_count - 1];
}

const Measurement *study_result(const Study *study)
{
    return &study_last(&study->budgets[study->budget_count - 1])->measurement;
}

/* What is shown behind the progress: which of several runs it is, and how precise it is so far. */
static void make_note(const Study *study, const Precision *precision, char *note, size_t size)
{
    const StudyOptions *options = study->options;
    const StudyBudget *budget = &study->budgets[study->budget_count - 1];
    Text text;
    text_init(&text);
    if (options->budget_count > 1)
        text_add(&text, ", %" PRIu64 " nodes", budget->nodes);
    if (options->rounds > 1)
        text_add(&text, ", round %d", budget->round_count);
    if (precision->value != NULL)
        text_add(&text, ", +- %.2f (%.2f)", precision->half_width, precision->wanted);
    snprintf(note, size, "%s", text.data);
    text_release(&text);
}

/* The run's share of what is left of the time: the runs that may still come get as much. */
static double deadline_of_run(const Study *study, double deadline)
{
    if (deadline <= 0)
        return 0;
    double now = clock_now();
    int left = study->options->budget_count - study->budget_count + 1;
    return now + fmax(deadline - now, 0) / left;
}

/* Says how to get the same result without a clock. */
static void tell_late(const Play *play)
{
    fprintf(stderr,
            "time is up: --nodes %" PRIu64 " --games %" PRIu64
            " in place of --minutes gives the same result\n",
            play->config.nodes, play->config.games);
}

/* Plays the run up to `games`, or as far as time allows: then `*late` is true and its config has
 * the number of games that are finished. */
static bool play_up_to(StudyRound *round, uint64_t games, const PlayOrders *orders, bool *late,
                       Error *err)
{
    round->play.config.games = games;
    if (!play_games(&round->play, orders, late, err))
        return false;
    if (!*late)
        return true;
    if (!play_count_finished(&round->play, &round->play.config.games, err))
        return false;
    if (round->play.config.games == 0)
        return error_set(err, "no game was finished in the time given (--minutes)");
    tell_late(&round->play);
    return true;
}

/* Plays a run until it has all its games, its values are as precise as is wished, or time is up. An
 * early look at which nothing can be fitted yet is none. */
static bool run_round(const Study *study, StudyRound *round, double deadline, Error *err)
{
    const StudyOptions *options = study->options;
    const uint64_t most = study->base->config.games;
    PlayOrders orders = options->orders;
    Precision precision = {.value = NULL};
    orders.deadline = deadline_of_run(study, deadline);
    bool over = false;
    for (uint64_t games = 0; !over;) {
        uint64_t look = options->target.half_width > 0 ? precision_next_look(games) : most;
        games = look < most ? look : most;
        make_note(study, &precision, orders.note, sizeof orders.note);
        bool late = false;
        if (!play_up_to(round, games, &orders, &late, err))
            return false;
        over = late || games == most;
        bool fitted = measurement_take(&round->measurement, &round->play, round->play.config.games,
                                       &options->fit, err);
        if (!fitted && over)
            return false;
        precision = (Precision){.value = NULL};
        if (fitted)
            precision = precision_judge(&round->measurement.values, &options->target);
        over = over || precision.reached;
    }
    return true;
}

/* The name of the folder of a run below that of --out; "" for the first round of a single budget,
 * which is that of a study without rounds. */
static void name_run(const StudyOptions *options, uint64_t nodes, int round, Text *name)
{
    if (options->budget_count > 1)
        text_add(name, "nodes-%" PRIu64, nodes);
    if (round > 1)
        text_add(name, "%sround-%d", name->length > 0 ? "/" : "", round);
}

static bool add_round(Study *study, StudyBudget *budget, double deadline, Error *err)
{
    const Play *base = study->base;
    StudyRound *round = memory_new(1, sizeof *round);
    RunConfig config = base->config;
    config.nodes = budget->nodes;
    Weights weights = base->weights;
    if (budget->round_count > 0) {
        const StudyRound *last = study_last(budget);
        weights = last->play.weights;
        values_weights_apply(&last->measurement.values, base->variant, &weights);
        snprintf(weights.source, sizeof weights.source, "fitted in round %d", budget->round_count);
    }
    Text name;
    text_init(&name);
    name_run(study->options, budget->nodes, budget->round_count + 1, &name);
    play_derive(&round->play, base, &config, &weights, name.data);
    text_release(&name);
    budget->rounds[budget->round_count++] = round;
    if (!run_round(study, round, deadline, err))
        return false;
    round->moved =
        values_weights_moved(&round->measurement.values, base->variant, &round->play.weights);
    budget->settled = round->moved <= 1;
    return true;
}

bool study_run(Study *study, const Play *base, const StudyOptions *options, Error *err)
{
    *study = (Study){.base = base, .options = options};
    double deadline = options->minutes > 0 ? clock_now() + 60 * options->minutes : 0;
    while (study->budget_count < options->budget_count) {
        StudyBudget *budget = &study->budgets[study->budget_count];
        budget->nodes = options->budgets[study->budget_count++];
        /* Values that cannot be measured do not come to rest either. */
        do {
            if (!add_round(study, budget, deadline, err))
                return false;
        } while (budget->round_count < options->rounds && !budget->settled
                 && !isnan(study_last(budget)->moved));
    }
    return true;
}

void study_release(Study *study)
{
    for (int b = 0; b < study->budget_count; b++)
        for (int r = 0; r < study->budgets[b].round_count; r++) {
            play_release(&study->budgets[b].rounds[r]->play);
            free(study->budgets[b].rounds[r]);
        }
    *study = (Study){0};
}
