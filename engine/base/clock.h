/* The clock that intervals of time are measured by. */
#pragma once

/* Seconds since some moment; it never goes back. */
double clock_now(void);
