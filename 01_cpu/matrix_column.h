// SPDX-License-Identifier: MIT
//
// matrix_column.h: the shape of step 11 that is no matrix product: a matrix times a column. Each
// element of A is used once, so the time is what memory takes to deliver it, and the code only has
// to ask in long contiguous runs. For `real`, float or double (real.h).
#ifndef CPU_MATRIX_COLUMN_H
#define CPU_MATRIX_COLUMN_H

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tiles.h"

// Eight dot products at once: x is loaded once for eight, eight rows are as many streams as memory
// needs to be busy, and 8 x 16 bytes of independent sums keep the adders so. 16 bytes are a
// register that every x86-64 and AArch64 has; longer ones do not make memory faster.
enum { DOT_ROWS = 8, DOT_LANES = 16 / (int)sizeof(real) };
typedef real lanes __attribute__((vector_size(16), aligned(sizeof(real)), may_alias));

enum { ELEMENTS_PER_THREAD = 128 * 1024 }; // of A: what pays for waking a thread

// sums[r] = row r of A times x, for rows <= DOT_ROWS.
static void dot_rows(int rows, int k, const real *A, int lda, const real *x, real *sums)
{
    lanes acc[DOT_ROWS] = {{0}};
    int p = 0;
    if (rows == DOT_ROWS)
        for (; p + DOT_LANES <= k; p += DOT_LANES)
            for (int r = 0; r < DOT_ROWS; r++)
                acc[r] += *(const lanes *)&A[row_major(r, p, lda)] * *(const lanes *)&x[p];
    for (int r = 0; r < rows; r++) {
        real sum = 0;
        for (int l = 0; l < DOT_LANES; l++)
            sum += acc[r][l];
        for (int q = p; q < k; q++)
            sum += A[row_major(r, q, lda)] * x[q];
        sums[r] = sum;
    }
}

// C = alpha * A * B + beta * C, where B is a column of k elements and C one of m.
// False, and C is untouched, when there is no memory for a contiguous copy of B.
static bool matrix_times_column(int m, int k, real alpha, const real *A, int lda, const real *B,
                                int ldb, real beta, real *C, int ldc)
{
    size_t bytes = (size_t)k * sizeof(real);
    real *x = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!x)
        return false;
    for (int p = 0; p < k; p++)
        x[p] = B[row_major(p, 0, ldb)];

    int groups = ceil_div(m, DOT_ROWS);
    int most = (int)(((long long)m * k) / ELEMENTS_PER_THREAD) + 1;
    int threads = min_int(omp_get_max_threads(), min_int(most, groups));
    (void)threads; // used, if the compiler knows OpenMP
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int g = 0; g < groups; g++) {
        int i = g * DOT_ROWS, rows = min_int(DOT_ROWS, m - i);
        real sums[DOT_ROWS];
        dot_rows(rows, k, &A[row_major(i, 0, lda)], lda, x, sums);
        for (int r = 0; r < rows; r++) {
            real *c = &C[row_major(i + r, 0, ldc)];
            *c = beta == 0 ? alpha * sums[r] : alpha * sums[r] + beta * *c;
        }
    }
    free(x);
    return true;
}

#endif
