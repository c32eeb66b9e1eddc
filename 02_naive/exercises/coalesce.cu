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
//   the sectors per request of each line.
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

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant blocks_swapped
// fails: R, C global_load_sectors
// because: swaps the blocks instead of the threads: the same warps, and a grid that fits squares
//   only
//@1
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int col = blockIdx.y * BLOCK + threadIdx.y;
//@end

//@mutant grid_swapped_too
// fails: C global_load_sectors
// because: blocks and grid are swapped, threads are not: right, and as slow as before
//@1
    const int row = blockIdx.x * BLOCK + threadIdx.x;
    const int col = blockIdx.y * BLOCK + threadIdx.y;
//@end
//@2
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(m, BLOCK), ceil_div(n, BLOCK));
//@end

//@mutant one_line_only
// fails: R, C global_load_sectors
// because: one of the two lines is changed: x counts rows and columns, and only a diagonal of each
//   block is computed
//@1
    const int row = blockIdx.y * BLOCK + threadIdx.x;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
//@end

//@mutant thread_and_block
// fails: R
// because: the threads are right, but now the blocks are swapped, too, and the grid is not: it
//   fits squares only
//@1
    const int row = blockIdx.x * BLOCK + threadIdx.y;
    const int col = blockIdx.y * BLOCK + threadIdx.x;
//@end

//@mutant wider_block
// fails: C global_load_sectors
// because: a wider block, while x still counts rows: now a warp touches 32 rows of A
//@1
    const int row = blockIdx.y * 32 + threadIdx.x;
    const int col = blockIdx.x * 8 + threadIdx.y;
//@end
//@2
    const dim3 block(32, 8);
    const dim3 grid(ceil_div(n, 8), ceil_div(m, 32));
//@end

#endif
