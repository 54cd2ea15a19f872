/* What the data can tell, looked at before anything is fitted: for each column whether its
 * coefficient has one finite answer, and if not why, by name.
 *
 * - A column that is 0 in every game says nothing.
 * - Columns that always move together (a column constant in every game moves together with the
 * first move) leave only sums of their coefficients identified: found by elimination in the scaled
 *   information matrix, and named: "only N + B".
 * - Separated columns (separation.h) have a bound instead of a value. The games with an imbalance
 *   of them are left out of the fit, which is what a fit at the limit would do, and the rest is
 *   looked at again, as other columns may now stand alone.
 * - A column that only a handful of games tell from the others has no honest interval: it stays in
 *   the fit, so that the others do not carry its effect, and gets no number.
 * - When all results are equal nothing is known. */
#pragma once

#include "tuner/logit_fit.h"

/* Pairs' worth of own variation that a column needs for a number. Below some twenty clusters the
 * sandwich is too small and the normal quantile too short. */
enum { IDENTIFY_MIN_EFFECTIVE = 20 };

typedef enum ColumnStatus {
    COLUMN_IDENTIFIED,
    COLUMN_CONSTANT,       /* no imbalance in any game (of those that can be used) */
    COLUMN_COLLINEAR,      /* only in sums with others: see the combinations */
    COLUMN_SEPARATED,      /* every imbalance won, or every one lost */
    COLUMN_TOO_FEW,        /* too few games tell it from the others */
    COLUMN_NO_INFORMATION, /* all results are equal */
} ColumnStatus;

typedef struct ColumnReport {
    ColumnStatus status;
    size_t games;     /* with an imbalance in it */
    size_t clusters;  /* pairs with such a game */
    double effective; /* pairs' worth of variation that the other columns do not share (Kish) */
    int direction;    /* separated: 1 always won by the side with more, -1 lost, 0 with others */
    char reason[320]; /* a sentence part, "" if identified */
} ColumnReport;

/* A sum of coefficients that is identified where its parts are not. */
typedef struct Combination {
    char name[160]; /* "N + B" */
    int column;     /* of the data: its coefficient in the fit is the sum's; -1: the first move's */
} Combination;

typedef struct IdentifyOptions {
    int threads;
    int unit;             /* the column that comes first when sums are named; -1: none */
    bool no_first_move;   /* a fit without b0 */
    double min_effective; /* pairs; 0: IDENTIFY_MIN_EFFECTIVE */
} IdentifyOptions;

typedef struct Identification {
    ColumnReport columns[DATASET_MAX_COLUMNS]; /* by column of the data */
    ColumnReport first_move;                   /* games, clusters: all that are used */
    Combination combinations[DATASET_MAX_COLUMNS];
    int combination_count;
    double conditioning;     /* least share of a column's variation that no other explains */
    const LogitModel *model; /* the ordered logit, or the logit when no game is drawn; NULL: nothing
                              * can be fitted, and every column says why */
    LogitDesign design;      /* for that fit */
    double start[LOGIT_MAX_PARAMETERS]; /* its maximum, found on the way */
} Identification;

/* A word for reports: "identified", "never varies", ... */
const char *column_status_name(ColumnStatus status);

/* No games, a single game and a single pair are errors, and so is a fit that runs away without
 * separation being the cause. */
bool identify(const Dataset *data, const IdentifyOptions *options, Identification *result,
              Error *err);
