// SPDX-License-Identifier: MIT
//
// 5_vectorized: four floats in one access.
//
// What changed: every load and store of four neighbours is one of 128 bits (float4): A and B from
// global memory, a_frag and b_frag from shared memory, C. To make a_frag contiguous, A is stored
// transposed in shared memory: As[p][row]. This takes four single stores; Bs takes one of 128 bits.
//
// Why: each access is an instruction that the SM must issue, and an entry in its memory queue. With
// a quarter of them, multiply-adds can use these issue slots.
//
// If no float4 fits a matrix, by its address, its leading dimension or its sizes, the second
// kernel loads single floats (parts/launch.h): the same code with `aligned` false. It is one step,
// because float4s along a column of A require A transposed, and any float4 requires that kernel.
//
// Expect: as many bytes in a quarter of the requests. Bank conflicts stay; step 6 removes them.
#include "../common/device/index.h"
#include "outer.h"
#include "parts/vector4.h"

enum { BM = 128, BN = 128, BK = 8 };
enum { TM = 8, TN = 8 };
enum { WM = 2 * TM, WN = 16 * TN }; // of a warp
enum { THREADS = BM / TM * (BN / TN) };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers
enum { UNROLL = 4 };        // turns of the loop over p that the compiler writes out
static_assert(BM * BK == 4 * THREADS && BK * BN == 4 * THREADS,
              "a thread fetches one float4 of each tile");

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc, bool aligned)
{
    __shared__ __align__(16) float As[BK][BM]; // BK columns of A, transposed
    __shared__ __align__(16) float Bs[BK][BN]; // BK rows of B
    const int t = threadIdx.x;
    const int row = t / (BN / TN) * TM, col = t % (BN / TN) * TN; // in the tile: the first element
    const int a_row = t / (BK / 4), a_col = t % (BK / 4) * 4;     // of the float4 that t fetches
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
                load4(&a_frag[i], &As[p][row + i]);
            for (int j = 0; j < TN; j += 4)
                load4(&b_frag[j], &Bs[p][col + j]);
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j += 4)
            store4_scaled(&C[row_major(row0 + row + i, col0 + col + j, ldc)],
                          row0 + row + i < m ? n - col0 - col - j : 0, alpha, &acc[i][j], beta,
                          aligned);
}

#define KERNEL sgemm_vectorized
#define KERNEL_UNALIGNED sgemm_vectorized_unaligned
#define LAUNCHER outer_vectorized
#include "parts/launch.h"

const struct tiles outer_vectorized_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = WM, .wn = WN, .tm = TM, .tn = TN, .threads = THREADS};
