// SPDX-License-Identifier: MIT
//
// fragments.h: a warp's part of the work: fragments from shared memory to registers (CUTLASS: the
// shared load stream), their product, and the sums to C.
//
// ldmatrix brings four 8 x 8 matrices, and each lane names a row of one of them. A's are the
// quarters of a 16 x 16 tile, in the order of mma's registers: down first. Of B two 16 x 8 tiles
// come at once: n x k in memory (NT), a column of B is a row there and the matrices come as they
// lie; k x n (NN), they come transposed.
#ifndef HIER_FRAGMENTS_H
#define HIER_FRAGMENTS_H

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../../common/device/ptx/ptx.h"
#include "../hierarchy.h"
#include "tile_layout.h"

// One k-slice of a warp: rows [row, row + WM) of As, columns [p, p + MMA_K). s: a literal; row, p:
// multiples of 16. 16 rows further on the swizzle is the same, so only p moves chunks about.
static __device__ __forceinline__ void load_a(uint32_t a_frag[HIER_MMAS_M][4], const uint16_t *As,
                                              struct hier_shape s, int row, int p)
{
    const int lane = (int)threadIdx.x % 32;
    const uint16_t *from = As + tile_offset(s.bk, row + lane % 16, p + lane / 16 * CHUNK);
#pragma unroll
    for (int i = 0; i < HIER_MMAS_M; i++)
        ldmatrix_x4(a_frag[i], from + i * HIER_MMA_M * s.bk);
}

// The same of B: rows [p, p + MMA_K), columns [col, col + WN). trans_b: a literal.
static __device__ __forceinline__ void load_b(uint32_t b_frag[HIER_MMAS_N][2], const uint16_t *Bs,
                                              struct hier_shape s, int col, int p, bool trans_b)
{
    const int lane = (int)threadIdx.x % 32;
    const int n = lane % 8 + lane / 16 * 8, k = p + lane / 8 % 2 * CHUNK; // of an n x k tile
#pragma unroll
    for (int j = 0; j < HIER_MMAS_N; j += 2) {
        const int first = j * HIER_MMA_N;
        uint32_t two[4];
        if (trans_b)
            ldmatrix_x4(two, Bs + tile_offset(s.bk, col + n, k) + first * s.bk);
        else
            ldmatrix_x4_trans(
                two, Bs + p * s.bn + tile_offset(s.bn, lane % 16, col + first + lane / 16 * CHUNK));
        b_frag[j][0] = two[0], b_frag[j][1] = two[1];
        b_frag[j + 1][0] = two[2], b_frag[j + 1][1] = two[3];
    }
}

// acc += a_frag b_frag: an outer product of instructions.
static __device__ __forceinline__ void multiply(float acc[HIER_MMAS_M][HIER_MMAS_N][4],
                                                const uint32_t a_frag[HIER_MMAS_M][4],
                                                const uint32_t b_frag[HIER_MMAS_N][2])
{
#pragma unroll
    for (int i = 0; i < HIER_MMAS_M; i++)
#pragma unroll
        for (int j = 0; j < HIER_MMAS_N; j++)
            mma_m16n8k16_f32_f16_f16_f32(acc[i][j], a_frag[i], b_frag[j], acc[i][j]);
}

// C = alpha acc + beta C for the block's tile that begins at (row, col): each thread stores the
// sums that it holds, two neighbours at a time where they are aligned.
static __device__ __forceinline__ void store_direct(const struct hier_params *p,
                                                    struct hier_shape s, int row, int col,
                                                    const float acc[HIER_MMAS_M][HIER_MMAS_N][4],
                                                    bool aligned)
{
    const struct tv_literal layout = hier_c_layout(s);
    const int first = literal_offset(layout.thread, threadIdx.x);
    row += first % s.bm;
    col += first / s.bm;
#pragma unroll
    for (int i = 0; i < HIER_MMAS_M; i++)
#pragma unroll
        for (int j = 0; j < HIER_MMAS_N; j++)
#pragma unroll
            for (int v = 0; v < 4; v += 2) {
                const int at = literal_offset(
                    layout.value, (unsigned)(v + 4 * (i + HIER_MMAS_M * j))); // in the tile
                const int c_row = row + at % s.bm, c_col = col + at / s.bm;
                float *c = p->C + row_major(c_row, c_col, p->ldc);
                const int inside = c_row < p->m ? p->n - c_col : 0;
                if (aligned && inside > 0) {
                    float2 value = {p->alpha * acc[i][j][v], p->alpha * acc[i][j][v + 1]};
                    if (p->beta != 0) {
                        const float2 old = *(const float2 *)c;
                        value.x += p->beta * old.x, value.y += p->beta * old.y;
                    }
                    *(float2 *)c = value;
                }
                for (int e = 0; e < 2 && !aligned; e++)
                    if (e < inside)
                        store_scaled(&c[e], p->alpha, acc[i][j][v + e], p->beta);
            }
}

#endif
