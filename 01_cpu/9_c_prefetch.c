// SPDX-License-Identifier: MIT
//
// 9_c_prefetch: the tile of C is in flight before it is needed.
//
// What changed: a tile of C is touched only when its sums are complete. With k in blocks it has
// left the cache by then: six rows, four cache lines each, and the arithmetic waits for them.
// So the tile requests them before it has all sums, and continues to compute while they
// travel.
//
// Expect: a few per cent on matrices larger than the L2 cache, nothing on smaller ones.
#include <stdlib.h>

#include "cpu.h"
#include "parts/tiles.h"

#define KC 512
#define NC 192 // KC x NC floats are 384 KiB in L2; NC is a multiple of every NR

#define STEP cpu_c_prefetch
#define THIS_FILE "../9_c_prefetch.c"
#include "parts/each_target.h"

// B is kc x nc. Row p of the strip that starts at column j begins at packed + j * kc + p * NR.
TARGET static void pack(int kc, int nc, const float *B, int ldb, float *packed)
{
    for (int j = 0; j < nc; j += NR)
        for (int p = 0; p < kc; p++, packed += NR) {
            const float *b = &B[row_major(p, j, ldb)];
            if (j + NR <= nc) {
                UNROLL
                for (int v = 0; v < VECTORS; v++)
                    ((vector *)packed)[v] = ((const vector *)b)[v];
            } else {
                for (int s = 0; s < NR; s++)
                    packed[s] = j + s < nc ? b[s] : 0;
            }
        }
}

// acc += a * b: a column of A times a row of B.
TARGET ALWAYS_INLINE void outer_product(vector acc[MR][VECTORS], const float *a, int lda,
                                        const float *b, int ldb)
{
    vector b_frag[VECTORS];
    UNROLL
    for (int j = 0; j < VECTORS; j++)
        b_frag[j] = ((const vector *)b)[j];
    UNROLL
    for (int i = 0; i < MR; i++) {
        UNROLL
        for (int j = 0; j < VECTORS; j++)
            acc[i][j] += a[row_major(i, 0, lda)] * b_frag[j];
    }
    ask_for_row(b, NR, ROWS_AHEAD, ldb);
}

// A tile of C: a is rows x k, b is k x NR.
TARGET static void tile(int rows, int cols, int k, float alpha, const float *a, int lda,
                        const float *b, int ldb, float beta, float *c, int ldc)
{
    if (rows < MR || cols < NR) {
        edge_tile(rows, cols, k, alpha, a, lda, b, ldb, beta, c, ldc);
        return;
    }
    vector acc[MR][VECTORS] = {0};
    int p = 0;
    if (IS_AVX512) // too early, and it is gone again: 256 bytes of B pass through L1 for each p
        for (; p < k - 100; p++)
            outer_product(acc, a + p, lda, &b[row_major(p, 0, ldb)], ldb);
    UNROLL
    for (int i = 0; i < MR; i++) {
        UNROLL
        for (int j = 0; j < VECTORS; j++)
            __builtin_prefetch(&c[row_major(i, j * LANES, ldc)], /*to write*/ 1);
    }
    for (; p <= k - TURN; p += TURN) {
        UNROLL
        for (int turn = 0; turn < TURN; turn++)
            outer_product(acc, a + p + turn, lda, &b[row_major(p + turn, 0, ldb)], ldb);
    }
    for (; p < k; p++)
        outer_product(acc, a + p, lda, &b[row_major(p, 0, ldb)], ldb);

    UNROLL
    for (int i = 0; i < MR; i++) {
        UNROLL
        for (int j = 0; j < VECTORS; j++) {
            vector *to = (vector *)&c[row_major(i, j * LANES, ldc)];
            *to = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *to;
        }
    }
}

static void multiply(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    float *packed = aligned_alloc(64, sizeof(float) * KC * NC);
    if (!packed) {
        cpu_k_blocks(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        return;
    }

    for (int j = 0, nc; j < n; j += nc) {
        nc = smaller(NC, n - j);
        for (int p = 0, kc; p < k; p += kc) {
            kc = smaller(KC, k - p);
            pack(kc, nc, &B[row_major(p, j, ldb)], ldb, packed);
            for (int i = 0, rows; i < m; i += rows) {
                rows = smaller(MR, m - i);
                for (int s = 0; s < nc; s += NR) // strips
                    tile(rows, smaller(NR, nc - s), kc, alpha, &A[row_major(i, p, lda)], lda,
                         packed + row_major(s, 0, kc), NR, p == 0 ? beta : 1,
                         &C[row_major(i, j + s, ldc)], ldc);
            }
        }
    }
    free(packed);
}
