// SPDX-License-Identifier: MIT
// title: An outer product in registers
// lesson: README.md#3-and-4-tiles-in-registers
// minutes: 15
// form: sgemm
// sizes: 128 128 16; 130 70 9; 1 1 1; ? ? ?
// check: R
// check: C shared_load_requests <= 1280 * ceil(m, 128) * ceil(n, 128) * ceil(k, 8)
// stub: C shared_load_requests
// hint: For one p the 64 sums of a thread need how many different numbers?
// hint: Section "3 and 4", step 4, and "The idea": area over sides. The counter is
//   shared_load_requests.
// hint: for each p: a_frag[i] = As[row + i][p] for 8 i; b_frag[j] = Bs[p][col + j] for 8 j; then
//   acc[i][j] += a_frag[i] * b_frag[j] for all 64.
// why: 16 loads serve 64 multiply-adds: a quarter each, where it was two. What a tile reads are its
//   sides, what it computes is its area; the limit is the memory that holds the sums, here 64 of a
//   thread's 255 registers. The requests fall by 8; the wavefronts fall less, because lanes that
//   own 8 neighbouring columns share four banks. The exercise warp_tile cures this.
//
// 256 threads own a tile of 128 x 128 of C, TM x TN = 8 x 8 elements each. The code computes one
// sum after the other: two loads from shared memory for each multiply-add.
//
// For each p take 8 elements of a column of As and 8 of a row of Bs into registers, a_frag and
// b_frag, and multiply each with each. Checked: C is right, and shared_load_requests falls from 128
// to 16 for each p and warp.

#include "05_outer_product/parts/fetch.h"
#include "05_outer_product/parts/grid.h"
#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "learn/exercise.h"

enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8 };
enum { THREADS = BM / TM * (BN / TN) };

static __global__ void thread_tile_2d(int m, int n, int k, float alpha, const float *A, int lda,
                                      const float *B, int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK], Bs[BK][BN];
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN, t = threadIdx.x;
    const int row = t / (BN / TN) * TM, col = t % (BN / TN) * TN; // in the tile: the first element

    float acc[TM][TN] = {{0}};
    for (int p0 = 0; p0 < k; p0 += BK) {
        fetch_tile(As[0], BM, BK, THREADS, &a, row0, p0);
        fetch_tile(Bs[0], BK, BN, THREADS, &b, p0, col0);
        __syncthreads(); // both tiles are complete
        //@stub
        // TODO: float a_frag[TM], b_frag[TN];
        for (int i = 0; i < TM; i++)
            for (int j = 0; j < TN; j++)
                for (int p = 0; p < BK; p++)
                    acc[i][j] += As[row + i][p] * Bs[p][col + j];
        //@solution
        for (int p = 0; p < BK; p++) {
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i++)
                a_frag[i] = As[row + i][p];
            for (int j = 0; j < TN; j++)
                b_frag[j] = Bs[p][col + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
        //@end
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            if (row0 + row + i < m && col0 + col + j < n)
                store_scaled(&C[row_major(row0 + row + i, col0 + col + j, ldc)], alpha, acc[i][j],
                             beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    thread_tile_2d<<<grid_of_tiles(m, n, BM, BN), THREADS>>>(m, n, k, alpha, A, lda, B, ldb, beta,
                                                             C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant diagonal
// fails: R
// because: element by element: 8 products, where the outer product has 64
//@from
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
//@to
                acc[i][i] += a_frag[i] * b_frag[i];
//@end

//@mutant exchanged
// fails: R
// because: rows of the sums from b_frag and columns from a_frag: the tile comes out transposed
//@from
                    acc[i][j] += a_frag[i] * b_frag[j];
//@to
                    acc[i][j] += a_frag[j] * b_frag[i];
//@end

//@mutant quarters
// fails: C shared_load_requests
// because: four outer products of 4 x 4 for each p: each side is fetched twice
//@1
        for (int quarter = 0; quarter < 4; quarter++) {
            const int i0 = quarter / 2 * 4, j0 = quarter % 2 * 4;
            for (int p = 0; p < BK; p++) {
                float a_frag[4], b_frag[4];
                for (int i = 0; i < 4; i++)
                    a_frag[i] = As[row + i0 + i][p];
                for (int j = 0; j < 4; j++)
                    b_frag[j] = Bs[p][col + j0 + j];
                for (int i = 0; i < 4; i++)
                    for (int j = 0; j < 4; j++)
                        acc[i0 + i][j0 + j] += a_frag[i] * b_frag[j];
            }
        }
//@end

//@mutant rows_alone
// fails: C shared_load_requests
// because: only a_frag is kept: the 8 elements of Bs are fetched again for each of the 8 rows
//@1
        for (int i = 0; i < TM; i++)
            for (int p = 0; p < BK; p++) {
                const float a_frag = As[row + i][p];
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag * Bs[p][col + j];
            }
//@end

#endif
