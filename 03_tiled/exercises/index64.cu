// SPDX-License-Identifier: MIT
// title: Beyond 2^31 elements
// lesson: README.md#step-1-two-loops
// minutes: 10
// form: sgemm
// sizes: 37 41 29; 1 1 1; 16 64 8; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: row is about 2,000,000,000 and lda is 29 or more. How large is row * lda, and of which type
//   is it?
// hint: Chapter 02, section "The code": row_major() is i * ld + j in 64 bits. The diagnosis names
//   an address far away from A.
// hint: A product of two ints is an int, even if it is added to or stored in a wider type: convert
//   one factor before the multiplication, (ptrdiff_t)row * lda + p, or call row_major(row, p, lda).
// why: int ends at 2,147,483,647. From 46,341 rows and columns on a matrix has more elements than
//   that. The type of the result does not help: (ptrdiff_t)(row * lda) multiplies ints, loses the
//   upper half, and converts the rest. And unsigned only doubles the limit. Here each of the three
//   products must be in 64 bits.
//
// A matrix of two billion rows is spread over many GPUs. This one keeps only a few rows of A and C,
// beginning with row FIRST; but rows have the same numbers everywhere, and A and C are pointers to
// row 0 of the whole matrix, which is not here. So element (row, p) of A is at row * lda + p, and
// that is much more than an int can count.
//
// Repair the index arithmetic in the kernel (use row_major(), or write it out). Checked: C is
// right, and nothing outside of the stored rows is touched. The verdict shows the address to which
// the overflow leads.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { BLOCK = 16, FIRST = 2000000000 };

// Computes rows FIRST to FIRST + m - 1 of C, from the same rows of A.
__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = FIRST + blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    //@stub
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row * lda + p] * B[p * ldb + col]; // TODO: how large is row * lda?
    store_scaled(&C[row * ldc + col], alpha, acc, beta);
    //@solution
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    //@end
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    // From the rows that are here back to where row 0 would be.
    A -= row_major(FIRST, 0, lda);
    C -= row_major(FIRST, 0, ldc);
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant converted_too_late
// fails: R, D
// because: converts the product, which has overflowed by then: a factor must be converted
//@from
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@to
        acc += A[(ptrdiff_t)(row * lda) + p] * B[(ptrdiff_t)(p * ldb) + col];
    store_scaled(&C[(ptrdiff_t)(row * ldc) + col], alpha, acc, beta);
//@end

//@mutant guard_of_the_part
// fails: R
// because: compares a row of the whole with m, which counts the rows that are here: no thread computes
//   anything
//@from
    if (row >= FIRST + m || col >= n)
//@to
    if (row >= m || col >= n)
//@end

//@mutant only_a
// fails: R, D
// because: A is repaired, C is forgotten
//@from
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@to
        acc += A[(ptrdiff_t)row * lda + p] * B[p * ldb + col];
    store_scaled(&C[row * ldc + col], alpha, acc, beta);
//@end

//@mutant shared_offset
// fails: D
// because: all threads write the offset of their block to one shared word, and read it without a
//   barrier
//@1
    __shared__ ptrdiff_t first_row; // where the first row of the block begins
    first_row = row_major(FIRST + blockIdx.y * BLOCK, 0, lda);
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[first_row + threadIdx.y * lda + p] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end

//@mutant unsigned
// fails: R, D
// because: unsigned moves the end to 2^32, and the product is larger
//@from
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@to
        acc += A[(unsigned)row * (unsigned)lda + p] * B[p * ldb + col];
    store_scaled(&C[(unsigned)row * (unsigned)ldc + col], alpha, acc, beta);
//@end

#endif
