// SPDX-License-Identifier: MIT
// title: No thread outside
// lesson: README.md#the-code
// minutes: 5
// form: sgemm
// sizes: 64 64 64; 37 41 29; 1 1 1; 16 17 1; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: m = 37 takes 3 blocks of 16 rows, 48 rows of threads. What are rows 37 to 47 doing?
// hint: Section "The code", under "Edges". The diagnosis names the first thread that is outside,
//   its row and its column, and the line.
// hint: A thread with row >= m or col >= n has no element: if (...) return; before it reads
//   anything.
// why: The grid has whole blocks, C may not. The guard must be before the loop. Before the store is too late: a
//   thread outside must not even read, because row m of A does not exist. It is >= and not >,
//   because rows count from 0. A wrong column is harder to notice: column n of row 0 is mostly
//   valid memory (the gap, or the next row), so without a guard nothing crashes, and C is wrong.
//
// From here on A, B and C are in the memory of the device, so nothing must be copied. This kernel
// is right for 64 x 64, and leaves the matrix for 37 x 41: blocks are 16 x 16, and the last ones
// hang over the edges of C. Threads there read and write outside of the matrices.
//
// Add the missing line. Checked: C is right for all sizes, and no thread leaves a matrix. The
// verdict shows which thread did, at which line, and which element it accessed.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { BLOCK = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    //@stub
    // TODO: what about threads whose row or column C does not have?
    //@solution
    if (row >= m || col >= n)
        return;
    //@end

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
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant both_for_either
// fails: R, D
// because: && instead of ||: only the corner is guarded
//@1
    if (row >= m && col >= n)
        return;
//@end

//@mutant last_left_out
// fails: R
// because: stops one short: no thread computes the last row and the last column
//@1
    if (row >= m - 1 || col >= n - 1)
        return;
//@end

//@mutant noted_by_all
// fails: D
// because: all threads outside write one shared word, to remember that there are some: a race,
//   although C is right
//@1
    __shared__ int outside;
    if (row >= m || col >= n) {
        outside = row + col;
        return;
    }
//@end

//@mutant off_by_one
// fails: R, D
// because: > for >=: row m and column n still pass
//@1
    if (row > m || col > n)
        return;
//@end

//@mutant sizes_swapped
// fails: R, D
// because: rows are compared with n, columns with m: right for squares only
//@1
    if (row >= n || col >= m)
        return;
//@end

#endif
