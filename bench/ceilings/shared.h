// SPDX-License-Identifier: MIT
//
// shared.h: bytes per second from shared memory.
#ifndef BENCH_CEILINGS_SHARED_H
#define BENCH_CEILINGS_SHARED_H

#include "bandwidth.h"

enum { SHARED_BLOCK = 512, SHARED_FLOATS = 8192, SHARED_ROUNDS = 2048, SHARED_LOADS = 8 };

struct shared_work {
    float *out;
    int blocks, bytes; // bytes per load
};

// Word w of the array holds w % 8; both kernels read rows of 32 lanes, one after the other.
static __device__ __forceinline__ void fill_shared(float *tile)
{
    for (int i = (int)threadIdx.x; i < SHARED_FLOATS; i += SHARED_BLOCK)
        tile[i] = (float)(i % 8);
    __syncthreads();
}

__global__ void read_shared_32(float *out)
{
    __shared__ float tile[SHARED_FLOATS];
    fill_shared(tile);
    float sum = 0;
    int row = (int)threadIdx.x; // below SHARED_BLOCK; what follows stays inside the array
#pragma unroll 1
    for (int round = 0; round < SHARED_ROUNDS; round++) {
#pragma unroll
        for (int j = 0; j < SHARED_LOADS; j++)
            sum += tile[row + SHARED_BLOCK * j];
        row = (row + 32) % SHARED_BLOCK;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void read_shared_128(float *out)
{
    __shared__ float4 tile[SHARED_FLOATS / 4];
    fill_shared((float *)tile);
    float sum = 0;
    enum { STEP = 128 }; // row + 7 * STEP stays below SHARED_FLOATS / 4
    int row = (int)threadIdx.x;
#pragma unroll 1
    for (int round = 0; round < SHARED_ROUNDS; round++) {
#pragma unroll
        for (int j = 0; j < SHARED_LOADS; j++)
            sum += sum_of(tile[row + STEP * j]);
        row = (row + 32) % SHARED_BLOCK;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static void launch_read_shared(const void *work)
{
    const struct shared_work *w = (const struct shared_work *)work;
    if (w->bytes == 16)
        read_shared_128<<<w->blocks, SHARED_BLOCK>>>(w->out);
    else
        read_shared_32<<<w->blocks, SHARED_BLOCK>>>(w->out);
}

// A row of banks begins with word 0 mod 8, so lane l meets l % 8 in every load of one float, and in
// every float4 0+1+2+3 or 4+5+6+7.
static bool shared_is_right(const struct shared_work *w)
{
    size_t threads = (size_t)w->blocks * SHARED_BLOCK;
    float *h = (float *)host_memory(threads * sizeof *h);
    CUDA_CHECK(cudaMemcpy(h, w->out, threads * sizeof *h, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemset(w->out, 0xff, threads * sizeof *h));
    bool right = true;
    for (size_t t = 0; t < threads; t++) {
        int each = w->bytes == 16 ? (t % 2 ? 22 : 6) : (int)(t % 8);
        right = right && h[t] == (float)(SHARED_ROUNDS * SHARED_LOADS * each);
    }
    free(h);
    return right;
}

// Needs b->clock_hz for bytes per clock.
static void bench_shared(struct bench *b)
{
    const int blocks_per_sm[] = {1, 2, 4}, bytes[] = {4, 16};
    struct shared_work w = {};
    size_t most = (size_t)b->machine.sm_count * 4 * SHARED_BLOCK;
    w.out = (float *)device_memory(most * sizeof *w.out);
    print_section(b, "Shared memory (no bank conflicts)");
    for (int k = 0; k < 2; k++) {
        double best = 0, best_spread = 0;
        int best_blocks = 0;
        w.bytes = bytes[k];
        for (int i = 0; i < 3; i++) {
            if (blocks_per_sm[i] * SHARED_BLOCK > b->machine.max_threads_per_sm)
                continue;
            w.blocks = b->machine.sm_count * blocks_per_sm[i];
            struct statistics ms = measure(launch_read_shared, &w);
            expect(b, shared_is_right(&w), bytes[k] == 16 ? "shared_read_128" : "shared_read_32");
            double moved = (double)w.blocks * SHARED_BLOCK * SHARED_ROUNDS * SHARED_LOADS * w.bytes;
            double tbps = moved / ms.median * 1e-9;
            if (tbps > best) {
                best = tbps;
                best_spread = ms.spread;
                best_blocks = blocks_per_sm[i];
            }
        }
        print_figure(b, bytes[k] == 16 ? "shared_read_128" : "shared_read_32", best, "TB/s",
                     best_spread, "best: %d x %d threads per SM; %.1f bytes per clock and SM",
                     best_blocks, SHARED_BLOCK, best * 1e12 / b->machine.sm_count / b->clock_hz);
    }
    CUDA_CHECK(cudaFree(w.out));
}

#endif
