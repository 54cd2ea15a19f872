/* What an XBoard engine says that it can do: its "feature" lines. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/error.h"

/* The start is what the protocol takes for granted of an engine that says nothing. */
typedef struct XboardFeatures {
    char *name;     /* owned, as the next */
    char *variants; /* NULL: it did not say which */
    char **options; /* names */
    size_t option_count, option_capacity;
    bool ping, usermove, memory, smp; /* that it has these commands */
    bool reuse, time;                 /* ... which others have, if they do not say no */
    bool done;
} XboardFeatures;

void xboard_features_init(XboardFeatures *features, const char *name);
void xboard_features_release(XboardFeatures *features);

/* Reads a line; one that is no "feature" line is passed over. `answer` is told of each feature
 * whether it is accepted; one that we do not know, or that would change how moves are written, is
 * not. Stops where `answer` returns false. */
typedef bool XboardAnswer(void *context, const char *name, bool accepted);
void xboard_features_read(XboardFeatures *features, const char *line, XboardAnswer *answer,
                          void *context);

/* Whether the engine plays it; one that did not say plays "normal". */
bool xboard_features_has_variant(const XboardFeatures *features, const char *name);

/* Whether it has the option of "NAME=VALUE". */
bool xboard_features_check_option(const XboardFeatures *features, const char *option, Error *err);
