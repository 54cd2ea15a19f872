/* Where configuration files are found. */
#pragma once

#include "engine/base/error.h"
#include "engine/base/text.h"

/* Finds NAME.ini of a kind ("variants", "weights", "runs"): in the folders of $ASSAY_PATH (its
 * sub-folder of that kind, and for variants the folder itself), then in configs/KIND of the working
 * folder, of the installed program and of the source. Appends the path and returns true; false,
 * with nothing appended, where there is none. */
bool lookup_config(const char *kind, const char *name, Text *path);

/* Appends the folders that lookup_config() looks through, for messages. */
void lookup_add_folders(const char *kind, Text *folders);
