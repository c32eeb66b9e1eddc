// SPDX-License-Identifier: MIT
//
// fragment.h: the arguments of the kernels of steps 1 to 6, the tiles that a block copies, and the
// sums that its warps store: which lane holds which element. For kernels.
//
// The instruction's thread-value layouts (common/device/ptx/mma_traits.h) map lanes to elements.
// They count the elements of a fragment in column-major order, so offset o of a fragment with M
// rows is element (o % M, o / M).
#ifndef TENSOR_CORE_FRAGMENT_H
#define TENSOR_CORE_FRAGMENT_H

#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../common/device/epilogue.h"
#include "../../common/device/gemm/tile_copy.h"
#include "../../common/device/index.h"
#include "../../common/device/ptx/ptx.h"
#include "../tensor_core.h"

// An f16 as its bits: only the tensor cores calculate with it.
typedef uint16_t f16;

// A kernel's argument: C = alpha A B + beta C. A is m x k; B is k x n, or n x k if the kernel was
// compiled with trans_b.
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

// A launcher makes this for its kernel. alpha or k of zero: no product, and A and B are not read.
static inline struct tc_gemm tc_gemm_of(const struct gemm *gemm)
{
    const struct gemm_problem *p = &gemm->problem;
    const bool no_product = only_scales(p->alpha, p->k);
    return (struct tc_gemm){
        .m = p->m,
        .n = p->n,
        .k = no_product ? 0 : p->k,
        .alpha = no_product ? 0 : (float)p->alpha,
        .A = (const f16 *)gemm->A,
        .lda = p->lda,
        .B = (const f16 *)gemm->B,
        .ldb = p->ldb,
        .beta = (float)p->beta,
        .C = (float *)gemm->C,
        .ldc = p->ldc,
    };
}

// The tiles of A for the rows beginning at row0, and those of B for the columns beginning at col0,
// one after the other along K, beginning at p0. threads, aligned, trans_b: literals.
static __device__ __forceinline__ struct tile_copy tiles_of_a(const struct tc_gemm *g, int row0,
                                                              int p0, struct tile_layout tile,
                                                              int threads, bool aligned)
{
    struct tile_copy c = {tile, threads, sizeof(f16), aligned ? BY_CP_ASYNC : BY_ELEMENT, true};
    copy_begin_in(&c, g->A, g->m, g->k, g->lda, row0, p0);
    return c;
}

static __device__ __forceinline__ struct tile_copy tiles_of_b(const struct tc_gemm *g, int p0,
                                                              int col0, struct tile_layout tile,
                                                              int threads, bool aligned,
                                                              bool trans_b)
{
    struct tile_copy c = {tile, threads, sizeof(f16), aligned ? BY_CP_ASYNC : BY_ELEMENT, trans_b};
    if (trans_b)
        copy_begin_in(&c, g->B, g->n, g->k, g->ldb, col0, p0);
    else
        copy_begin_in(&c, g->B, g->k, g->n, g->ldb, p0, col0);
    return c;
}

// C = alpha acc + beta C for the part of the 16 x 8 elements at (row0, col0) that is inside. A lane
// has two neighbours in each of two rows. aligned (a literal): n and ldc are even and C begins at a
// multiple of 8 bytes, so that both neighbours are inside or both are outside.
static __device__ __forceinline__ void store_16x8(const struct tc_gemm *g, int row0, int col0,
                                                  const float acc[4], unsigned lane, bool aligned)
{
#pragma unroll
    for (int v = 0; v < 4; v += 2) {
        const int o = tv_offset(mma_c_16x8(), lane, v);
        const int row = row0 + o % MMA_M, col = col0 + o / MMA_M;
        store_pair(&g->C[row_major(row, col, g->ldc)], g->alpha, &acc[v], g->beta,
                   row < g->m ? g->n - col : 0, aligned);
    }
}

#endif
