/* Asking a run to stop: the first Ctrl-C or SIGTERM ends it in good order, the second one at once.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* Catches SIGINT and SIGTERM from now on. The flag that it returns becomes true at the first of
 * them; at the second the process ends by _exit(128 + signal). */
const atomic_bool *stop_on_signals(void);
