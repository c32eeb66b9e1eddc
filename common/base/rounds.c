// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // nanosleep
#include "rounds.h"

#include <math.h>
#include <time.h>

void idle(double ms)
{
    const struct timespec pause = {(time_t)(ms / 1000), (long)(fmod(ms, 1000) * 1e6)};
    nanosleep(&pause, NULL);
}

void rest_after(double last_ms) { idle(GAP_MS + fmin(last_ms, LONGEST_GAP_MS)); }

static unsigned random_below(uint64_t *state, unsigned limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; // Knuth's MMIX
    return (unsigned)(*state >> 33) % limit;
}

void shuffle(uint64_t *state, int *order, int count)
{
    for (int i = count - 1; i > 0; i--) { // Fisher and Yates
        const int j = (int)random_below(state, (unsigned)i + 1), swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
}
