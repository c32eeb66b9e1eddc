// SPDX-License-Identifier: MIT
//
// time_kernels.h: small kernels that each wait for one part of a GPU, with the range in which known
// facts about that part put their time on an H200 (at 1965 MHz, 2.75 us for the launch). The
// emulated GPU's expected times must be in these ranges (tests/timing/test_emu_expect_kinds.c); on
// a GPU they are measured (time_kernels.cu).
#ifndef TIME_KERNELS_H
#define TIME_KERNELS_H

#include <cuda_runtime.h>
#include <stdlib.h>

#include "../tests/support/cuda_check.h"

enum {
    SMS = 132,
    TABLE = 1 << 20,  // elements of the integer array: 4 MiB, which L2 keeps
    VALUES = 1 << 22, // elements of the other two
    RING = 256,       // elements of a ring that fits into L1
    STEPS = 4096,     // of a chain
    ROWS = 4096       // of a triangle
};

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL(name) \
    static __global__ void name([[maybe_unused]] const float *__restrict__ a, \
                                [[maybe_unused]] const int *__restrict__ table, \
                                [[maybe_unused]] float *__restrict__ out, [[maybe_unused]] int n)

// ---- Atomics: n threads --------------------------------------------------------------------------

KERNEL(atomics_one_address) { atomicAdd(out, a[INDEX]); }

KERNEL(atomics_256_bins) { atomicAdd((int *)out + table[INDEX] % 256, 1); }

KERNEL(atomics_counter) { atomicAdd((int *)out, 1); }

KERNEL(atomics_apart) { atomicAdd((int *)out + INDEX, 1); }

