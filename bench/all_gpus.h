// SPDX-License-Identifier: MIT
//
// all_gpus.h: what programs begin and end with that record what all GPUs of this machine do.
#ifndef BENCH_ALL_GPUS_H
#define BENCH_ALL_GPUS_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../11_many_gpus/parts/ranks.h"
#include "../common/base/output.h"
#include "../common/device/cuda_check.h"

struct all_gpus {
    struct ranks ranks;
    struct cudaDeviceProp gpu; // GPU 0
    struct output record;
    char path[600]; // of the record
};

// "NVIDIA H100 80GB HBM3" -> "h100"
static inline void short_gpu_name(const char *name, char *text, size_t size)
{
    size_t length = 0;
    const char *at = strncmp(name, "NVIDIA ", 7) == 0 ? name + 7 : name;
    for (; isalnum((unsigned char)*at) && length + 1 < size; at++)
        text[length++] = (char)tolower((unsigned char)*at);
    text[length] = '\0';
}

// argv: COMMIT FOLDER. Opens the record FOLDER/h200_WHAT_2.tsv; WHAT is also the program's name.
// Returns 0, or the exit status after a message.
static inline int all_gpus_open(struct all_gpus *all, const char *what, int argc, char **argv)
{
    struct failure why;
    char name[32];
    int count = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: %s COMMIT FOLDER\n", what);
        return 2;
    }
    CUDA_CHECK(cudaGetDeviceCount(&count));
    CUDA_CHECK(cudaGetDeviceProperties(&all->gpu, 0));
    if (count < 2) {
        fprintf(stderr, "%s: this machine has %d GPU; the record needs two or more\n", what, count);
        return 2;
    }
    count = count < MANY_MOST ? count : MANY_MOST;
    short_gpu_name(all->gpu.name, name, sizeof name);
    snprintf(all->path, sizeof all->path, "%s/%s_%s_%d.tsv", argv[2], name, what, count);
    if (ranks_open(&all->ranks, count, &why) && output_open(&all->record, all->path, &why))
        return 0;
    fprintf(stderr, "%s: %s\n", what, why.text);
    return 1;
}

// Returns the exit status.
static inline int all_gpus_close(struct all_gpus *all, const char *what)
{
    struct failure why;
    ranks_close(&all->ranks);
    if (output_close(&all->record, &why))
        return 0;
    fprintf(stderr, "%s: %s\n", what, why.text);
    return 1;
}

#endif
