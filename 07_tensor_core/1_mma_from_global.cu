// SPDX-License-Identifier: MIT
//
// 1_mma_from_global: a warp multiplies 16 x 16 by 16 x 8 in one instruction, mma.sync.
//
// What changed: a warp owns elements of C now, not a thread: 16 x 16 of them, as two tiles of 16 x
// 8 that are spread over the registers of its lanes. So are the 16 x 16 of A and the 16 x 8 of B
// that go into one mma, two f16 per register. The instruction defines which lane must hold which
// element (common/device/ptx/mma_traits.h), and each lane gathers its elements from global memory
// one by one: no shared memory, no barrier, any ld, any alignment.
//
// A block is 2 x 2 warps. For 16 of K a lane makes 16 loads of 2 bytes, and the warp two
// instructions of 16 x 8 x 16 multiply-adds.
//
// Expect: a small part of what tensor cores can do. They wait for the loads.
#include "../common/device/cuda_check.h"
#include "parts/fragment.h"
#include "tensor_core.h"

enum { BM = 32, BN = 32, BK = MMA_K };
enum { WM = 16, WN = 16 }; // of a warp
enum { WARPS_ACROSS = BN / WN, THREADS = BM / WM * WARPS_ACROSS * 32 };
enum { BLOCKS_PER_SM = 8 }; // 1024 threads: all that fit an SM of compute capability 7.5

// The lane's 8 elements of the 16 x 16 of A at (row0, p0). Outside of A are zeros.
static __device__ __forceinline__ void gather_a(uint32_t a[4], const struct tc_gemm *g, int row0,
                                                int p0, unsigned lane)
{
#pragma unroll
    for (int v = 0; v < 8; v++) {
        const int o = tv_offset(mma_a_16x16_b16(), lane, v); // row + MMA_M p
        const int row = row0 + o % MMA_M, p = p0 + o / MMA_M;
        const uint32_t bits = row < g->m && p < g->k ? g->A[row_major(row, p, g->lda)] : 0;
        a[v / 2] = v % 2 == 0 ? bits : a[v / 2] | bits << 16;
    }
}

// The lane's 4 elements of the 16 x 8 of B at (p0, col0).
static __device__ __forceinline__ void gather_b(uint32_t b[2], const struct tc_gemm *g, int p0,
                                                int col0, unsigned lane, bool trans_b)
{
#pragma unroll
    for (int v = 0; v < 4; v++) {
        const int o = tv_offset(mma_b_8x16_b16(), lane, v); // col + MMA_N p
        const int col = col0 + o % MMA_N, p = p0 + o / MMA_N;
        const ptrdiff_t at = trans_b ? row_major(col, p, g->ldb) : row_major(p, col, g->ldb);
        const uint32_t bits = col < g->n && p < g->k ? g->B[at] : 0;
        b[v / 2] = v % 2 == 0 ? bits : b[v / 2] | bits << 16;
    }
}

static __device__ __forceinline__ void c_tile(const struct tc_gemm *g, int row0, int col0,
                                              bool trans_b, bool aligned, enum mma_type mma)
{
    const unsigned lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const int row = row0 + warp / WARPS_ACROSS * WM, col = col0 + warp % WARPS_ACROSS * WN;

    float acc[WN / MMA_N][4] = {{0}};
    const int k_tiles = ceil_div(g->k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        uint32_t a[4], b[2];
        gather_a(a, g, row, k_tile * BK, lane);
        for (int j = 0; j < WN / MMA_N; j++) {
            gather_b(b, g, k_tile * BK, col + j * MMA_N, lane, trans_b);
            mma_16x8x16(acc[j], a, b, mma);
        }
    }
    for (int j = 0; j < WN / MMA_N; j++)
        store_16x8(g, row, col + j * MMA_N, acc[j], lane, aligned);
}

#define STEP tc_mma_from_global
#include "parts/launch.h"
