// SPDX-License-Identifier: MIT
//
// 3_cache_blocks: the same loops over a block of B that stays in the cache.
//
// What changed: step 2 reads all of B once for every row of C. If B is larger than the cache,
// that is m times from memory. Here the loops over p and j are cut into blocks, and all rows of C
// work on one BK x BN block of B before the next block is touched.
//
// Expect: hardly a miss in L2. The time falls by up to a third if B is larger than a cache. It does
// not fall, or even rises, if the prefetcher had hidden what step 2 waits for.
#include "cpu.h"
#include "parts/tiles.h"

enum {
    BN = 512, // a piece of a row of C: 2 KiB, stays in L1 (32 KiB or more)
    BK = 128, // BK x BN floats are 256 KiB: half of the smallest common L2
};

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

void cpu_cache_blocks(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
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
            for (int i = 0; i < m; i++)
                for (int q = p; q < end; q++)
                    add_row(cols, alpha * A[row_major(i, q, lda)], &B[row_major(q, j, ldb)],
                            &C[row_major(i, j, ldc)]);
        }
    }
}
