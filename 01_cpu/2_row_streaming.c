// SPDX-License-Identifier: MIT
//
// 2_row_streaming: the same three loops in the order i, p, j.
//
// What changed: the loop over j is now the innermost one, so it walks along a row of B and a row of
// C. Both are contiguous: every byte of a cache line is used, and the compiler can work on 4, 8 or
// 16 neighbouring columns at once. The sum is no longer in a register: row i of C collects it, one
// product per pass, as k rows of B stream by.
//
// Expect: one to two orders of magnitude faster once B is larger than the cache.
#include "../common/device/index.h"
#include "cpu.h"

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

void cpu_row_streaming(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                       int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0) // C = beta C: A and B are not read
        k = 0;

    for (int i = 0; i < m; i++) {
        float *c = &C[row_major(i, 0, ldc)];
        scale_row(n, beta, c);
        // A zero in A must not skip a row of B: a NaN or an Inf there must reach C.
        for (int p = 0; p < k; p++)
            add_row(n, alpha * A[row_major(i, p, lda)], &B[row_major(p, 0, ldb)], c);
    }
}
