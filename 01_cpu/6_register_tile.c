// SPDX-License-Identifier: MIT
//
// 6_register_tile: the same tile in the widest registers that this processor has.
//
// What changed: the tile is written in vector types, so that it fills the register file: 6 x 64
// sums with AVX-512, 6 x 16 with AVX2 or NEON. Step 5 left the width to the compiler, which may
// only use what every processor of its kind has: SSE2, 4 floats. All that follows each_target.h is
// compiled for every width, and the program takes the widest when it runs.
//
// Expect: three to four times step 5 with AVX2, seven to nine times with AVX-512. The
// loops around the tile have not changed.
#include "cpu.h"
#include "parts/tiles.h"

#define STEP cpu_register_tile
#define THIS_FILE "../6_register_tile.c"
#include "parts/each_target.h"

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
TARGET static void tile(int rows, int k, float alpha, const float *a, int lda, const float *b,
                        int ldb, float beta, float *c, int ldc)
{
    if (rows < MR) {
        edge_tile(rows, NR, k, alpha, a, lda, b, ldb, beta, c, ldc);
        return;
    }
    vector acc[MR][VECTORS] = {0};
    int p = 0;
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
    int whole_n = n - n % NR; // what whole tiles cover

    for (int j = 0; j < whole_n; j += NR)
        for (int i = 0, rows; i < m; i += rows) {
            rows = smaller(MR, m - i);
            tile(rows, k, alpha, &A[row_major(i, 0, lda)], lda, B + j, ldb, beta,
                 &C[row_major(i, j, ldc)], ldc);
        }

    plain_tile(m, n - whole_n, k, alpha, A, lda, B + whole_n, ldb, beta, C + whole_n, ldc);
}
