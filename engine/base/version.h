/* Which program this is: every stored result names it. */
#pragma once

/* The release, such as "0.1.0". */
const char *version_release(void);

/* The git revision it was built from, such as "ab12cd3456", with "-dirty" behind it if files had
 * been changed since; "unknown" where it was not built from a repository. */
const char *version_revision(void);

/* Both, such as "0.1.0 (ab12cd3456-dirty)". */
const char *version_string(void);
