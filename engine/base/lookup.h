/* Where configuration files are found. */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/base/text.h"

/* Finds NAME.ini of a kind ("variants", "weights", "runs"): in the folders of $ASSAY_PATH (its
 * sub-folder of that kind, and for variants the folder itself), then in configs/KIND of the working
 * folder, of the installed program and of the source. Appends the path and returns true; false,
 * with nothing appended, where there is none. */
bool lookup_config(const char *kind, const char *name, Text *path);

/* The names of all such files of a kind, each once, in the order of the alphabet. */
typedef struct LookupNames {
    char **names; /* owned, each of them too */
    size_t count;
} LookupNames;

void lookup_names_init(LookupNames *found, const char *kind);
void lookup_names_release(LookupNames *found);

/* Appends the folders that lookup_config() looks through, for messages. */
void lookup_add_folders(const char *kind, Text *folders);
