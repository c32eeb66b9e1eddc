// SPDX-License-Identifier: MIT
// title: 4 x 4 sums in registers
// lesson: README.md#5--outer-products
// minutes: 15
// form: sgemm
// sizes: 128 128 96; 7 10 5; 5 6 3; 1 1 1; ? ? ?
// check: R
// check: M accesses <= 1.2 * k * (m * ceil(n, 4) + n * ceil(m, 4)) + 4 * k * (m + n) + 3 * m * n
// stub: M
// hint: One element of A is needed for four columns of the tile. How often is it loaded now?
// hint: Section 5, Outer products: MR + NR loads for MR * NR multiply-adds. So p must be the
//   outermost of the three loops of a tile. The counter is "loads and stores" (here: accesses).
// hint: float acc[MR][NR] = {{0}}; for p { a_frag[i] = A(i0 + i, p); b_frag[j] = B(p, j0 + j);
//   acc[i][j] += a_frag[i] * b_frag[j] for all i, j } and at the end C from acc, below rows and
//   cols.
// why: With one sum at a time each multiply-add needs two loads. A tile of 4 x 4 sums needs 4 + 4
//   loads for 16: half a load each. What was loaded once serves four times, and the sums need no
//   memory while they are added. The work of a tile grows with its area and its loads with its
//   sides, at every level of every machine: chapter 05 does the same with the registers of a GPU's
//   threads.
//
// C is cut into tiles of 4 x 4 (fewer at the edges: rows x cols). Each element of a tile is one
// sum, so each multiply-add loads an element of A and one of B: two accesses.
//
// Compute the 16 sums of a tile together, as a sum of outer products: for each p take 4 elements of
// a column of A and 4 of a row of B, and multiply each with each. Checked: C is right, and loads
// and stores fall to a little over half of one for each multiply-add. (Arrays of this function,
// such as float acc[MR][NR], count as registers. An array that is passed to another function is in
// memory.)

#include "common/device/index.h"
#include "learn/exercise.h"

enum { MR = 4, NR = 4 };

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    for (int i0 = 0; i0 < m; i0 += MR)
        for (int j0 = 0; j0 < n; j0 += NR) {
            const int rows = smaller(MR, m - i0), cols = smaller(NR, n - j0); // of this tile
            //@stub
            // TODO: all sums of the tile at once
            for (int i = i0; i < i0 + rows; i++)
                for (int j = j0; j < j0 + cols; j++) {
                    float acc = 0;
                    for (int p = 0; p < k; p++)
                        acc += A[i * lda + p] * B[p * ldb + j];
                    float *c = &C[i * ldc + j];
                    *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
                }
            //@solution
            float acc[MR][NR] = {{0}};
            for (int p = 0; p < k; p++) {
                float a_frag[MR], b_frag[NR];
                for (int i = 0; i < MR; i++)
                    a_frag[i] = i < rows ? A[(i0 + i) * lda + p] : 0;
                for (int j = 0; j < NR; j++)
                    b_frag[j] = j < cols ? B[p * ldb + j0 + j] : 0;
                for (int i = 0; i < MR; i++)
                    for (int j = 0; j < NR; j++)
                        acc[i][j] += a_frag[i] * b_frag[j];
            }
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) {
                    float *c = &C[(i0 + i) * ldc + j0 + j];
                    *c = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *c;
                }
            //@end
        }
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant no_fragments
// fails: M
// because: the sums are in registers, but each multiply-add still loads both of its factors
//@1
            float acc[MR][NR] = {{0}};
            for (int p = 0; p < k; p++)
                for (int i = 0; i < rows; i++)
                    for (int j = 0; j < cols; j++)
                        acc[i][j] += A[(i0 + i) * lda + p] * B[p * ldb + j0 + j];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) {
                    float *c = &C[(i0 + i) * ldc + j0 + j];
                    *c = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *c;
                }
//@end

//@mutant row_of_four
// fails: M
// because: 1 x 4 sums: an element of A serves four times, one of B still once; 5 loads for 4
//@1
            for (int i = i0; i < i0 + rows; i++) {
                float acc[NR] = {0};
                for (int p = 0; p < k; p++) {
                    const float a = A[i * lda + p];
                    for (int j = 0; j < cols; j++)
                        acc[j] += a * B[p * ldb + j0 + j];
                }
                for (int j = 0; j < cols; j++) {
                    float *c = &C[i * ldc + j0 + j];
                    *c = beta == 0 ? alpha * acc[j] : alpha * acc[j] + beta * *c;
                }
            }
//@end

//@mutant sums_in_c
// fails: M
// because: C itself holds the sums: each multiply-add loads one and stores it
//@1
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) {
                    float *c = &C[(i0 + i) * ldc + j0 + j];
                    *c = beta == 0 ? 0 : beta * *c;
                }
            for (int p = 0; p < k; p++)
                for (int i = 0; i < rows; i++) {
                    const float a = alpha * A[(i0 + i) * lda + p];
                    for (int j = 0; j < cols; j++)
                        C[(i0 + i) * ldc + j0 + j] += a * B[p * ldb + j0 + j];
                }
//@end

//@mutant whole_tiles
// fails: R
// because: tiles at the edges are stored whole: 4 x 4 elements, also where the matrix has ended
//@from
                for (int j = 0; j < cols; j++) {
//@to
                for (int j = 0; j < smaller(NR, ldc - j0); j++) {
//@end

#endif
