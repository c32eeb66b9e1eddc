// SPDX-License-Identifier: MIT
//
// fragment.h: what a warp does with fragments, the parts of a matrix that its lanes hold in their
// registers: multiply them, and store the sums. For kernels.
//
// Which lane holds which element is said by the instruction's thread-value layouts
// (common/device/ptx/mma_traits.h). They count the elements of a fragment in column-major order, so
// offset o of a fragment with M rows is element (o % M, o / M).
#ifndef TENSOR_CORE_FRAGMENT_H
#define TENSOR_CORE_FRAGMENT_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../../common/device/ptx/ptx.h"
#include "../tensor_core.h"

// An f16 as its bits: nobody but the tensor cores calculates with one.
typedef uint16_t f16;

// What a kernel is told: C = alpha A B + beta C. A is m x k; B is k x n, or n x k where the kernel
// was compiled with trans_b.
struct tc_gemm {
    int m, n, k;
    float alpha;
    const f16 *A;
    int lda;
    const f16 *B;
    int ldb;
    float beta;
    float *C;
    int ldc;
};

// d += a b, 16 x 8 x 16. Without k16 (compute capability 7.5) in two halves of k: the registers of
// the larger instruction are those of the smaller one, for k = 0 to 7 and for k = 8 to 15.
static __device__ __forceinline__ void mma_16x8x16(float d[4], const uint32_t a[4],
                                                   const uint32_t b[2], bool k16)
{
    if (k16) {
        mma_m16n8k16_f32_f16_f16_f32(d, a, b, d);
    } else {
        mma_m16n8k8_f32_f16_f16_f32(d, &a[0], &b[0], d);
        mma_m16n8k8_f32_f16_f16_f32(d, &a[2], &b[1], d);
    }
}

// C = alpha acc + beta C for the 16 x 8 elements from (row0, col0) on, as far as they are inside.
// A lane has two neighbours in each of two rows. aligned (a literal): n and ldc are even and C lies
// at a multiple of 8 bytes, so that neighbours are inside or outside together.
static __device__ __forceinline__ void store_16x8(const struct tc_gemm *g, int row0, int col0,
                                                  const float acc[4], unsigned lane, bool aligned)
{
#pragma unroll
    for (int v = 0; v < 4; v += 2) {
        const int o = tv_offset(mma_c_16x8(), lane, v);
        const int row = row0 + o % MMA_M, col = col0 + o / MMA_M;
        float *c = &g->C[row_major(row, col, g->ldc)];
        if (aligned && row < g->m && col < g->n) {
            float2 value = make_float2(g->alpha * acc[v], g->alpha * acc[v + 1]);
            if (g->beta != 0) {
                const float2 old = *(const float2 *)c;
                value.x += g->beta * old.x;
                value.y += g->beta * old.y;
            }
            *(float2 *)c = value;
        }
#pragma unroll
        for (int e = 0; e < 2; e++)
            if (!aligned && row < g->m && col + e < g->n)
                store_scaled(&c[e], g->alpha, acc[v + e], g->beta);
    }
}

#endif
