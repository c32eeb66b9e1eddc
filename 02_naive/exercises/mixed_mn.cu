// SPDX-License-Identifier: MIT
// title: m and n mixed up
// lesson: README.md#when-your-own-edit-is-wrong
// minutes: 10
// form: sgemm
// sizes: 64 64 64; 37 41 29; 80 16 8; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: For m = n the kernel is right. Take m = 80, n = 16, and write down by hand how many blocks
//   the grid needs in x and in y, and how many it gets.
// hint: Section "When your own edit is wrong": a message names the element as row and column. Read
//   the diagnosis: is the row that it names below m?
// hint: The grid's x runs along the n columns; row must be compared with m, col with n. Two places
//   are wrong, and squares hide both.
// why: A square product does not reveal that m and n are mixed up: test with a tall C and a wide
//   one. That is why every step of this course is run on 37 x 41 first. The two faults are
//   independent: with the grid alone repaired threads still leave the matrix; with the guard alone
//   repaired part of C is never computed.
//
// This kernel was only tested on 256 x 256. For other shapes it computes too few elements, and
// leaves the matrices. Find what is mixed up and repair it.
//
// Checked: C is right when it is tall, wide and square, and no thread leaves a matrix.

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
    if (row >= n || col >= m)
        return;
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
    //@stub
    const dim3 grid(ceil_div(m, BLOCK), ceil_div(n, BLOCK));
    //@solution
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    //@end
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant grid_only
// fails: R, D
// because: only the grid is repaired: the guard still compares rows with n
//@1
    if (row >= n || col >= m)
        return;
//@end

//@mutant guard_of_the_larger
// fails: R, D
// because: compares both with the larger of m and n: lets threads pass that are outside
//@1
    if (row >= (m > n ? m : n) || col >= (m > n ? m : n))
        return;
//@end

//@mutant guard_only
// fails: R
// because: only the guard is repaired: the grid still has as many blocks in x as C has rows
//@2
    const dim3 grid(ceil_div(m, BLOCK), ceil_div(n, BLOCK));
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

//@mutant rounded_down
// fails: R
// because: whole blocks only: m / 16 rounds down, and the edges are left out
//@1
    if (row >= m / BLOCK * BLOCK || col >= n / BLOCK * BLOCK)
        return;
//@end

#endif
