/* What UCI's "go" says. */
#pragma once

#include <stdbool.h>

#include "engine/base/error.h"

/* Times are by colour; 0 is what was not said. */
typedef struct GoWords {
    long long depth, nodes, movetime, moves_to_go, time[2], increment[2];
    bool clock, infinite;
} GoWords;

/* Reads the words behind "go". Those that we do not support are errors. */
bool go_words_read(const char *at, GoWords *go, Error *err);
