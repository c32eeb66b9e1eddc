// SPDX-License-Identifier: MIT
//
// 4_four_rows: four rows of C at once.
//
// What changed: in step 3 a multiply-add accesses the L1 cache three times: load b[j], load c[j],
// store c[j]. Here an element of B, once loaded, serves four rows of C, and one pass over them
// takes two rows of B, so an element of C is loaded and stored half as often. The two belong
// together: they are the two sides of a 4 x 2 tile of A that stays in registers.
//
// Expect: up to twice the speed. The ratio of arithmetic to loads and stores changed, not the
// number of cache misses; step 5 takes the idea further.
#include "cpu.h"
#include "parts/tiles.h"

enum {
    BN = 512, // a piece of a row of C: 2 KiB, stays in L1 (32 KiB or more)
    BK = 128, // BK x BN floats are 256 KiB: half of the smallest common L2
};
enum { ROWS = 4 };

// c = beta * c; with beta == 0 the old values are not read.
static void scale_row(int n, float beta, float *c)
{
    for (int j = 0; j < n; j++)
        c[j] = beta == 0 ? 0 : beta * c[j];
}

// c += a * b, for rows of n elements. `restrict` promises that b and c do not overlap: without it
// the compiler must assume that writing c[j] may change b[j + 1], and cannot work on several
// columns at once.
static void add_row(int n, float a, const float *restrict b, float *restrict c)
{
    for (int j = 0; j < n; j++)
        c[j] += a * b[j];
}

// The same for four rows of C and two of B: c[i] += a[i][0] * b0 + a[i][1] * b1.
static void add_rows(int n, float a[ROWS][2], const float *restrict b0, const float *restrict b1,
                     float *restrict c0, float *restrict c1, float *restrict c2, float *restrict c3)
{
    for (int j = 0; j < n; j++) {
        c0[j] += a[0][0] * b0[j] + a[0][1] * b1[j];
        c1[j] += a[1][0] * b0[j] + a[1][1] * b1[j];
        c2[j] += a[2][0] * b0[j] + a[2][1] * b1[j];
        c3[j] += a[3][0] * b0[j] + a[3][1] * b1[j];
    }
}

void cpu_four_rows(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                   int ldb, float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        scale_row(n, beta, &C[row_major(i, 0, ldc)]);
    if (alpha == 0) // C = beta C: A and B are not read
        return;

    for (int j = 0, cols; j < n; j += cols) {
        cols = smaller(BN, n - j);
        for (int p = 0, end; p < k; p = end) { // block of B: rows p to end of columns j..
            end = p + smaller(BK, k - p);
            int i = 0;
            for (; i <= m - ROWS; i += ROWS) {
                float *c[ROWS];
                for (int r = 0; r < ROWS; r++)
                    c[r] = &C[row_major(i + r, j, ldc)];
                int q = p;
                for (; q <= end - 2; q += 2) {
                    float a[ROWS][2];
                    for (int r = 0; r < ROWS; r++)
                        for (int s = 0; s < 2; s++)
                            a[r][s] = alpha * A[row_major(i + r, q + s, lda)];
                    add_rows(cols, a, &B[row_major(q, j, ldb)], &B[row_major(q + 1, j, ldb)], c[0],
                             c[1], c[2], c[3]);
                }
                for (int r = 0; r < ROWS; r++) // an odd row of B is left
                    for (int s = q; s < end; s++)
                        add_row(cols, alpha * A[row_major(i + r, s, lda)], &B[row_major(s, j, ldb)],
                                c[r]);
            }
            for (; i < m; i++) // up to three rows of C are left
                for (int q = p; q < end; q++)
                    add_row(cols, alpha * A[row_major(i, q, lda)], &B[row_major(q, j, ldb)],
                            &C[row_major(i, j, ldc)]);
        }
    }
}
