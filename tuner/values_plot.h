/* Values as a picture: SVG, drawn by gnuplot. */
#pragma once

#include "tuner/study.h"

/* Whether gnuplot can be started: asked before the games are played. */
bool values_plot_check(Error *err);

/* Appends what gnuplot is told: panels with the values of the result and their intervals, with the
 * path over the rounds at its node budget if there was more than one, and with the values over the
 * node budgets if there are several. */
void values_plot_add_script(const Study *study, Text *script);

/* Draws it: appends the SVG. */
bool values_plot_draw(const Text *script, Text *svg, Error *err);
