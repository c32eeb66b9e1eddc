// SPDX-License-Identifier: MIT
//
// 7_double_buffer: the next tiles are in flight while this one is used.
//
// What changed: cp.async copies from global to shared memory without registers, and the thread does
// not wait for it. There are STAGES pairs of tiles: one is used, the rest are filled. Each copy
// of a round belongs to a group. Before a round the thread waits until at most STAGES - 2 groups
// are in flight, so the oldest one, that of this round, has arrived.
//
// Why: in step 6 all warps of a block wait for global memory at once, then all compute. And one
// barrier a round is enough: after the barrier of a round, no thread uses the tile before any more,
// and that tile is filled next. It is one step: cp.async gains nothing if the thread waits at once.
//
// A copy moves an element of A unchanged, so A is transposed by single elements: 8 columns and
// 4 rows a warp hit 32 banks of As.
// Expect: more than step 6, by what its warps waited. Needs compute capability 8.0.
#include "../common/device/index.h"
#include "../common/device/ptx/ptx.h"
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
enum { STAGES = 4 };        // tiles of A and of B in shared memory
enum { PAD = 4 }; // keeps float4s at multiples of 16 bytes, and shifts each row by 4 banks
enum { A_ROWS = THREADS / BK }; // rows of A that the block copies at once, an element a thread
static_assert(BK * BN == 4 * THREADS, "a thread copies one float4 of a tile of B");

// Starts the copies of the tiles that begin at column p0 of A and row p0 of B.
static __device__ __forceinline__ void fetch(float As[BK][BM + PAD], float Bs[BK][BN], int row0,
                                             int col0, int p0, int m, int n, int k, const float *A,
                                             int lda, const float *B, int ldb, bool aligned)
{
    const int t = threadIdx.x;
    const int a_row = t / BK, a_col = t % BK;                 // of the first element that t copies
    const int b_row = t / (BN / 4), b_col = t % (BN / 4) * 4; // of the float4
    for (int i = a_row; i < BM; i += A_ROWS)
        cp_async_ca_4(&As[a_col][i], &A[row_major(row0 + i, p0 + a_col, lda)],
                      row0 + i < m && p0 + a_col < k ? 4 : 0);
    const float *b = &B[row_major(p0 + b_row, col0 + b_col, ldb)];
    const int inside = p0 + b_row < k ? n - col0 - b_col : 0;
    if (aligned)
        cp_async_ca_16(&Bs[b_row][b_col], b, inside > 0 ? 16 : 0);
    for (int e = 0; e < 4 && !aligned; e++)
        cp_async_ca_4(&Bs[b_row][b_col + e], b + e, e < inside ? 4 : 0);
}

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc, bool aligned)
{
    __shared__ __align__(16) float As[STAGES][BK][BM + PAD]; // BK columns of A, transposed
    __shared__ __align__(16) float Bs[STAGES][BK][BN];       // BK rows of B
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int lane_row = zigzag_row(lane), lane_col = zigzag_col(lane);
    const int row = warp / (BN / WN) * WM + lane_row * 4; // in the tile: the first element
    const int col = warp % (BN / WN) * WN + lane_col * 4;

    float acc[TM][TN] = {{0}};
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < STAGES - 1; k_tile++) {
        if (k_tile < k_tiles)
            fetch(As[k_tile], Bs[k_tile], row0, col0, k_tile * BK, m, n, k, A, lda, B, ldb,
                  aligned);
        cp_async_commit_group(); // also where there was nothing to copy: groups count the tiles
    }
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        cp_async_wait_group(STAGES - 2); // of STAGES - 1 groups the oldest has landed
        __syncthreads(); // for all threads: this tile is complete, the last one is free
        const int ahead = k_tile + STAGES - 1, stage = k_tile % STAGES;
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row0, col0, ahead * BK, m, n, k, A, lda,
                  B, ldb, aligned);
        cp_async_commit_group();

#pragma unroll UNROLL
        for (int p = 0; p < BK; p++) { // column p of As times row p of Bs: one outer product
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i += 4)
                load4(&a_frag[i], &As[stage][p][row + i / 4 * GROUP_M]);
            for (int j = 0; j < TN; j += 4)
                load4(&b_frag[j], &Bs[stage][p][col + j / 4 * GROUP_N]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
    }
    __syncthreads(); // no thread needs these tiles any more
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j += 4) {
            const int c_row = row0 + row + i / 4 * GROUP_M + i % 4;
            const int c_col = col0 + col + j / 4 * GROUP_N;
            store4_scaled(&C[row_major(c_row, c_col, ldc)], c_row < m ? n - c_col : 0, alpha,
                          &acc[i][j], beta, aligned);
        }
}

#define KERNEL sgemm_double_buffer
#define KERNEL_UNALIGNED sgemm_double_buffer_unaligned
#define LAUNCHER outer_double_buffer
#include "parts/launch.h"

const struct tiles outer_double_buffer_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = WM, .wn = WN, .tm = TM, .tn = TN, .threads = THREADS};
