/* What a search found out, as UCI's info lines. */
#pragma once

#include "engine/base/text.h"
#include "engine/search/searcher.h"

/* Appends "cp 13" or, in moves, "mate -2". */
void uci_add_score(Text *line, int score);

/* Appends "info depth ... pv ...", a whole line without its end. The position is the one that was
 * searched; it is the same afterwards. */
void uci_add_info(Text *line, Position *position, const SearchResult *result, bool chess960,
                  double seconds);
