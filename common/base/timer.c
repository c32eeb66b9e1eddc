// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // clock_gettime
#include "timer.h"

#include <stdlib.h>
#include <time.h>

double timer_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The value below which `share` of the sorted samples are, interpolated linearly between two
// samples.
static double quantile(const double *sorted, int count, double share)
{
    const double place = share * (count - 1);
    const int below = (int)place;
    const int above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

struct statistics statistics_of(double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof *samples, ascending);
    const double median = quantile(samples, count, 0.5);
    const double quartiles = quantile(samples, count, 0.75) - quantile(samples, count, 0.25);
    return (struct statistics){
        .count = count,
        .median = median,
        .min = samples[0],
        .spread = median > 0 ? quartiles / median : 0,
    };
}
