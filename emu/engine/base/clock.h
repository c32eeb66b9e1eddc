// SPDX-License-Identifier: MIT
//
// clock.h: reads a system clock in seconds.
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

static inline double seconds_of(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