KERNEL(tree_sum)
{
    __shared__ float sums[256];
    sums[threadIdx.x] = a[INDEX];
    for (int step = 128; step > 0; step /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < step)
            sums[threadIdx.x] += sums[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        atomicAdd(out, sums[0]);
}

// ---- Blocks that differ --------------------------------------------------------------------------

KERNEL(triangle_threads) // a thread for each row
{
    float sum = 0;
    for (int i = 0; i <= (int)INDEX; i++)
        sum += a[i];
    out[INDEX] = sum;
}

KERNEL(triangle_blocks) // a block for each row
{
    float sum = 0;
    for (int i = (int)threadIdx.x; i <= (int)blockIdx.x; i += (int)blockDim.x)
        sum += a[(blockIdx.x * ROWS + (unsigned)i) % VALUES];
    out[INDEX] = sum;
}

// ---- Caches --------------------------------------------------------------------------------------

KERNEL(chase_l1) // a warp in a ring of one kilobyte
{
    int at = (int)threadIdx.x;
    for (int i = 0; i < n; i++)
        at = table[at];
    out[INDEX] = (float)at;
}

KERNEL(chase_l2) // a thread in 4 MiB, never twice in a line
{
    int at = 1;
    for (int i = 0; i < n; i++)
        at = table[at];
    out[INDEX] = (float)at;
}

KERNEL(gather_l1) // from 4 KiB, 16 elements for each thread
{
    float sum = 0;
    for (int i = 0; i < 16; i++)
        sum += a[table[(INDEX + (unsigned)i * 65536) % TABLE] % 1024];
    out[INDEX] = sum;
}

KERNEL(gather_l2) { out[INDEX] = a[table[INDEX]]; }

KERNEL(copy_stride_8) { out[INDEX] = a[8 * INDEX % TABLE + INDEX / (TABLE / 8)]; }

// ---- Shared memory and barriers ------------------------------------------------------------------

KERNEL(chase_shared)
{
    __shared__ int next[1024];
    for (int i = (int)threadIdx.x; i < 1024; i += (int)blockDim.x)
        next[i] = (i + 1) % 1024;
    __syncthreads();
    int at = (int)threadIdx.x;
    for (int i = 0; i < n; i++)
        at = next[at];
    out[INDEX] = (float)at;
}

KERNEL(chase_conflicts) // the lanes are in one bank
{
    __shared__ int next[1024];
    for (int i = (int)threadIdx.x; i < 1024; i += (int)blockDim.x)
        next[i] = (i + 1) % 1024;
    __syncthreads();
    int at = (int)threadIdx.x * 32 % 1024;
    for (int i = 0; i < n; i++)
        at = next[at];
    out[INDEX] = (float)at;
}

KERNEL(sum_conflicts) // the same, but the addresses do not depend on loads
{
    __shared__ float values[1024];
    for (int i = (int)threadIdx.x; i < 1024; i += (int)blockDim.x)
        values[i] = 1;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[(threadIdx.x * 32 + (unsigned)i) % 1024];
    out[INDEX] = sum;
}

KERNEL(barriers)
{
    for (int i = 0; i < n; i++)
        __syncthreads();
    out[INDEX] = 1;
}

KERNEL(scan_1024)
{
    __shared__ float sums[1024];
    sums[threadIdx.x] = a[INDEX];
    for (int step = 1; step < 1024; step *= 2) {
        __syncthreads();
        const float before = (int)threadIdx.x >= step ? sums[threadIdx.x - (unsigned)step] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    out[INDEX] = sums[threadIdx.x];
}

// ---- Arithmetic ----------------------------------------------------------------------------------

KERNEL(fma_chain)
{
    float x = (float)threadIdx.x;
    for (int i = 0; i < n; i++)
        x = x * 0.5f + 1;
    out[INDEX] = x;
}

KERNEL(fma_two_chains)
{
    float x = (float)threadIdx.x, y = 1;
    for (int i = 0; i < n; i++) {
        x = x * 0.5f + 1;
        y = y * 0.5f + 2;
    }
    out[INDEX] = x + y;
}

// ---- Table ---------------------------------------------------------------------------------------

typedef void time_kernel(const float *, const int *, float *, int);
static const struct kind {
    const char *name;
    time_kernel *run;
    unsigned blocks, threads;
    int n;
    double least, most; // us
    double measured;    // us on an H100 (h100_time_kernels.tsv)
    const char *because;
} kinds[] = {
    {"atomics_one_address", atomics_one_address, TABLE / 256, 256, 0, 1500, 2200, 1841,
     "measured: 1842 us; an operation takes 1.75 ns"},
    {"atomics_256_bins", atomics_256_bins, TABLE / 256, 256, 0, 200, 330, 270.6,
     "measured: 272 us; 8 lines of L2, an operation takes 1.75 ns"},
    {"atomics_counter", atomics_counter, TABLE / 256, 256, 0, 20, 32, 25.35,
     "nvcc adds up the ones of a warp; 32,768 integer operations of 0.7 ns"},
    {"atomics_apart", atomics_apart, TABLE / 256, 256, 0, 3.5, 15, 4.344,
     "no line gets more than 32 operations; like a store of 4 MiB"},
    {"tree_sum", tree_sum, VALUES / 256, 256, 0, 25, 40, 31.44,
     "measured: 32 us; 16,384 operations of 1.75 ns"},
    {"triangle_threads", triangle_threads, ROWS / 256, 256, 0, 45, 60, 54.35,
     "the last row: 256 times 16 loads that wait for L2, and 16 dependent additions"},
    {"triangle_blocks", triangle_blocks, ROWS, 256, 0, 7.8, 14, 10.2,
     "31 blocks of 8.5 loads on an SM, 8 at a time; each load waits 280 to 330 cycles"},
    {"chase_l1", chase_l1, 1, 32, STEPS, 70, 92, 84.82,
     "33 to 40 cycles a step, 280 for each of the first 8"},
    {"chase_l2", chase_l2, 1, 1, STEPS / 2, 205, 315, 307.7, "200 to 300 cycles a step"},
    {"gather_l1", gather_l1, TABLE / 256, 256, 0, 14.5, 24, 18.66,
     "2^19 requests of 20 lines, four in a cycle, and 2^19 of one line: 24,200 cycles"},
    {"gather_l2", gather_l2, TABLE / 256, 256, 0, 9.5, 14, 10.54,
     "67 MB, because L2 sends 64 bytes for each sector of 32; 36 B a cycle"},
    {"copy_stride_8", copy_stride_8, TABLE / 256, 256, 0, 5.5, 13, 6.444,
     "33.6 MB of sectors, 36 B a cycle"},
    {"chase_shared", chase_shared, 1, 32, STEPS, 50, 66, 62.3, "23 to 30 cycles a step"},
    {"chase_conflicts", chase_conflicts, 1, 32, STEPS, 175, 200, 190.6,
     "23 to 30 cycles and 31 more passes a step, two cycles apart"},
    {"sum_conflicts", sum_conflicts, SMS, 256, 1024, 133, 155, 134.6,
     "32 cycles for each load of each of 8 warps"},
    {"barriers", barriers, SMS, 1024, 1024, 35, 65, 41.74,
     "an SM counts 16 threads a cycle, 64 cycles in total, and 15 to 50 more"},
    {"scan_1024", scan_1024, TABLE / 1024, 1024, 0, 8, 22, 9.152,
     "20 barriers of 64 warps, 4 times: at least 10,240 cycles"},
    {"fma_chain", fma_chain, SMS, 128, STEPS, 10.5, 13, 11.24, "4 to 4.7 cycles a step"},
    {"fma_two_chains", fma_two_chains, SMS, 128, STEPS, 10.5, 13, 12.05, "the same: they overlap"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct time_arrays {
    float *a, *out;
    int *table;
};

// Values from 0 to TABLE - 1: random ones, a ring for chase_l1, or a permutation for chase_l2.
static void fill_table(const struct kind *k, int *table)
{
    unsigned random = 1;
    for (unsigned i = 0; i < TABLE; i++) {
        random =
            random * 1664525u + 1013904223u; // a linear congruential generator (Numerical Recipes)
        table[i] = (int)(random >> 12);
    }
    for (unsigned i = 0; k->run == chase_l1 && i < RING; i++)
        table[i] = (int)((i + 32) % RING);
    for (unsigned i = 0; k->run == chase_l2 && i < TABLE; i++)
        table[i] = (int)((i + 64 * 129) % TABLE);
}

static struct time_arrays time_arrays_new(const struct kind *k)
{
    struct time_arrays on;
    int *table = (int *)malloc(TABLE * sizeof *table);
    if (!table) {
        fprintf(stderr, "time_kernels: out of memory\n");
        exit(1);
    }
    fill_table(k, table);
    CUDA_CHECK(cudaMalloc((void **)&on.a, VALUES * sizeof *on.a));
    CUDA_CHECK(cudaMalloc((void **)&on.out, VALUES * sizeof *on.out));
    CUDA_CHECK(cudaMalloc((void **)&on.table, TABLE * sizeof *on.table));
    CUDA_CHECK(cudaMemset(on.a, 0, VALUES * sizeof *on.a));
    CUDA_CHECK(cudaMemset(on.out, 0, VALUES * sizeof *on.out));
    CUDA_CHECK(cudaMemcpy(on.table, table, TABLE * sizeof *table, cudaMemcpyHostToDevice));
    free(table);
    return on;
}

static void time_arrays_free(struct time_arrays *on)
{
    CUDA_CHECK(cudaFree(on->a));
    CUDA_CHECK(cudaFree(on->out));
    CUDA_CHECK(cudaFree(on->table));
}

static void time_kernel_launch(const struct kind *k, const struct time_arrays *on)
{
    k->run<<<k->blocks, k->threads>>>(on->a, on->table, on->out, k->n);
    CUDA_CHECK_LAUNCH();
}

#endif
