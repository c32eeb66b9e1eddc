// SPDX-License-Identifier: MIT
// test_emu_expect_parts.cu: kernels for test_emu_expect_parts.c, whose blocks store something for
// the last one, or wait for it.
#include "expect.h"

#include <cuda_runtime.h>

#include "../support/cuda_check.h"

enum { BLOCKS = 132, THREADS = 128 };

struct results {
    unsigned arrived;
    float parts[BLOCKS][THREADS], sum[THREADS];
};

// Each block stores one value per thread; the last of `parts` adds up a thousand.
static __device__ void hand_in(struct results *r, int parts, bool adds)
{
    __shared__ bool is_last;
    float sum = 0;
    r->parts[blockIdx.x][threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&r->arrived, 1u) == (unsigned)parts - 1;
    __syncthreads();
    if (!is_last || !adds)
        return;
    __threadfence();
    for (int i = 0; i < 1000; i++)
        sum += r->parts[i % BLOCKS][threadIdx.x];
    r->sum[threadIdx.x] = sum;
}

static __global__ void leaves(struct results *r, int parts) { hand_in(r, parts, false); }
static __global__ void adds_up(struct results *r, int parts) { hand_in(r, parts, true); }

static __global__ void waits(struct results *r, int parts) // waits for blocks that do not run
{
    __threadfence();
    if (threadIdx.x == 0)
        atomicAdd(&r->arrived, 1u);
    while (*(volatile unsigned *)&r->arrived < (unsigned)parts)
        ;
}

struct emu_expected expected_of(const char *kernel, int parts)
{
    static const struct {
        const char *name;
        void (*run)(struct results *, int);
    } kernels[] = {{"leaves", leaves}, {"adds_up", adds_up}, {"waits", waits}};
    struct results *r;
    struct emu_expected e;
    CUDA_CHECK(cudaMalloc((void **)&r, sizeof *r));
    CUDA_CHECK(cudaMemset(r, 0, sizeof *r));
    emu_expect_begin(NULL, 1, 0, 0);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        if (strcmp(kernels[k].name, kernel) == 0)
            kernels[k].run<<<BLOCKS, THREADS>>>(r, parts);
    cudaDeviceSynchronize();
    emu_expect_end(&e);
    emu_forget_error();
    CUDA_CHECK(cudaFree(r));
    return e;
}
