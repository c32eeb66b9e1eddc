// SPDX-License-Identifier: MIT
//
// 5_outer_product: a tile of C in registers, built up as a sum of outer products.
//
// What changed: the loop over p is the innermost of the big loops again, but what it adds to is a
// whole TM x TN tile of C in local variables, which the compiler keeps in registers. For each p it
// takes TM elements of a column of A and TN of a row of B and multiplies all pairs: TM * TN
// multiply-adds for TM + TN loads and no store. C is touched once, at the end.
//
// Expect: faster on matrices that fit the cache; chapter 05 does the same with a thread's
// registers. The blocks of step 3 are gone, and B is read in narrow columns: step 7 brings blocks
// back.
#include "../common/device/epilogue.h"
#include "cpu.h"
#include "tiles.h"

// 4 x 8 sums are 8 vectors of 4 floats, and every x86-64 has 16 such registers.
enum { TM = 4, TN = 8 };

void cpu_outer_product(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                       int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    int whole_m = m - m % TM, whole_n = n - n % TN; // what whole tiles cover

    for (int j = 0; j < whole_n; j += TN)
        for (int i = 0; i < whole_m; i += TM) {
            float acc[TM][TN] = {0};
            for (int p = 0; p < k; p++) {
                const float *b = &B[row_major(p, j, ldb)]; // TN of a row of B
                for (int r = 0; r < TM; r++) {
                    float a = A[row_major(i + r, p, lda)]; // TM of a column of A
                    for (int s = 0; s < TN; s++)
                        acc[r][s] += a * b[s];
                }
            }

            for (int r = 0; r < TM; r++)
                for (int s = 0; s < TN; s++)
                    store_scaled(&C[row_major(i + r, j + s, ldc)], alpha, acc[r][s], beta);
        }

    // The edges: columns to the right of the tiles, then rows below them.
    plain_tile(whole_m, n - whole_n, k, alpha, A, lda, B + whole_n, ldb, beta, C + whole_n, ldc);
    plain_tile(m - whole_m, n, k, alpha, &A[row_major(whole_m, 0, lda)], lda, B, ldb, beta,
               &C[row_major(whole_m, 0, ldc)], ldc);
}
