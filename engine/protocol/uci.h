/* The engine's UCI face: one session with a GUI or a match runner.
 *
 * Lines come in one by one; a search runs in a thread of its own meanwhile, so that "stop" and
 * "isready" are answered at once. Beside the protocol: UCI_Variant is a combo of the variants that
 * lie in our folders (variant_names.h), and takes every other name or file that variant_load()
 * does; VariantPath names a file whose sections come first; Weights is a weights file. Moves are
 * written as uci_move.h says.
 *
 * What is wrong (an unknown option, an illegal move) is answered by "info string error: ...". A
 * session whose variant or position could not be set has none until it is set anew, and answers
 * "go" by "bestmove (none)": it never plays on from another position than the one it was given. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/error.h"

typedef struct Uci Uci;

/* A session that writes to `out` (borrowed). NULL and `err` if the variant cannot be loaded. */
Uci *uci_new(const char *variant, FILE *out, Error *err);

/* Ends a search that still runs. NULL is fine. */
void uci_free(Uci *uci);

/* Answers one line. False for "quit". While a search runs, other lines than "stop", "isready" and
 * "quit" wait for its end. */
bool uci_take(Uci *uci, const char *line);

/* Waits for the search to end by itself; one without an end is stopped. */
void uci_wait(Uci *uci);
