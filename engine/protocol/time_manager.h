/* How long to think, by what a clock shows. */
#pragma once

#include <stdint.h>

typedef struct TimeControl {
    int64_t left_ms;      /* on the own clock */
    int64_t increment_ms; /* added after each move */
    int moves_to_go;      /* until time is added; 0: the time is for the rest of the game */
} TimeControl;

/* Milliseconds for one move, at least 1: an even share of the time left for the moves that may come
 * and most of the increment, and never so much that the clock could run out on the way to the
 * other side. */
int64_t time_for_move(const TimeControl *control);
