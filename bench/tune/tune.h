// SPDX-License-Identifier: MIT
//
// tune.h: what tune.cu, tune_tensor.cu and tune_hopper.cu begin and end with.
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include <stdio.h>
#include <time.h>

#include "../ceilings/open_gpu.h"

static void tune_header(const struct machine *machine, const char *commit)
{
    int driver = 0, runtime = 0;
    char day[32];
    const time_t now = time(NULL);
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    printf("# GPU: %s, %d SMs\n# CUDA: %d.%d, driver's CUDA: %d.%d\n# date: %s, commit: %s\n",
           machine->name, machine->sm_count, runtime / 1000, runtime % 1000 / 10, driver / 1000,
           driver % 1000 / 10, day, commit);
}

// Shapes of 256 to 4096 in each direction, always the same ones, multiples of `step`.
static void tune_random_shapes(int count, int step, void (*shape_rows)(int m, int n, int k))
{
    unsigned state = 12345;
    for (int i = 0; i < count; i++) {
        int size[3];
        for (int j = 0; j < 3; j++) {
            state = state * 1664525u + 1013904223u;
            size[j] = 256 + (int)((state >> 8) % 3841) / step * step;
        }
        shape_rows(size[0], size[1], size[2]);
    }
}

#endif
