// SPDX-License-Identifier: MIT
//
// harness.h: buffers for the kernels, and one launch of each.
#ifndef BENCH_HARNESS_H
#define BENCH_HARNESS_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../../tests/support/cuda_check.h"

// SIDE x SIDE floats per buffer, and some more, so that misaligned accesses stay inside.
enum { SIDE = 256, ELEMENTS = SIDE * SIDE, SLACK = 64, LENGTH = ELEMENTS + SLACK };

// Most kernels run as 16 blocks of 128 threads: 64 warps, one element per thread.
enum { BLOCKS = 16, THREADS = 128, WARPS = BLOCKS * THREADS / 32, N = BLOCKS * THREADS };

// For the kernels that measure one warp: the number of a thread's accesses. Each is a row of banks
// (128 bytes) further, that is, in the same banks and other words.
enum { WARP_BLOCKS = 2, WARP_THREADS = 32, ROUNDS = 4 };

struct harness {
    float *in, *b; // device: integers from 0 to 15
    float *out;    // device: zeros before each launch
    int *counts;   // device: zeros before each launch
    float *h_out;
    int *h_counts;
    const char *only; // run only this kernel; NULL: all
    bool list;        // print the names, run nothing
    int found;
};

// Returns whether this kernel is selected. Clears its outputs.
static bool begin(struct harness *h, const char *kernel)
{
    if (h->only && strcmp(h->only, kernel) != 0)
        return false;
    h->found++;
    if (h->list) {
        puts(kernel);
        return false;
    }
    memset(h->h_out, 0, LENGTH * sizeof *h->h_out);
    memset(h->h_counts, 0, LENGTH * sizeof *h->h_counts);
    // With cudaMemcpy, not cudaMemset, because a profiler may show a memset as a kernel.
    CUDA_CHECK(cudaMemcpy(h->out, h->h_out, LENGTH * sizeof *h->out, cudaMemcpyHostToDevice));
    CUDA_CHECK(
        cudaMemcpy(h->counts, h->h_counts, LENGTH * sizeof *h->counts, cudaMemcpyHostToDevice));
    return true;
}

// Prints the sum of everything that the kernel wrote. It is the same on every machine, because the
// values are small multiples of 1/2 whose sums are exact in any order of the atomics.
static void end(struct harness *h, const char *kernel)
{
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h->h_out, h->out, LENGTH * sizeof *h->out, cudaMemcpyDeviceToHost));
    CUDA_CHECK(
        cudaMemcpy(h->h_counts, h->counts, LENGTH * sizeof *h->counts, cudaMemcpyDeviceToHost));
    double sum = 0;
    for (int i = 0; i < LENGTH; i++)
        sum += (double)h->h_out[i] + h->h_counts[i];
    printf("checksum %s %.1f\n", kernel, sum);
}

// The program's launches, in this order. A kernel is registered after its definition, by LAUNCH().
struct launch {
    const char *kernel;
    void (*run)(const struct harness *h);
    struct launch *next;
};
static struct launch *first_launch, **last_launch = &first_launch;

static bool listed(struct launch *l)
{
    *last_launch = l;
    last_launch = &l->next;
    return true;
}

#define LAUNCH(name, grid, block, ...) \
    static void run_##name(const struct harness *h) { name<<<grid, block>>>(__VA_ARGS__); } \
    static struct launch launch_##name = {#name, run_##name, NULL}; \
    static const bool listed_##name = listed(&launch_##name);

// Kernels of one statement, with their launches: those that write `out` and may read `in`, and
// those that write `counts`. ncu_compare.py searches for these names, too.
#define KERNEL(name, ...) KERNEL_OF(float, name, __VA_ARGS__)
#define KERNEL_OF(type, name, ...) \
    __global__ void name(type *out, const type *in) { __VA_ARGS__; } \
    LAUNCH(name, BLOCKS, THREADS, (type *)h->out, (const type *)h->in)
#define KERNEL_COUNTS(name, ...) \
    __global__ void name(int *counts) { __VA_ARGS__; } \
    LAUNCH(name, BLOCKS, THREADS, h->counts)

// The same for kernels that measure one warp.
#define WARP_KERNEL(name, ...) \
    __global__ void name(float *out, const float *in) { __VA_ARGS__; } \
    LAUNCH(name, WARP_BLOCKS, WARP_THREADS, h->out, h->in)
#define WARP_KERNEL_OUT(name, ...) \
    __global__ void name(float *out) { __VA_ARGS__; } \
    LAUNCH(name, WARP_BLOCKS, WARP_THREADS, h->out)

// A loop in a macro that must stay a loop, because its accesses are counted.
#define ROLLED _Pragma("unroll 1")

static __device__ __forceinline__ int lane(void) { return (int)(threadIdx.x % 32); }

static __device__ __forceinline__ int global_index(void)
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

#endif
