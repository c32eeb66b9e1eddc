// SPDX-License-Identifier: MIT
//
// tuned_store.h: what becomes of the sums of 8_tuned when K is at its end. For kernels.
#ifndef TUNED_STORE_H
#define TUNED_STORE_H

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "sgemm_plan.h"
#include "../parts/vector4.h"

// Adds up the slices of K through shared memory, always in the same order. Each warp of a place in
// the tile takes over TM / slices rows of every lane's elements: sums. So all eight warps go on,
// each with an equal share of the tile. Half of the columns at a time, for shared memory is too
// small for all. Called by all threads of the block.
static __device__ __forceinline__ void add_slices(float *shared, const float acc[][TUNED_TN],
                                                  float sums[][TUNED_TN], int warp, int warps,
                                                  int slice, int slices)
{
    enum { TM = TUNED_TM, TN = TUNED_TN, HALF = TN / 2 };
    const int rows = TM / slices, lane = threadIdx.x % 32;
#pragma unroll
    for (int col = 0; col < TN; col += HALF) {
        // Element e of lane l at 32 e + l: a warp's are neighbours.
        float *mine = &shared[(slice * warps + warp) * (TM * HALF * 32) + lane];
#pragma unroll
        for (int e = 0; e < TM * HALF; e++)
            mine[e * 32] = acc[e / HALF][col + e % HALF];
        __syncthreads();
#pragma unroll
        for (int from = 0; from < slices; from++) {
            const float *theirs =
                &shared[(from * warps + warp) * (TM * HALF * 32) + slice * rows * HALF * 32 + lane];
            float part[TM * HALF]; // all in flight before the first is needed
#pragma unroll
            for (int e = 0; e < rows * HALF; e++)
                part[e] = theirs[e * 32];
#pragma unroll
            for (int e = 0; e < rows * HALF; e++)
                sums[e / HALF][col + e % HALF] =
                    from == 0 ? part[e] : sums[e / HALF][col + e % HALF] + part[e];
        }
        __syncthreads();
    }
}

// C suits float4: each thread stores its own. (c_row, c_col): its first element. sums: `rows` of
// its TM rows, from row `first` on; the same below.
static __device__ __forceinline__ void store_aligned(float *C, int ldc, unsigned c_row,
                                                     unsigned c_col, unsigned m, unsigned n,
                                                     float alpha, const float sums[][TUNED_TN],
                                                     int first, int rows, float beta)
{
    enum { TM = TUNED_TM, TN = TUNED_TN, DOWN = 4 * TUNED_WM / TM, ACROSS = 4 * TUNED_WN / TN };
#pragma unroll
    for (int r = 0; r < rows; r++)
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const int i = first + r;
            const unsigned row = c_row + i / 4 * DOWN + i % 4, col = c_col + j / 4 * ACROSS;
            store4_scaled(&C[row_major(row, col, ldc)], row < m ? (int)(n - col) : 0, alpha,
                          &sums[r][j], beta, true);
        }
}

// It does not: single floats of one thread are 16 bytes apart in C, so a request would take a
// sector for each. Shared memory turns them: eight rows of 64 go in as float4s and come out along
// the rows. (c_row, c_col): the first element of the warp. The pitch keeps two rows of lanes apart
// by half of the banks.
enum { STORE_PITCH = TUNED_WN + 16, STORE_FLOATS = 8 * STORE_PITCH };

static __device__ __forceinline__ void store_in_rows(float *shared, float *C, int ldc,
                                                     unsigned c_row, unsigned c_col, unsigned m,
                                                     unsigned n, float alpha,
                                                     const float sums[][TUNED_TN], int first,
                                                     int rows, float beta)
{
    enum { TM = TUNED_TM, TN = TUNED_TN, DOWN = 4 * TUNED_WM / TM, ACROSS = 4 * TUNED_WN / TN };
    const int lane = threadIdx.x % 32;
    // zigzag.h, written out: with calls in its place nvcc 13 orders the whole kernel differently.
    const int lane_row = (lane / 2 & 1) | (lane / 4 & 6), lane_col = (lane & 1) | (lane / 2 & 2);
#pragma unroll
    for (int r = 0; r < rows; r++) {
        const int i = first + r;
#pragma unroll
        for (int j = 0; j < TN; j += 4) {
            const float scaled[4] = {alpha * sums[r][j], alpha * sums[r][j + 1],
                                     alpha * sums[r][j + 2], alpha * sums[r][j + 3]};
            store4(&shared[lane_row * STORE_PITCH + lane_col * 4 + j / 4 * ACROSS], scaled);
        }
        __syncwarp();
#pragma unroll
        for (int e = 0; e < 8 * TUNED_WN; e += 32) {
            const unsigned row = c_row + i / 4 * DOWN + i % 4 + e / TUNED_WN * 4;
            const unsigned col = c_col + e % TUNED_WN + lane;
            if (row < m && col < n)
                store_scaled(&C[row_major(row, col, ldc)], 1,
                             shared[e / TUNED_WN * STORE_PITCH + e % TUNED_WN + lane], beta);
        }
        __syncwarp();
    }
}

#endif
