/* Where a piece of a type could go from a square, with some others filled: what a diagram shows.
 *
 * Everything here is asked of the compiled program, by walking it over boards that hold nothing but
 * the piece and some others. */
#pragma once

#include "engine/base/set.h"
#include "engine/rules/variant.h"

/* What a white piece reaches. A square counts as a target for both cases, that it is empty and that
 * an enemy stands there, whatever the board has. */
typedef struct Reach {
    Set quiet;   /* it could go there, were it empty */
    Set capture; /* it could take an enemy there */
    Set shot;    /* ... without going there */
    Set taking;  /* the only way there takes something else */
    Set own;     /* it could take a piece of its own there */
} Reach;

/* With pieces of one colour on the `filled` squares. */
void reach_find(const Variant *variant, unsigned type, unsigned from, const Set *filled,
                Colour colour, Reach *reach);

/* Targets of either kind; targets of which something has changed. */
Set reach_targets(const Reach *reach);
Set reach_change(const Reach *before, const Reach *after);
Set reach_gain(const Reach *before, const Reach *after);

/* How pieces on other squares matter to a target. */
typedef enum Way {
    WAY_NONE,  /* no target */
    WAY_PLAIN, /* as in chess: along a line what stands between stops it; else nothing does */
    WAY_PATH,  /* others can stop it, but not just all of those between on a line */
    WAY_LEAP,  /* along a line, over whatever stands between */
    WAY_OVER,  /* others must be there: to be hopped over or taken on the way */
    WAY_MORE,  /* a target as it is, and where others are, of the other kind too */
} Way;

/* All that there is to know about a type on a square. */
typedef struct ReachStudy {
    unsigned from;
    Set program;             /* all squares that its moves look at */
    Reach empty;             /* on the empty board */
    Way way[MAX_SQUARES];    /* of each square */
    Set change[MAX_SQUARES]; /* targets on which an enemy on this square alone has a bearing */
    Set gain[MAX_SQUARES];   /* ... that are targets in more ways by it */
} ReachStudy;

void reach_study(const Variant *variant, unsigned type, unsigned from, ReachStudy *study);
