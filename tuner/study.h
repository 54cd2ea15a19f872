/* What `assay values` finds out in one go: measurements of one variant at one or several node
 * budgets, and at each of them in rounds that lead to a fixed point.
 *
 * A value is a property of the rules and of the player. The budgets show how it depends on how far
 * the player looks; the rounds let it play with the values that it was found to have, until these
 * stay what they are: the engine's own values change how it trades. Every round is a run of its own
 * with its own key and store, so an interrupted study goes on in the round where it was. */
#pragma once

#include "tuner/measurement.h"
#include "tuner/precision.h"

enum { STUDY_MAX_BUDGETS = 16, STUDY_MAX_ROUNDS = 20 };

typedef struct StudyOptions {
    uint64_t budgets[STUDY_MAX_BUDGETS]; /* nodes a move, ascending */
    int budget_count;
    int rounds;             /* at most; 1: no rounds */
    PrecisionTarget target; /* ends a run, at the games of the config at the latest */
    double minutes;         /* for the whole study, 0: no limit */
    PieceValuesOptions fit;
    PlayOrders orders; /* how to play; deadline and note are the study's */
} StudyOptions;

/* One run. */
typedef struct StudyRound {
    Play play;
    Measurement measurement;
    double moved; /* the largest move from the values played with, in half widths; NAN: unknown */
} StudyRound;

typedef struct StudyBudget {
    uint64_t nodes;
    StudyRound *rounds[STUDY_MAX_ROUNDS]; /* owned */
    int round_count;
    bool settled; /* the last round moved no value by more than its half width */
} StudyBudget;

typedef struct Study {
    const Play *base;            /* borrowed; its config but for nodes is that of all runs */
    const StudyOptions *options; /* borrowed */
    StudyBudget budgets[STUDY_MAX_BUDGETS];
    int budget_count;
} Study;

/* Plays and fits all. On failure what was stored stays, and the same call goes on. Release frees a
 * study in any case. */
bool study_run(Study *study, const Play *base, const StudyOptions *options, Error *err);
void study_release(Study *study);

/* The last round of a budget. */
const StudyRound *study_last(const StudyBudget *budget);

/* The result: the last round at the largest budget. */
const Measurement *study_result(const Study *study);
