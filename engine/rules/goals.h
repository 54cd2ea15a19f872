/* Endings by a goal: a flag region reached, pieces extinct, checks given. */
#pragma once

#include "engine/rules/outcome.h"

/* The outcome by the variant's goals; END_NONE where there is none, or none is reached. */
Outcome goal_outcome(const Position *position);
