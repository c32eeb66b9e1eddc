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
