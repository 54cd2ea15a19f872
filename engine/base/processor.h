/* What the program is compiled for and what it runs on. */
#pragma once

#include <stdbool.h>

/* Whether the processor has the instructions that the program was compiled with
 * (cmake/options.cmake). */
bool processor_will_do(void);
