/* ASSAY_VERSION comes from CMake's project(); revision.h is made at build time. */
#include "engine/base/version.h"

#include "engine/base/revision.h"

const char *version_release(void) { return ASSAY_VERSION; }

const char *version_revision(void) { return ASSAY_REVISION; }

const char *version_string(void) { return ASSAY_VERSION " (" ASSAY_REVISION ")"; }
