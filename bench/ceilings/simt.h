// SPDX-License-Identifier: MIT
//
// simt.h: the multiply-adds of ordinary cores in other types than float32 (ffma.h): HFMA2, DFMA and
// dp4a, from registers only. The ceilings of 10_shapes_and_types/5_simt.
//
// HFMA2 and DFMA compute x = b - x, an even number of times: exact, and the start comes back. dp4a
// adds the same four products again and again, modulo 2^32.
#ifndef BENCH_CEILINGS_SIMT_H
#define BENCH_CEILINGS_SIMT_H

#include <cuda_fp16.h>

#include "bench.h"

enum { SIMT_BLOCK = 128, SIMT_CHAINS = 8, SIMT_UNROLL = 16, SIMT_ROUNDS = 2048 };
enum { SIMT_STEPS = SIMT_UNROLL * SIMT_ROUNDS };
static_assert(SIMT_STEPS % 2 == 0, "the start comes back after an even number of steps");

struct simt_work {
    void *results;     // a word of each thread
    const void *a, *b; // a word each
    int blocks;
};

#define SIMT_PASTE_(x, y) x##y
#define SIMT_PASTE(x, y) SIMT_PASTE_(x, y)

#define SIMT_KERNEL simt_hfma2
#define SIMT_WORD __half2
#define SIMT_STEP(x, a, b) __hfma2(x, a, b)
#define SIMT_START(thread, j) __half2half2(__int2half_rn((thread) % 32 + (j)))
#define SIMT_SUM(x, y) __hadd2(x, y)
#include "simt_kernel.h"

#define SIMT_KERNEL simt_dfma
#define SIMT_WORD double
#define SIMT_STEP(x, a, b) fma(x, a, b)
#define SIMT_START(thread, j) ((double)((thread) % 32 + (j)))
#define SIMT_SUM(x, y) ((x) + (y))
#include "simt_kernel.h"

#define SIMT_KERNEL simt_dp4a
#define SIMT_WORD int
#define SIMT_STEP(x, a, b) __dp4a(a, b, x)
#define SIMT_START(thread, j) ((thread) % 32 + (j))
#define SIMT_SUM(x, y) ((x) + (y))
#include "simt_kernel.h"

// The sum of a thread's starts: 8 (thread % 32) + 0 + 1 + ... + 7.
static int simt_starts(int thread)
{
    return SIMT_CHAINS * (thread % 32) + SIMT_CHAINS * (SIMT_CHAINS - 1) / 2;
}

static bool simt_is_right(int instruction, const void *results, int thread, int dot)
{
    const int expected = simt_starts(thread % SIMT_BLOCK);
    switch (instruction) {
    case 0: return __half2float(__low2half(((const __half2 *)results)[thread])) == (float)expected;
    case 1: return ((const double *)results)[thread] == expected;
    default: {
        const unsigned sums = (unsigned)dot * (unsigned)SIMT_CHAINS * (unsigned)SIMT_STEPS;
        return ((const int *)results)[thread] == (int)((unsigned)expected + sums);
    }
    }
}

// One figure for each, the best of 8, 16 and 32 warps an SM.
static void bench_simt(struct bench *b)
{
    const __half2 h_minus = __float2half2_rn(-1), h_one = __float2half2_rn(1);
    const double d_minus = -1, d_one = 1;
    const int bytes_a = 0x01fe037f, bytes_b = 0x7f05fb02, dot = 127 * 2 - 3 * 5 - 2 * 5 + 127;
    const struct {
        const char *name, *unit;
        launch_fn *launch;
        const void *a, *b;
        size_t word;
        int operations; // of a lane
    } all[] = {{"hfma2", "TFLOP/s", launch_simt_hfma2, &h_minus, &h_one, sizeof h_one, 4},
               {"dfma", "TFLOP/s", launch_simt_dfma, &d_minus, &d_one, sizeof d_one, 2},
               {"dp4a", "TOP/s", launch_simt_dp4a, &bytes_a, &bytes_b, sizeof dot, 8}};
    enum { MOST_WARPS = 32 };
    const int most = b->machine.sm_count * MOST_WARPS * 32;
    void *h_results = host_memory((size_t)most * sizeof(double));
    struct simt_work work = {};
    work.results = device_memory((size_t)most * sizeof(double));
    print_section(b, "HFMA2, DFMA, dp4a: multiply-adds from registers (each counts as 2)");
    for (int i = 0; i < 3; i++) {
        double best = 0, spread = 0;
        int best_warps = 0;
        for (int warps = 8; warps <= MOST_WARPS; warps *= 2) {
            work.a = all[i].a, work.b = all[i].b;
            work.blocks = b->machine.sm_count * warps * 32 / SIMT_BLOCK;
            const int threads = work.blocks * SIMT_BLOCK;
            const struct statistics ms = measure(all[i].launch, &work);
            CUDA_CHECK(cudaMemcpy(h_results, work.results, (size_t)threads * all[i].word,
                                  cudaMemcpyDeviceToHost));
            expect(b,
                   simt_is_right(i, h_results, 77, dot) &&
                       simt_is_right(i, h_results, threads - 1, dot),
                   all[i].name);
            const double done = (double)all[i].operations * threads * SIMT_CHAINS * SIMT_STEPS;
            const double rate = done / ms.median * 1e-9;
            if (rate > best)
                best = rate, spread = ms.spread, best_warps = warps;
        }
        print_figure(b, all[i].name, best, all[i].unit, spread, "best: %d warps per SM, %d chains",
                     best_warps, (int)SIMT_CHAINS);
    }
    CUDA_CHECK(cudaFree(work.results));
    free(h_results);
}

#endif
