// SPDX-License-Identifier: MIT
//
// ffma.h: fused multiply-adds of float32, from registers only.
//
// A multiply-add takes a few cycles, and a chain of them waits that long for each. A scheduler
// keeps its unit busy only if it finds independent ones: in other warps, or in the same thread (ILP
// chains).
#ifndef BENCH_CEILINGS_FFMA_H
#define BENCH_CEILINGS_FFMA_H

#include <math.h>

#include "bench.h"
#include "common/device/host_device.h"

enum { FFMA_BLOCK = 128, FFMA_UNROLL = 16, FFMA_ROUNDS = 4096, FFMA_MAX_ILP = 8 };

struct ffma_result {
    float sum;
    long long cycles; // of this thread, from its first instruction to its last
};

struct ffma_work {
    struct ffma_result *results; // (blocks * FFMA_BLOCK)
    int blocks, ilp;
    float a, b;
};

static HOST_DEVICE float ffma_start(int thread, int chain)
{
    return (float)(thread + FFMA_BLOCK * chain);
}

static __device__ __forceinline__ void ffma(struct ffma_result *results, float a, float b, int ilp)
{
    long long begin = clock64();
    float acc[FFMA_MAX_ILP];
#pragma unroll
    for (int j = 0; j < ilp; j++)
        acc[j] = ffma_start((int)threadIdx.x, j);
#pragma unroll 1
    for (int round = 0; round < FFMA_ROUNDS; round++) {
#pragma unroll
        for (int u = 0; u < FFMA_UNROLL; u++) {
#pragma unroll
            for (int j = 0; j < ilp; j++)
                acc[j] = fmaf(acc[j], a, b);
        }
    }
    float sum = 0;
#pragma unroll
    for (int j = 0; j < ilp; j++)
        sum += acc[j];
    struct ffma_result *mine = &results[blockIdx.x * blockDim.x + threadIdx.x];
    mine->sum = sum;
    mine->cycles = clock64() - begin;
}

__global__ void ffma_1(struct ffma_result *r, float a, float b) { ffma(r, a, b, 1); }
__global__ void ffma_2(struct ffma_result *r, float a, float b) { ffma(r, a, b, 2); }
__global__ void ffma_3(struct ffma_result *r, float a, float b) { ffma(r, a, b, 3); }
__global__ void ffma_4(struct ffma_result *r, float a, float b) { ffma(r, a, b, 4); }
__global__ void ffma_6(struct ffma_result *r, float a, float b) { ffma(r, a, b, 6); }
__global__ void ffma_8(struct ffma_result *r, float a, float b) { ffma(r, a, b, 8); }

static void launch_ffma(const void *work)
{
    const struct ffma_work *w = (const struct ffma_work *)work;
    switch (w->ilp) {
    case 1: ffma_1<<<w->blocks, FFMA_BLOCK>>>(w->results, w->a, w->b); break;
    case 2: ffma_2<<<w->blocks, FFMA_BLOCK>>>(w->results, w->a, w->b); break;
    case 3: ffma_3<<<w->blocks, FFMA_BLOCK>>>(w->results, w->a, w->b); break;
    case 4: ffma_4<<<w->blocks, FFMA_BLOCK>>>(w->results, w->a, w->b); break;
    case 6: ffma_6<<<w->blocks, FFMA_BLOCK>>>(w->results, w->a, w->b); break;
    default: ffma_8<<<w->blocks, FFMA_BLOCK>>>(w->results, w->a, w->b); break;
    }
}

// The same chains on the host, for some threads: fmaf rounds in the same way everywhere.
static bool ffma_is_right(const struct ffma_work *w, const struct ffma_result *results)
{
    const int threads[] = {0, 1, 77, FFMA_BLOCK - 1};
    for (int i = 0; i < 4; i++) {
        float sum = 0;
        for (int j = 0; j < w->ilp; j++) {
            float acc = ffma_start(threads[i], j);
            for (int n = 0; n < FFMA_ROUNDS * FFMA_UNROLL; n++)
                acc = fmaf(acc, w->a, w->b);
            sum += acc;
        }
        const struct ffma_result *last = &results[(w->blocks - 1) * FFMA_BLOCK];
        if (!(results[threads[i]].sum == sum && last[threads[i]].sum == sum))
            return false;
    }
    return true;
}

// Prints the sweep and the best of it; also finds the clock that the SMs run at under this load.
static void bench_ffma(struct bench *b)
{
    const int ilps[] = {1, 2, 3, 4, 6, 8}, warps_per_sm[] = {4, 8, 16, 32};
    enum { ILPS = sizeof ilps / sizeof *ilps, WARPS_COUNT = sizeof warps_per_sm / sizeof(int) };
    int most = b->machine.sm_count * warps_per_sm[WARPS_COUNT - 1] * 32;
    struct ffma_result *h_results =
        (struct ffma_result *)host_memory((size_t)most * sizeof *h_results);
    struct ffma_work work = {};
    work.results = (struct ffma_result *)device_memory((size_t)most * sizeof *work.results);
    work.a = 0.99999f; // the chains must not have settled before the last round
    work.b = 0.005f;
    double best = 0, best_spread = 0;
    int best_ilp = 0, best_warps = 0;
    print_section(b, "FFMA: multiply-adds from registers (a multiply-add counts as 2)");
    for (int w = 0; w < WARPS_COUNT; w++) {
        for (int i = 0; i < ILPS; i++) {
            work.ilp = ilps[i];
            work.blocks = b->machine.sm_count * warps_per_sm[w] * 32 / FFMA_BLOCK;
            int threads = work.blocks * FFMA_BLOCK;
            struct statistics ms = measure(launch_ffma, &work);
            CUDA_CHECK(cudaMemcpy(h_results, work.results, (size_t)threads * sizeof *h_results,
                                  cudaMemcpyDeviceToHost));
            char name[64];
            snprintf(name, sizeof name, "ffma_warps%d_ilp%d", warps_per_sm[w], work.ilp);
            expect(b, ffma_is_right(&work, h_results), name);
            double flops = 2.0 * threads * work.ilp * FFMA_ROUNDS * FFMA_UNROLL;
            double tflops = flops / ms.median * 1e-9;
            print_figure(b, name, tflops, "TFLOP/s", ms.spread,
                         "%d warps per SM, %d chains per thread", warps_per_sm[w], work.ilp);
            if (tflops > best) {
                best = tflops;
                best_spread = ms.spread;
                best_ilp = work.ilp;
                best_warps = warps_per_sm[w];
                long long longest = 0;
                for (int t = 0; t < threads; t++)
                    longest = h_results[t].cycles > longest ? h_results[t].cycles : longest;
                b->clock_hz = (double)longest / ms.median * 1e3;
            }
        }
    }
    print_figure(b, "ffma", best, "TFLOP/s", best_spread, "best: %d warps per SM, %d chains",
                 best_warps, best_ilp);
    print_figure(b, "sm_clock", b->clock_hz * 1e-6, "MHz", best_spread,
                 "longest thread's cycles / time of the launch, at the best");
    CUDA_CHECK(cudaFree(work.results));
    free(h_results);
}

#endif
