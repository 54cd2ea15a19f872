/* What must hold of a variant file, whatever was changed in it. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"

/* A text to start from: the last section of it is the one that is asked for. */
typedef struct Specimen {
    char *text, *section; /* owned */
    const char *path;     /* where it is from */
} Specimen;

typedef struct Tally {
    unsigned long loaded, refused, values; /* values that were changed, in files that loaded */
} Tally;

/* Whether the text loads as it is. */
bool judge_original(const Specimen *specimen);

/* Whether the changed text, which is in the file, is refused or loaded as it should; if not,
 * `fault` says why. */
bool judge(const Specimen *specimen, const char *path, Tally *tally, Error *fault);
