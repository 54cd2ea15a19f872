/* Piece values from games with random material imbalances: what can be known, the fit, and values
 * in units of one piece (a pawn, mostly) with intervals (statistics.md, section 1).
 *
 * Value of a piece: the change in the log odds of the outcome that one more of it makes, divided by
 * the change that one more unit makes. Nothing that the data do not determine gets a number: the
 * fields of such a number are NAN, and the status and the reason say why. */
#pragma once

#include "selfplay/interval.h"
#include "tuner/identify.h"
#include "tuner/model_test.h"

typedef enum ValueStatus {
    VALUE_MEASURED,
    VALUE_UNIT,              /* the unit itself: 1 by definition */
    VALUE_AT_LEAST,          /* `bound`: the side with more always won */
    VALUE_AT_MOST,           /* `bound`: the side with more always lost */
    VALUE_NOT_IDENTIFIABLE,  /* `reason`, and `column_status` */
    VALUE_UNIT_NOT_MEASURED, /* its log odds are known, but not those of the unit */
} ValueStatus;

typedef enum IntervalMethod {
    INTERVAL_DELTA,
    INTERVAL_FIELLER, /* the unit is known, but not well enough for the delta method */
    INTERVAL_BOOTSTRAP,
} IntervalMethod;

typedef struct PieceValuesOptions {
    int threads;              /* 0: as many as OpenMP offers */
    double level;             /* of the intervals, 0: 0.95 */
    double min_effective;     /* see identify.h, 0: 20 pairs */
    int bootstrap_replicates; /* 0: no bootstrap, intervals by the delta method or Fieller */
    uint64_t run_key;         /* for the bootstrap */
    int term_columns;         /* the last so many columns are terms, which are tested together */
    bool pair_terms;          /* for measurement_take(): a term for each pair of pieces */
    int positions;            /* for measurement_take(): predictive values from as many positions of
                                 a game; 0: values from how games begin */
} PieceValuesOptions;

/* An estimate in log odds and in units. `units` and its interval are NAN where the unit is not
 * measured, all are NAN where nothing is. */
typedef struct Estimate {
    double log_odds;
    double log_odds_error; /* standard error, clustered by pair */
    Interval log_odds_interval;
    double units;
    double units_error; /* by the delta method, whatever made the interval */
    Interval units_interval;
} Estimate;

typedef struct PieceValue {
    char name[160]; /* of the column, or of a sum: "N + B" */
    ValueStatus status;
    ColumnStatus column_status;
    Estimate estimate;
    double bound;          /* in units, NAN unless at least / at most */
    double bound_log_odds; /* in log odds, likewise; one-sided 95 % */
    size_t games;          /* with an imbalance in it */
    size_t pairs;
    double effective;   /* pairs' worth of variation of its own */
    double cross_check; /* in units, by the fractional logit; NAN if there is none */
    bool cross_check_agrees;
    char reason[400]; /* "" where there is nothing to say */
} PieceValue;

typedef struct PieceValues {
    char unit[64];
    char units[72]; /* its plural */
    char model[32];
    bool unit_measured;
    char unit_reason[400]; /* why not */
    IntervalMethod method;
    double level;
    PieceValue values[2 * DATASET_MAX_COLUMNS]; /* columns in order, then identified sums */
    int value_count;
    PieceValue first_move; /* White's, as if it were a piece */
    bool has_draw_band;    /* false: no game was drawn, the band is 0 exactly */
    double draw_band;      /* t of the ordered logit, NAN without a fit */
    Interval draw_band_interval;
    size_t games; /* all, and how they ended */
    size_t pairs;
    size_t wins, draws, losses; /* of White */
    size_t games_used;          /* in the fit: without those of separable pieces */
    size_t pairs_used;
    LogitFit fit;                        /* its model is NULL where nothing was fitted */
    int parameters[DATASET_MAX_COLUMNS]; /* of the fit, by column; -1: not in it */
    double log_likelihood;
    double conditioning;     /* see identify.h */
    bool cross_check_agrees; /* all values; false too where the cross-check could not be made */
    char cross_check_reason[400];
    bool terms_tested; /* of the terms that are identified */
    ModelTest terms;
    char terms_reason[400];   /* why not, "" where there are no terms */
    int bootstrap_replicates; /* 0: none */
    int bootstrap_failed;
} PieceValues;

/* A word for reports: "measured", "at least", ... */
const char *value_status_name(ValueStatus status);
const char *interval_method_name(IntervalMethod method);

/* Calls the unit by another name than its column's. */
void piece_values_name_unit(PieceValues *values, const char *name);

/* `unit_column` names the column whose value is 1. Errors: no such column, no games, a single game
 * or pair, a fit that does not converge, a bootstrap most of which failed. Data that tell nothing
 * (all games drawn) are no error: every value is then "no information".
 *
 * The unit counts as measured when its coefficient is positive and at least three standard errors
 * from 0; the delta method is used from ten on and Fieller's interval between. The cross-check is a
 * fractional logit of the same design; it agrees where its value lies in the ordered logit's
 * interval at the level of all values jointly (Bonferroni). */
bool piece_values_fit(const Dataset *data, const char *unit_column,
                      const PieceValuesOptions *options, PieceValues *values, Error *err);
