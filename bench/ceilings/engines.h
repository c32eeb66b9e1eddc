// SPDX-License-Identifier: MIT
//
// engines.h: kernels that keep wgmma and the copy engine busy, alone or both, and count cycles.
//
// One warpgroup asks for boxes, in a ring of stages; the other ones multiply one pair of tiles
// again and again.
#ifndef BENCH_CEILINGS_ENGINES_H
#define BENCH_CEILINGS_ENGINES_H

#include "common/device/gemm/warpgroup_tile.h"
#include "common/device/ptx/mbarrier.h"
#include "common/device/ptx/tma.h"
#include "common/device/tensor_map.h"

enum { ROW_BYTES = 128, K = 64, SLICES = 4, MOST_N = 256, LOADER = 1, MOST_STAGES = 4 };
enum { BOX_ROWS = 128, STAGE_BOXES = 2, MAP_ROWS = 1 << 17 };
enum { A_BYTES = WGMMA_M * ROW_BYTES, B_BYTES = MOST_N * ROW_BYTES };
enum { SHARED = 1024 + A_BYTES + B_BYTES + MOST_STAGES * STAGE_BOXES * BOX_ROWS * ROW_BYTES };

struct tiles {
    unsigned char A[A_BYTES], B[B_BYTES];
    unsigned char stages[MOST_STAGES][STAGE_BOXES * BOX_ROWS * ROW_BYTES];
};

struct work {
    int n, groups, turns, wait;  // wgmma: warpgroups; turns of four; 1: one group stays pending
    int boxes, box_rows, stages; // copies of each block, in stages of so many boxes
    int share;                   // so many blocks read the same boxes
    const void *a, *b;           // tiles as stored in shared memory
    float *sums;                 // of block 0's first warpgroup: (128, n / 2)
    long long *cycles;           // of wgmma, of copies
    CUtensorMap map;
};

static __device__ __forceinline__ void copies(const struct work &w, struct tiles *tiles,
                                              uint64_t *full)
{
    const int bytes = w.box_rows * ROW_BYTES, all = w.boxes;
    const long long begin = clock64();
    for (int i = 0; i < all + w.stages; i++) {
        const int s = i % w.stages;
        if (i >= w.stages)
            mbarrier_wait_parity(&full[s], (i / w.stages - 1) % 2);
        if (i < all) {
            mbarrier_arrive_expect_tx(&full[s], bytes * STAGE_BOXES);
            for (int box = 0; box < STAGE_BOXES; box++)
                tma_load_2d(tiles->stages[s] + box * bytes, &w.map, &full[s], 0,
                            (((int)blockIdx.x / w.share * 40 + i) * STAGE_BOXES + box) * BOX_ROWS %
                                MAP_ROWS);
        }
    }
    w.cycles[1] = clock64() - begin;
}

static __device__ __forceinline__ void products(const struct work &w, const struct tiles *tiles,
                                                int n)
{
    float d[MOST_N / 2];
    const uint64_t a = wgmma_descriptor(tiles->A, 0, 1024, WGMMA_SWIZZLE_128);
    const uint64_t b = wgmma_descriptor(tiles->B, 0, 1024, WGMMA_SWIZZLE_128);
    const long long begin = clock64();
    for (int turn = 0; turn < w.turns; turn++) {
        wgmma_fence();
#pragma unroll
        for (int s = 0; s < SLICES; s++)
            warpgroup_multiply(d, n, a + 2u * (unsigned)s, b + 2u * (unsigned)s, turn + s > 0,
                               false, false, WGMMA_OF_F16);
        wgmma_commit_group();
        if (w.wait)
            wgmma_wait_group(1);
        else
            wgmma_wait_group(0);
    }
    wgmma_wait_group(0);
    if (threadIdx.x == LOADER * WARPGROUP)
        w.cycles[0] = clock64() - begin;
    if (blockIdx.x == 0 && threadIdx.x / WARPGROUP == LOADER)
#pragma unroll
        for (int i = 0; i < n / 2; i++)
            w.sums[(int)threadIdx.x % WARPGROUP * (n / 2) + i] = d[i];
}

extern __shared__ __align__(1024) unsigned char shared_bytes[];

static __device__ __forceinline__ void block(const struct work &w, int n)
{
    __shared__ __align__(8) uint64_t full[MOST_STAGES];
    struct tiles *const tiles =
        (struct tiles *)(shared_bytes + (1024 - (uintptr_t)shared_bytes % 1024) % 1024);
    for (int i = (int)threadIdx.x; i < A_BYTES / 16; i += (int)blockDim.x)
        ((uint4 *)tiles->A)[i] = ((const uint4 *)w.a)[i];
    for (int i = (int)threadIdx.x; i < B_BYTES / 16; i += (int)blockDim.x)
        ((uint4 *)tiles->B)[i] = ((const uint4 *)w.b)[i];
    if (threadIdx.x == 0) {
        for (int s = 0; s < MOST_STAGES; s++)
            mbarrier_init(&full[s], 1);
        fence_mbarrier_init();
    }
    fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0 && w.boxes > 0)
        copies(w, tiles, full);
    if (threadIdx.x >= LOADER * WARPGROUP)
        products(w, tiles, n);
}

#define KERNEL(n) \
    __global__ void __launch_bounds__(384) engine_##n(const __grid_constant__ struct work w) \
    { \
        block(w, n); \
    }
#define WIDTHS(X) X(16) X(32) X(64) X(128) X(192) X(256)
WIDTHS(KERNEL)

__global__ void nothing(int *p)
{
    if (p)
        *p = 1;
}

__global__ void hold(long long cycles)
{
    for (const long long begin = clock64(); clock64() - begin < cycles;)
        ;
}

#endif
