// SPDX-License-Identifier: MIT
//
// warp_tile.h: a warp's part of a product on tensor cores: fragments from shared memory to
// registers (CUTLASS: the shared load stream), and their outer product, instruction by instruction.
//
// ldmatrix.x4 loads four matrices of 8 x 8, and each lane passes the address of a row of one of
// them: 16 bytes. For A they are the quarters of a 16 x 16 tile, in the order of mma's registers:
// down first. For B two tiles of 16 x 8 are loaded at once. In a tile that is n x k in memory, a
// column of B is a row, and the matrices are loaded unchanged. In a tile that is k x n they are
// transposed. So are those of A in a tile that is k x m.
#ifndef COMMON_GEMM_WARP_TILE_H
#define COMMON_GEMM_WARP_TILE_H

#include "tile_layout.h"

// Of one instruction: 16 x 16 of A by 16 x 8 of B.
enum { MMA_M = 16, MMA_N = 8, MMA_K = 16 };

// ---- Which row a lane names ---------------------------------------------------------------------
//
// From the lane to row + 16 vector, in 16 rows of two 16-byte vectors. A test derives both from
// ldmatrix's layouts and mma's.

LAYOUT_INLINE struct layout_literal ldmatrix_down_first(void) // (16,2):(1,16)
{
    return (struct layout_literal){.rank = 2, .shape = {16, 2}, .stride = {1, 16}};
}

LAYOUT_INLINE struct layout_literal ldmatrix_across_first(void) // (8,2,2):(1,16,8)
{
    return (struct layout_literal){.rank = 3, .shape = {8, 2, 2}, .stride = {1, 16, 8}};
}

// The offset of that row in a tile, if the 16 rows begin at (row, col). vector: elements in 16
// bytes, a literal.
LAYOUT_INLINE int ldmatrix_offset(struct tile_layout tile, struct layout_literal lanes, int vector,
                                  int row, int col, unsigned lane)
{
    const int at = literal_offset(lanes, lane);
    return tile_offset(tile, row + at % 16, col + at / 16 * vector);
}

// For A, beginning at (row, k = 0) of its tile, and for two tiles of B, beginning at (k = 0, col).
// Literals: trans_a: A is k x m in its tile; trans_b: B is n x k in its tile.
LAYOUT_INLINE int a_offset(struct tile_layout tile, int vector, int row, bool trans_a,
                           unsigned lane)
{
    return trans_a ? ldmatrix_offset(tile, ldmatrix_across_first(), vector, 0, row, lane)
                   : ldmatrix_offset(tile, ldmatrix_down_first(), vector, row, 0, lane);
}

LAYOUT_INLINE int b_offset(struct tile_layout tile, int vector, int col, bool trans_b,
                           unsigned lane)
{
    return trans_b ? ldmatrix_offset(tile, ldmatrix_across_first(), vector, col, 0, lane)
                   : ldmatrix_offset(tile, ldmatrix_down_first(), vector, 0, col, lane);
}

#ifdef __CUDACC__

#include "../ptx/ptx.h"

// ---- Fragments ----------------------------------------------------------------------------------
//
// What a lane adds to an offset has zeros in the bits in which p, and the columns of a k x m or
// k x n tile, count. So adding them is an xor, and the swizzle of an xor is the xor of the
// swizzles. A lane keeps one offset for all fragments. 16 further along a row is an xor with a
// constant. 16 rows further the swizzle is the same again, so that is a constant in the
// instruction.

// k = p to p + 15 of mmas_m fragments of A, beginning at row `row` of A, which is a multiple of
// their 16 mmas_m rows. mmas_m, tile, p, trans_a: literals.
static __device__ __forceinline__ void load_a_in(uint32_t a_frag[][4], int mmas_m, const void *As,
                                                 struct tile_layout tile, int row, int p,
                                                 bool trans_a)
{
    const uint16_t *const from = (const uint16_t *)As;
    const int first = a_offset(tile, F16_VECTOR, row, trans_a, threadIdx.x % 32);
    const int ld = tile.rows.stride[0];
#pragma unroll
    for (int i = 0; i < mmas_m; i++)
        if (trans_a)
            ldmatrix_x4_trans(a_frag[i], from + (first ^ i * MMA_M) + p * ld);
        else
            ldmatrix_x4(a_frag[i], from + (first ^ p) + i * MMA_M * ld);
}

// The same for a tile of A that is m x k.
static __device__ __forceinline__ void load_a(uint32_t a_frag[][4], int mmas_m, const void *As,
                                              struct tile_layout tile, int row, int p)
{
    load_a_in(a_frag, mmas_m, As, tile, row, p, false);
}

// The same for B: mmas_n fragments, an even number, beginning at column `col`, which is a multiple
// of their 8 mmas_n columns.
static __device__ __forceinline__ void load_b(uint32_t b_frag[][2], int mmas_n, const void *Bs,
                                              struct tile_layout tile, int col, int p, bool trans_b)
{
    const uint16_t *const from = (const uint16_t *)Bs;
    const int first = b_offset(tile, F16_VECTOR, col, trans_b, threadIdx.x % 32);
    const int ld = tile.rows.stride[0];
#pragma unroll
    for (int j = 0; j < mmas_n; j += 2) {
        uint32_t two[4];
        if (trans_b)
            ldmatrix_x4(two, from + (first ^ p) + j * MMA_N * ld);
        else
            ldmatrix_x4_trans(two, from + (first ^ j * MMA_N) + p * ld);
        b_frag[j][0] = two[0], b_frag[j][1] = two[1];
        b_frag[j + 1][0] = two[2], b_frag[j + 1][1] = two[3];
    }
}

// ---- Products -----------------------------------------------------------------------------------

// The type of A and B: f16, f16 on a GPU without m16n8k16 (compute capability 7.5), bf16.
enum mma_type { MMA_F16, MMA_F16_K8, MMA_BF16 };

// d += a b, 16 x 8 x 16. With m16n8k8 it takes two instructions: the registers of the larger
// instruction are those of the smaller one, for k = 0 to 7 and for k = 8 to 15. type: a literal.
static __device__ __forceinline__ void mma_16x8x16(float d[4], const uint32_t a[4],
                                                   const uint32_t b[2], enum mma_type type)
{
    if (type == MMA_F16_K8) {
        mma_m16n8k8_f32_f16_f16_f32(d, &a[0], &b[0], d);
        mma_m16n8k8_f32_f16_f16_f32(d, &a[2], &b[1], d);
    } else if (type == MMA_BF16) {
        mma_m16n8k16_f32_bf16_bf16_f32(d, a, b, d);
    } else {
        mma_m16n8k16_f32_f16_f16_f32(d, a, b, d);
    }
}

// acc += a_frag b_frag, row by row of instructions. there_and_back: every second row runs from
// right to left, so that one fragment stays in place from mma to mma.
static __device__ __forceinline__ void multiply(float acc[][4], int mmas_m, int mmas_n,
                                                const uint32_t a_frag[][4],
                                                const uint32_t b_frag[][2], enum mma_type type,
                                                bool there_and_back)
{
#pragma unroll
    for (int i = 0; i < mmas_m; i++)
#pragma unroll
        for (int jj = 0; jj < mmas_n; jj++) {
            const int j = there_and_back && i % 2 ? mmas_n - 1 - jj : jj;
            mma_16x8x16(acc[i * mmas_n + j], a_frag[i], b_frag[j], type);
        }
}

#endif
#endif
