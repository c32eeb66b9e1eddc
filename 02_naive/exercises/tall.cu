// SPDX-License-Identifier: MIT
// title: Taller than a grid
// lesson: README.md#the-code
// minutes: 15
// form: sgemm
// sizes: 64 64 64; 37 41 29; 70000 1 1; ? ? ?
// check: R
// stub: R
// hint: How many blocks does this launch have in y for m = 70,000? How many may it have?
// hint: Section "The code", its last lines: gridDim.y ends at 65,535, so two launches are needed.
//   With which row of A and of C does the second one begin?
// hint: for (; m > 0; m -= MOST_ROWS) { const int rows = smaller(m, MOST_ROWS); launch for rows; A
//   += row_major(rows, 0, lda); C += row_major(rows, 0, ldc); }
// why: x of a grid may have 2^31 - 1 blocks, y and z 65,535. A launch beyond that is rejected as a
//   whole: the kernel never begins, and only a call of cudaGetLastError reports it. A loop around
//   the launch is one solution. There are two more: let x count rows, or let a block compute
//   several rows, one after the other, as in chapter 03.
//
// Here a block is 8 threads of one row: blockIdx.y is the row of C, so a grid has m blocks in y.
// But gridDim.y ends at 65,535: for m = 70,000 the launch is rejected, and C is never computed.
//
// Change the launcher so that C may have any number of rows. Checked: C is right, even with 70,000
// rows. The verdict shows the rejected launch; when none is rejected, the first wrong element.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { WIDTH = 8, MOST_ROWS = 65535 };

// Row blockIdx.y of C; 8 columns of it for each blockIdx.x.
__global__ void sgemm(int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                      float beta, float *C, int ldc)
{
    const int row = blockIdx.y;
    const int col = blockIdx.x * WIDTH + threadIdx.x;
    if (col >= n)
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
    // TODO: m may be larger than MOST_ROWS
    const dim3 grid(ceil_div(n, WIDTH), m);
    sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    //@solution
    for (; m > 0; m -= MOST_ROWS) {
        const int rows = smaller(m, MOST_ROWS);
        const dim3 grid(ceil_div(n, WIDTH), rows);
        sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        A += row_major(rows, 0, lda);
        C += row_major(rows, 0, ldc);
    }
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant cut_off
// fails: R
// because: the grid is limited to 65,535: the launch is no longer refused, and the rows below are
//   not computed
//@1
    const dim3 grid(ceil_div(n, WIDTH), smaller(m, MOST_ROWS));
    sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant only_c_moves
// fails: R
// because: C moves on, A does not: the rows below get the products of the first ones
//@from
        A += row_major(rows, 0, lda);
//@to
//@end

//@mutant twice_the_same
// fails: R
// because: several launches, and all of them compute the first rows: A and C do not move on
//@1
    for (; m > 0; m -= MOST_ROWS) {
        const dim3 grid(ceil_div(n, WIDTH), smaller(m, MOST_ROWS));
        sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    }
//@end

//@mutant whole_parts_only
// fails: R
// because: as many launches as there are whole parts: the rest of the rows is forgotten
//@1
    for (; m >= MOST_ROWS; m -= MOST_ROWS) {
        const dim3 grid(ceil_div(n, WIDTH), MOST_ROWS);
        sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        A += row_major(MOST_ROWS, 0, lda);
        C += row_major(MOST_ROWS, 0, ldc);
    }
//@end

#endif
