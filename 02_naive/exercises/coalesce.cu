// SPDX-License-Identifier: MIT
// title: Neighbours read neighbours
// lesson: README.md#predict-coalescing
// minutes: 10
// form: sgemm
// sizes: 64 64 64; 37 41 29; 1 33 5; ? ? ?
// check: R
// check: C global_load_sectors <= (8 * k + 8) * ceil(m, 2) * ceil(n, 16)
// stub: C global_load_sectors
// hint: Lanes 0 to 15 of a warp are neighbours in threadIdx.x. Which elements of A do they load
//   here, and in how many sectors are these?
// hint: Section "Predict", the table of 17 against 4; `make 02 ARGS="--step 1 --lines"` shows
//   sectors per request, the fourth counter is load sectors.
// hint: Let threadIdx.x count columns and threadIdx.y rows. blockIdx.x counts columns already: the
//   grid does not change.
// why: What a warp fetches depends on which 32 elements of C it owns, and on nothing else here. 16
//   x 2 of them touch 16 rows of A, which are 16 sectors with 4 useful bytes each. 2 x 16 touch 2
//   rows, and 16 neighbours in a row of B, where every byte is used. The multiply-adds are the
//   same.
//
// The result is right, but each warp (32 consecutive threads of a block) requests about 17 sectors
// of 32 bytes at each p: 16 of A and 1 of B, 8.5 for each load. Change which thread computes which
// element of C, so that a warp requests about 4 in all. Two lines are enough.
//
// Checked: C stays right, and the kernel loads at most 8 sectors for each p and 32 elements of C:
// half of what it loads now. The verdict shows the sectors next to the budget.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { BLOCK = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    //@stub
    // TODO: which element of C should this thread compute?
    const int row = blockIdx.y * BLOCK + threadIdx.x;
    const int col = blockIdx.x * BLOCK + threadIdx.y;
    //@solution
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    //@end
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    //@stub
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    //@solution
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    //@end
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
