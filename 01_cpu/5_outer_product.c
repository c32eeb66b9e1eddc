// SPDX-License-Identifier: MIT
//
// 5_outer_product: a tile of C in registers, built up as a sum of outer products.
//
// What changed: the loop over p is the innermost of the big loops again. It adds to a whole MR x NR
// tile of C in local variables, which the compiler keeps in registers. For each p it
// takes MR elements of a column of A and NR of a row of B and multiplies all pairs: MR * NR
// multiply-adds for MR + NR loads and no store. C is touched once, at the end.
//
// Expect: fewer loads and stores than ever, and less speed than step 4. The blocks of step 3 are
// gone, B is read in columns 8 wide, half of each line, and the tile is too small. Step 6 makes it
// larger, 7 and 8 bring blocks back. Chapter 05 does the same with a thread's registers.
#include "../common/device/epilogue.h"
#include "cpu.h"
#include "parts/tiles.h"

// 4 x 8 sums are 8 vectors of 4 floats, and every x86-64 has 16 such registers.
enum { MR = 4, NR = 8 };

// acc += a * b: a column of A times a row of B.
static inline void outer_product(float acc[MR][NR], const float *a, int lda, const float *b)
{
    for (int i = 0; i < MR; i++)
        for (int j = 0; j < NR; j++)
            acc[i][j] += a[row_major(i, 0, lda)] * b[j];
}

// A tile of C: a is MR x k, b is k x NR.
static void tile(int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta,
                 float *c, int ldc)
{
    float acc[MR][NR] = {0};
    for (int p = 0; p < k; p++)
        outer_product(acc, a + p, lda, &b[row_major(p, 0, ldb)]);

    for (int i = 0; i < MR; i++)
        for (int j = 0; j < NR; j++)
            store_scaled(&c[row_major(i, j, ldc)], alpha, acc[i][j], beta);
}

void cpu_outer_product(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                       int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    int whole_m = m - m % MR, whole_n = n - n % NR; // what whole tiles cover

    for (int j = 0; j < whole_n; j += NR)
        for (int i = 0; i < whole_m; i += MR)
            tile(k, alpha, &A[row_major(i, 0, lda)], lda, B + j, ldb, beta,
                 &C[row_major(i, j, ldc)], ldc);

    // The edges: columns to the right of the tiles, then rows below them.
    plain_tile(whole_m, n - whole_n, k, alpha, A, lda, B + whole_n, ldb, beta, C + whole_n, ldc);
    plain_tile(m - whole_m, n, k, alpha, &A[row_major(whole_m, 0, lda)], lda, B, ldb, beta,
               &C[row_major(whole_m, 0, ldc)], ldc);
}
