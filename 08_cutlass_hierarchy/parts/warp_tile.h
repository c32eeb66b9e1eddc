// SPDX-License-Identifier: MIT
//
// warp_tile.h: the fragments of a warp's tile of any size, and their product: what fragments.h does
// for tiles of 64 x 64. For 8_tuned. mmas_m, mmas_n: literals, instructions down and across.
#ifndef HIER_WARP_TILE_H
#define HIER_WARP_TILE_H

#include "../../common/device/ptx/ptx.h"
#include "../hierarchy.h"
#include "tile_layout.h"

// Columns [p, p + MMA_K) of As, from row `row` on.
static __device__ __forceinline__ void load_a_tile(uint32_t a_frag[][4], int mmas_m,
                                                   const uint16_t *As, int bk, int row, int p)
{
    const int lane = (int)threadIdx.x % 32;
    // p has no bit in common with what the lane adds: a constant, by which the offset is xored.
    const int from = tile_offset(bk, row + lane % 16, lane / 16 * CHUNK) ^ p;
#pragma unroll
    for (int i = 0; i < mmas_m; i++)
        ldmatrix_x4(a_frag[i], As + from + i * HIER_MMA_M * bk);
}

// Rows [p, p + MMA_K) of B, from column `col` on: two tiles of 8 columns at a time.
static __device__ __forceinline__ void load_b_tile(uint32_t b_frag[][2], int mmas_n,
                                                   const uint16_t *Bs, int bn, int bk, int col,
                                                   int p, bool trans_b)
{
    const int lane = (int)threadIdx.x % 32;
    const int of_columns = tile_offset(bk, col + lane % 8 + lane / 16 * 8, lane / 8 % 2 * CHUNK);
    const int of_rows = tile_offset(bn, lane % 16, col + lane / 16 * CHUNK);
#pragma unroll
    for (int j = 0; j < mmas_n; j += 2) {
        uint32_t two[4];
        if (trans_b) // n x k
            ldmatrix_x4(two, Bs + (of_columns ^ p) + j * HIER_MMA_N * bk);
        else // k x n
            ldmatrix_x4_trans(two, Bs + (of_rows ^ j * HIER_MMA_N) + p * bn);
        b_frag[j][0] = two[0], b_frag[j][1] = two[1];
        b_frag[j + 1][0] = two[2], b_frag[j + 1][1] = two[3];
    }
}

// acc += a_frag b_frag, there and back: one fragment stays in place from mma to mma.
static __device__ __forceinline__ void multiply_tile(float acc[][4], int mmas_m, int mmas_n,
                                                     const uint32_t a_frag[][4],
                                                     const uint32_t b_frag[][2], bool bf16)
{
#pragma unroll
    for (int i = 0; i < mmas_m; i++)
#pragma unroll
        for (int jj = 0; jj < mmas_n; jj++) {
            const int j = i % 2 ? mmas_n - 1 - jj : jj;
            float *sum = acc[i * mmas_n + j];
            if (bf16)
                mma_m16n8k16_f32_bf16_bf16_f32(sum, a_frag[i], b_frag[j], sum);
            else
                mma_m16n8k16_f32_f16_f16_f32(sum, a_frag[i], b_frag[j], sum);
        }
}

#endif
