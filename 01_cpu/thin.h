// SPDX-License-Identifier: MIT
//
// thin.h: the shapes of step 11 that are hardly a matrix product: a few rows times a matrix, and a
// matrix times a few columns. Each element of the matrix is used once for each of them, so the time
// is what memory takes to deliver it, and the code only has to ask in long contiguous runs, eight
// at once, and to use what came for all of the few before it asks for more. For `real`, float or
// double (real.h).
#ifndef CPU_THIN_H
#define CPU_THIN_H

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>

#include "micro_kernel.h"
#include "tiles.h"

enum {
    ELEMENTS_PER_THREAD = 128 * 1024,    // of the matrix: what pays for waking a thread
    RUN = 16 * 1024 / (int)sizeof(real), // of a row of the matrix at a time: eight fit in L2
};

// As many as the matrix is worth, and no more than there are parts of it.
static int threads_for(int rows, int cols, int parts)
{
    long long most = (long long)rows * cols / ELEMENTS_PER_THREAD + 1;
    int threads = min_int(omp_get_max_threads(), parts);
    return most < threads ? (int)most : threads;
}

// C = alpha * A * B + beta * C, where B and C have few columns.
// False, and C is untouched, when there is no memory for a copy of B, column by column, or that
// would be more than WORKSPACE_MAX.
static bool times_few_columns(int m, int n, int k, real alpha, const real *A, int lda,
                              const real *B, int ldb, real beta, real *C, int ldc)
{
    const int ldx = ceil_div(k, LINE) * LINE;
    size_t bytes = (size_t)n * (size_t)ldx * sizeof(real);
    real *x = bytes > WORKSPACE_MAX ? NULL : aligned_alloc(64, bytes);
    if (!x)
        return false;
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            x[row_major(j, p, ldx)] = B[row_major(p, j, ldb)];

    const struct TYPED(micro_kernel) *kernel = TYPED(micro_kernel)();
    int groups = m / FUSED_ROWS;
    int threads = threads_for(m, k, groups > 0 ? groups : 1);
    (void)threads; // used, if the compiler knows OpenMP
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int g = 0; g < groups; g++) {
        int i = g * FUSED_ROWS;
        for (int p = 0; p < k; p += RUN)
            for (int j = 0; j < n; j++) {
                real sums[FUSED_ROWS];
                kernel->dotxf(min_int(RUN, k - p), &A[row_major(i, p, lda)], lda,
                              &x[row_major(j, p, ldx)], sums);
                for (int r = 0; r < FUSED_ROWS; r++) {
                    real *c = &C[row_major(i + r, j, ldc)];
                    if (p > 0)
                        *c += alpha * sums[r];
                    else
                        *c = beta == 0 ? alpha * sums[r] : alpha * sums[r] + beta * *c;
                }
            }
    }
    free(x);
    int done = groups * FUSED_ROWS;
    plain_tile(m - done, n, k, alpha, &A[row_major(done, 0, lda)], lda, B, ldb, beta,
               &C[row_major(done, 0, ldc)], ldc);
    return true;
}

// C = alpha * A * B + beta * C, where A and C have few rows. The columns are cut into blocks, of
// which each thread gets some: the rows of C in a block stay in a cache while those of B pass.
static void few_rows_times(int m, int n, int k, real alpha, const real *A, int lda, const real *B,
                           int ldb, real beta, real *C, int ldc)
{
    const struct TYPED(micro_kernel) *kernel = TYPED(micro_kernel)();
    int lines = ceil_div(n, LINE);
    int threads = threads_for(k, n, lines);
    int width = min_int(ceil_div(lines, threads) * LINE, RUN);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int j = 0; j < n; j += width) {
        int cols = min_int(width, n - j), p = 0;
        scale_tile(m, cols, beta, C + j, ldc);
        for (; p + FUSED_ROWS <= k; p += FUSED_ROWS)
            for (int i = 0; i < m; i++) {
                real x[FUSED_ROWS];
                for (int r = 0; r < FUSED_ROWS; r++)
                    x[r] = alpha * A[row_major(i, p + r, lda)];
                kernel->axpyf(cols, &B[row_major(p, j, ldb)], ldb, x, &C[row_major(i, j, ldc)]);
            }
        plain_tile(m, cols, k - p, alpha, A + p, lda, &B[row_major(p, j, ldb)], ldb, 1, C + j, ldc);
    }
}

#endif
