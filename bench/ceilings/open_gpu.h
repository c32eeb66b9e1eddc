// SPDX-License-Identifier: MIT
//
// open_gpu.h: what programs with their own kernels begin with, if nothing else opens the GPU.
#ifndef BENCH_OPEN_GPU_H
#define BENCH_OPEN_GPU_H

#include <stdio.h>
#include <stdlib.h>

#include "common/device/cuda_check.h"
#include "common/step/machine.h"
#include "driver_version.h"

// The GPU to time. Ends the program, with the reason, if there is none, or none of the
// generation asked for (0: any).
static inline struct machine open_gpu(const char *program, int generation)
{
    struct machine machine;
    struct failure why;
    if (!machine_of_gpu(&machine, &why)) {
        fprintf(stderr, "%s: %s\n", program, why.text);
        exit(1);
    }
    if (machine.is_emulated)
        fprintf(stderr,
                "%s: the emulated GPU has no times; on a machine with a GPU: make GPU=cuda\n",
                program);
    else if (generation && machine_capability(&machine) / 10 != generation)
        fprintf(stderr, "%s: needs a GPU of compute capability %d.0\n", program, generation);
    else
        return machine;
    exit(0);
}

static inline void print_gpu(const struct machine *machine, const char *commit)
{
    char driver[64];
    driver_version(driver, sizeof driver);
    printf("# GPU: %s, %d SMs; driver: %s; commit: %s\n", machine->name, machine->sm_count, driver,
           commit);
}

// Zeroed.
static inline void *device_memory(size_t bytes)
{
    void *p = NULL;
    CUDA_CHECK(cudaMalloc(&p, bytes));
    CUDA_CHECK(cudaMemset(p, 0, bytes));
    return p;
}

#endif
