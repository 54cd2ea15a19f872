/* cmocka.h needs these headers before it; a test includes this file instead. */
#pragma once

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */
