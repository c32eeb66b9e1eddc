// SPDX-License-Identifier: MIT
// title: Three loops, another order
// lesson: README.md#2--row-streaming
// minutes: 10
// form: sgemm
// sizes: 600 24 600; 5 7 3; 1 1 1; ? ? ?
// check: R
// check: M misses <= 1.2 * m * k * ceil(n + 15, 16) + 4 * m * ceil(n + 15, 16) + 600
// stub: M
// hint: From one turn of the innermost loop to the next: how far apart are the elements of A, of
//   B and of C that it touches? One cache line is 16 floats.
// hint: Section 2, Row streaming, and the column "L1 misses" of the table of counters: one miss
//   for each multiply-add becomes one for sixteen.
// hint: for i { scale row i of C by beta;  for p { a = alpha * A(i, p);  for j C(i, j) += a *
//   B(p, j); } }
// why: The innermost loop determines which elements are used one after the other. With p innermost
//   it runs down a column of B, one line for each float, and 600 lines do not fit into a cache of
//   512. With j innermost it runs along rows: each line that is fetched serves 16 turns. The cost:
//   the sum is in C, not in a register, so there are four accesses instead of two; but they hit.
//   Steps 4 and 5 remove this cost.
//
// The definition of the product has p innermost: each turn needs an element of B from another row,
// so from another cache line. Of the 64 bytes that come with each miss it uses 4.
//
// Exchange the loops, so that the innermost one runs along a row of B and a row of C. Multiply by
// beta once, before the first product is added. Checked: C is right, and a simulated cache (32 KiB,
// 8 ways, lines of 16 floats) counts a sixteenth of the misses.

#include "learn/exercise.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    //@stub
    // TODO: i, p, j
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
        }
    //@solution
    for (int i = 0; i < m; i++) {
        float *c = &C[i * ldc];
        for (int j = 0; j < n; j++)
            c[j] = beta == 0 ? 0 : beta * c[j];
        for (int p = 0; p < k; p++) {
            const float a = alpha * A[i * lda + p];
            const float *b = &B[p * ldb];
            for (int j = 0; j < n; j++)
                c[j] += a * b[j];
        }
    }
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant beta_each_time
// fails: R
// because: the row is scaled by beta for each p, so the products are scaled, too
//@1
    for (int i = 0; i < m; i++) {
        float *c = &C[i * ldc];
        for (int p = 0; p < k; p++) {
            const float a = alpha * A[i * lda + p];
            const float *b = &B[p * ldb];
            for (int j = 0; j < n; j++)
                c[j] = (beta == 0 ? 0 : beta * c[j]) + a * b[j];
        }
    }
//@end

//@mutant i_innermost
// fails: M
// because: p, j, i: an outer product for each p, but column by column
//@1
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C[i * ldc + j] = beta == 0 ? 0 : beta * C[i * ldc + j];
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end

//@mutant j_outside
// fails: M
// because: j, p, i: the innermost loop walks down columns of A and of C, two misses per turn
//@1
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C[i * ldc + j] = beta == 0 ? 0 : beta * C[i * ldc + j];
    for (int j = 0; j < n; j++)
        for (int p = 0; p < k; p++)
            for (int i = 0; i < m; i++)
                C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end

//@mutant p_innermost
// fails: M
// because: j, i, p: i and j changed places, but p is still innermost
//@1
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
        }
//@end

#endif
