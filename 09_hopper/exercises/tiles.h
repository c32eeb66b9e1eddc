// SPDX-License-Identifier: MIT
//
// tiles.h: the common parts of several exercises: C = alpha A B^T + beta C in tiles of 64 x 64. A
// warpgroup multiplies 64 of k at a time.
//
// A and B are f16 and K-major (NT): a tile is 64 rows of 64 of k, 128 bytes each, as TMA writes
// them with its 128-byte swizzle.
#ifndef HOPPER_EXERCISES_TILES_H
#define HOPPER_EXERCISES_TILES_H

#include <stdio.h>
#include <stdlib.h>

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/ptx/mbarrier.h"
#include "common/device/ptx/tma.h"
#include "common/device/ptx/wgmma.h"
#include "common/device/tensor_map.h"
#include "common/step/step.h"

enum { BM = 64, BN = 64, BK = 64, ROW = 128 /* bytes */, WARPGROUP = 128 };

struct tiles {
    unsigned char A[BM * ROW], B[BN * ROW];
};

struct problem {
    CUtensorMap a, b; // boxes of 64 rows by 64 of k
    CUtensorMap c;    // boxes of 64 rows by 32 columns, if C is stored by TMA
    float *C;
    int m, n, ldc, k_tiles;
    float alpha, beta;
};

// ---- The device's side --------------------------------------------------------------------------

static __device__ __forceinline__ uint64_t descriptor(const void *tile)
{
    return wgmma_descriptor(tile, 0, 8 * ROW, WGMMA_SWIZZLE_128);
}

// Issues the products of a tile of A and one of B and commits them. `add`: adds them to the sums;
// otherwise the sums begin anew.
static __device__ __forceinline__ void multiply(float acc[BN / 2], const struct tiles *s, bool add)
{
    const uint64_t a = descriptor(s->A), b = descriptor(s->B);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < BK / 16; i++)
        wgmma_m64n64k16_f32_f16_f16(acc, a + 2 * i, b + 2 * i, add || i > 0, false, false);
    wgmma_commit_group();
}

// Stores the warpgroup's 64 x 64 sums to C, from (row, col) on. thread: its number in the
// warpgroup.
static __device__ __forceinline__ void store_c(const struct problem *p, const float acc[BN / 2],
                                               int row, int col, int thread)
{
    const int my_row = row + thread / 32 * 16 + thread % 32 / 4, my_col = col + thread % 4 * 2;
#pragma unroll
    for (int i = 0; i < BN / 2; i++) {
        const int r = my_row + i / 2 % 2 * 8, c = my_col + i / 4 * 8 + i % 2;
        if (r < p->m && c < p->n)
            store_scaled(p->C + row_major(r, c, p->ldc), p->alpha, acc[i], p->beta);
    }
}

// ---- The host's side ----------------------------------------------------------------------------

static inline CUtensorMap map_of(CUtensorMapDataType type, int element, const void *data, int rows,
                                 int cols, int ld, int box_rows)
{
    const struct tensor_map m = {
        .type = type,
        .rank = 2,
        .address = data,
        .size = {(uint64_t)cols, (uint64_t)rows},
        .stride = {(uint64_t)ld * (uint64_t)element},
        .box = {(uint32_t)(ROW / element), (uint32_t)box_rows},
        .swizzle = CU_TENSOR_MAP_SWIZZLE_128B,
    };
    CUtensorMap map;
    const CUresult result = tensor_map_encode(&m, &map);
    if (result != CUDA_SUCCESS) {
        fprintf(stderr, "the driver refuses a tensor map of %d x %d (error %d)\n", rows, cols,
                (int)result);
        exit(1);
    }
    return map;
}

static inline struct problem problem_of(const struct gemm *g)
{
    const struct gemm_problem *q = &g->problem;
    struct problem p = {
        .C = (float *)g->C,
        .m = q->m,
        .n = q->n,
        .ldc = q->ldc,
        .k_tiles = ceil_div(q->k, BK),
        .alpha = (float)q->alpha,
        .beta = (float)q->beta,
    };
    p.a = map_of(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, g->A, q->m, q->k, q->lda, BM);
    p.b = map_of(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, g->B, q->n, q->k, q->ldb, BN);
    return p;
}

static inline dim3 grid_of(const struct problem *p)
{
    return dim3((unsigned)ceil_div(p->n, BN), (unsigned)ceil_div(p->m, BM));
}

#endif
