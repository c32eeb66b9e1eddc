// SPDX-License-Identifier: MIT
//
// 6_warp_tile: each warp owns a tile of C, and no bank has two words to deliver.
//
// What changed: which elements a thread computes. The 8 warps of a block own 64 x 32 elements each,
// 2 warps down and 4 across. A thread's 8 x 8 elements are 2 x 2 groups of 4 x 4, so that the lanes
// of a warp read contiguous float4s. And As has PAD more floats in a row.
//
// Why: in step 5 a warp was 16 x 128 elements: 144 floats for each p; 64 x 32 needs 96. Its lanes
// read float4s 32 bytes apart, from half of the banks, which takes twice as long. Its transposed
// stores hit 16 banks, two each. One step: all of it is the places of a lane's elements.
//
// Lanes are numbered in a zigzag, pairs of columns first: of each four, two need the same float4 of
// As and two the same of Bs. Then the hardware serves half a warp at a time, not a quarter.
//
// Expect: 8 passes through the banks for each p and warp where step 5 took 20.
#include "../common/device/index.h"
#include "../common/device/zigzag.h"
#include "outer.h"
#include "parts/vector4.h"

enum { BM = 128, BN = 128, BK = 8 };
enum { TM = 8, TN = 8 };
enum { WM = 64, WN = 32 };                                     // of a warp
enum { LANES_DOWN = WM / TM, LANES_ACROSS = WN / TN };         // 8 x 4 lanes
enum { GROUP_M = 4 * LANES_DOWN, GROUP_N = 4 * LANES_ACROSS }; // a warp's groups: 32 x 16 elements
enum { THREADS = BM / TM * (BN / TN) };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers
enum { UNROLL = 4 };        // turns of the loop over p that the compiler writes out
enum { PAD = 4 }; // keeps float4s at multiples of 16 bytes, and shifts each row by 4 banks
static_assert(BM * BK == 4 * THREADS && BK * BN == 4 * THREADS,
              "a thread fetches one float4 of each tile");

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc, bool aligned)
{
    __shared__ __align__(16) float As[BK][BM + PAD]; // BK columns of A, transposed
    __shared__ __align__(16) float Bs[BK][BN];       // BK rows of B
    const int t = threadIdx.x;
    const int warp = t / 32, lane = t % 32;
    const int lane_row = zigzag_row(lane), lane_col = zigzag_col(lane);
    const int row = warp / (BN / WN) * WM + lane_row * 4; // in the tile: the first element
    const int col = warp % (BN / WN) * WN + lane_col * 4;
    const int a_row = t / (BK / 4), a_col = t % (BK / 4) * 4; // of the float4 that t fetches
    const int b_row = t / (BN / 4), b_col = t % (BN / 4) * 4;

    float acc[TM][TN] = {{0}};
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int p0 = k_tile * BK;
        float a[4], b[4];
        load4_or_zero(a, &A[row_major(row0 + a_row, p0 + a_col, lda)],
                      row0 + a_row < m ? k - p0 - a_col : 0, aligned);
        load4_or_zero(b, &B[row_major(p0 + b_row, col0 + b_col, ldb)],
                      p0 + b_row < k ? n - col0 - b_col : 0, aligned);
        for (int e = 0; e < 4; e++)
            As[a_col + e][a_row] = a[e];
        store4(&Bs[b_row][b_col], b);
        __syncthreads(); // both tiles are complete

#pragma unroll UNROLL
        for (int p = 0; p < BK; p++) { // column p of As times row p of Bs: one outer product
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i += 4)
                load4(&a_frag[i], &As[p][row + i / 4 * GROUP_M]);
            for (int j = 0; j < TN; j += 4)
                load4(&b_frag[j], &Bs[p][col + j / 4 * GROUP_N]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j += 4) {
            const int c_row = row0 + row + i / 4 * GROUP_M + i % 4;
            const int c_col = col0 + col + j / 4 * GROUP_N;
            store4_scaled(&C[row_major(c_row, c_col, ldc)], c_row < m ? n - c_col : 0, alpha,
                          &acc[i][j], beta, aligned);
        }
}

#define KERNEL sgemm_warp_tile
#define KERNEL_UNALIGNED sgemm_warp_tile_unaligned
#define LAUNCHER outer_warp_tile
#include "parts/launch.h"

const struct tiles outer_warp_tile_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = WM, .wn = WN, .tm = TM, .tn = TN, .threads = THREADS};
