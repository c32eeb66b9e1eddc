// SPDX-License-Identifier: MIT
//
// answers.h: what mma_cases.cu and wgmma_cases.cu, which record a GPU's answers, have in common:
// memory, files, and the lines that say of which machine they are.
#ifndef BENCH_MMA_CASES_ANSWERS_H
#define BENCH_MMA_CASES_ANSWERS_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../common/device/cuda_check.h"

static void *allocate(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return p;
}

static void *to_device(const void *host, size_t bytes)
{
    void *device;
    CUDA_CHECK(cudaMalloc(&device, bytes));
    CUDA_CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    return device;
}

// dir: may be NULL.
static FILE *create(const char *dir, const char *name, const char *end)
{
    char path[1000];
    snprintf(path, sizeof path, "%s%s%s%s", dir ? dir : "", dir ? "/" : "", name, end);
    FILE *f = fopen(path, "wb");
    if (!f) {
        fprintf(stderr, "cannot write '%s': %s\n", path, strerror(errno));
        exit(1);
    }
    return f;
}

static void write_raw(const char *dir, const char *name, const uint32_t *words, size_t count)
{
    FILE *f = create(dir, name, ".bin");
    fwrite(words, sizeof *words, count, f);
    fclose(f);
}

// Returns the GPU's compute capability, its major number.
static int write_machine(FILE *to)
{
    struct cudaDeviceProp gpu;
    int driver = 0, runtime = 0;
    char date[40];
    const time_t now = time(NULL);
    CUDA_CHECK(cudaGetDeviceProperties(&gpu, 0));
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(to, "# gpu %s, compute capability %d.%d, CUDA driver %d.%d, runtime %d.%d, %s\n",
            gpu.name, gpu.major, gpu.minor, driver / 1000, driver % 100 / 10, runtime / 1000,
            runtime % 100 / 10, date);
    return gpu.major;
}

#endif
