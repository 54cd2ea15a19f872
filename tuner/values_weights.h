/* Measured values as weights of the engine. */
#pragma once

#include "engine/base/text.h"
#include "engine/search/weights.h"
#include "tuner/piece_values.h"

/* Puts the measured values of types into `weights`, in which the games were played: the middle game
 * value becomes the measured one, by the unit's weight, and the end game value keeps its proportion
 * to it, since nothing is known of that. A type without a number keeps what it has. A value that is
 * not positive becomes 1, as the engine asks for positive ones. */
void values_weights_apply(const PieceValues *values, const Variant *variant, Weights *weights);

/* Appends a weights file of that, with comments that say which values were measured, by what run
 * and how well, and which were not and why. `run` is a line on where they come from. */
void values_weights_add_ini(const PieceValues *values, const Variant *variant,
                            const Weights *played, const char *run, Text *text);

/* The largest |value measured - value played with| in half widths of the value's interval: at most
 * 1 when the values are a fixed point. NAN where nothing is measured. */
double values_weights_moved(const PieceValues *values, const Variant *variant,
                            const Weights *played);
