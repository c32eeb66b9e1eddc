// SPDX-License-Identifier: MIT
//
// timer.h: time on the host, and statistics of measured times.
#ifndef COMMON_TIMER_H
#define COMMON_TIMER_H

#ifdef __cplusplus
extern "C" {
#endif

// Seconds since some fixed moment, by a clock that never goes backwards.
double timer_seconds(void);

// The median is reported: one slow run in twenty (an interrupt, a clock change) moves a mean, but
// not the median. The minimum is what the undisturbed machine can do.
struct statistics {
    int count;
    double median, min;
    double spread; // (third quartile - first quartile) / median: 0.02 is a quiet machine
};

// Of count >= 1 samples, in their unit. Sorts the samples.
struct statistics statistics_of(double *samples, int count);

#ifdef __cplusplus
}
#endif
#endif
