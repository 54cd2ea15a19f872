/* What one run of games was found to say: the piece values, and all that has to be known to judge
 * them. */
#pragma once

#include "selfplay/play.h"
#include "selfplay/summary.h"
#include "selfplay/unit.h"
#include "tuner/against_data.h"
#include "tuner/against_values.h"
#include "tuner/balance.h"
#include "tuner/game_rows.h"
#include "tuner/piece_values.h"
#include "tuner/precision.h"
#include "tuner/unit_check.h"
#include "tuner/versus_data.h"

typedef struct Measurement {
    const Play *play; /* borrowed */
    unsigned unit;    /* the type that values are measured in */
    uint64_t end;     /* of the games that were looked at: those with an index below it */
    int positions;    /* of a game at most: predictive values in play (position_data.h); 0: values
                         from how games begin */
    RunSummary summary;
    GameDataCounts counts;
    Balance balance;
    PieceValues values;   /* of a versus: the unit and, but for armies, "Y - N" */
    UnitCheck unit_check; /* of values of all pieces against the array's army */
    Versus versus;        /* not given: values of all pieces */
    VersusScores versus_scores;
    Against against; /* not given: values against the array's army alone */
    AgainstValues against_values;
} Measurement;

/* What it says, for titles; the kind of its values, for data; and what its rows are, in the plural.
 */
const char *measurement_subject(const Measurement *measurement);
const char *measurement_kind(const Measurement *measurement);
const char *measurement_rows(const Measurement *measurement);

/* Reads the games with an index below `end` from the store of the run and fits values to them. */
bool measurement_take(Measurement *measurement, const Play *play, uint64_t end,
                      const PieceValuesOptions *options, Error *err);
