// SPDX-License-Identifier: MIT
// title: A matrix inside a larger one
// lesson: README.md#the-problem
// minutes: 5
// form: sgemm
// sizes: 4 3 5; 4 3 5; 7 2 9; 33 17 20; 1 1 1; ? ? ?
// check: R
// stub: R
// hint: A(1, 0) is the first number of A's second row. How many floats after A(0, 0)
//   is it?
// hint: Section "The problem", Storage: the picture, and the line above it. The dots do not belong
//   to the matrix: here they are NaN, and NaN plus anything is NaN.
// hint: A(i, p) is A[i * lda + p]; B has ldb and C has ldc instead of lda.
// why: From one row to the next are ld elements, for any length of a row: this is the whole idea of
//   a leading dimension. It costs nothing, and it makes a tile of a matrix a matrix, too: the same
//   function works on a part of A, B or C, with a pointer to the part's first element. Every step
//   of this course cuts matrices into tiles in this way.
//
// C = alpha A B + beta C, written as three loops. It is right only if each row begins where the
// row before it ends. But a matrix may be a part of a larger one: then its rows begin lda (ldb,
// ldc) floats apart, and the words between them must not be read or written.
//
// Correct the three places where an element is addressed. Checked: C is right, and nothing between
// its rows has changed. At the first size there are no gaps between the rows; at the other sizes
// there are.

#include "learn/exercise.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            //@stub
            // TODO: these are right for matrices without gaps only
            (void)lda, (void)ldb, (void)ldc; // not used yet: delete this line
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * k + p] * B[p * n + j];
            float *c = &C[i * n + j];
            //@solution
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            //@end
            *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
        }
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant column_major
// fails: R
// because: lda multiplies the column: that is how Fortran stores a matrix
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[p * lda + i] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
//@end

//@mutant fills_the_gaps
// fails: R
// because: all is right inside, but zeros are written after each row of C
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            for (int gap = n; gap < ldc && j == 0; gap++)
                C[i * ldc + gap] = 0;
//@end

//@mutant lda_everywhere
// fails: R
// because: one leading dimension for all three matrices
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * lda + j];
            float *c = &C[i * lda + j];
            (void)ldb, (void)ldc;
//@end

//@mutant only_inputs
// fails: R
// because: C keeps its rows n apart: the result lands in the gaps
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * n + j];
            (void)ldc;
//@end

#endif
