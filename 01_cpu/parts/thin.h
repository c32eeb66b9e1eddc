// SPDX-License-Identifier: MIT
//
// thin.h: the shapes of step 11 that are hardly a matrix product: a few rows times a matrix, and a
// matrix times a few columns. Each element of the matrix is used once for each of them, so the time
// is what memory takes to deliver it, and the code only has to ask in long contiguous runs, eight
// or so at once, and to use what came for all of the few before it asks for more. For `real`, float
// or double (real.h).
#ifndef CPU_THIN_H
#define CPU_THIN_H

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "processor.h"
#include "micro_kernel.h"
#include "tiles.h"

enum {
    THIN_WORK_PER_THREAD = 128 * 1024,   // multiply-adds that pay for waking a thread
    RUN = 16 * 1024 / (int)sizeof(real), // of a row of the matrix at a time: eight fit in L2
};

// As many threads as the work is `worth`, at least one, and at most `most`.
static int threads_for(double worth, int most)
{
    int threads = smaller(omp_get_max_threads(), most);
    return worth < threads ? max_int(1, (int)worth) : threads;
}

// C = alpha * A * B + beta * C, where B and C have few columns.
// False, and C is untouched, when there is no memory for a copy of B, column by column, or that
// would be more than WORKSPACE_MAX.
static bool times_few_columns(int m, int n, int k, real alpha, const real *A, int lda,
                              const real *B, int ldb, real beta, real *C, int ldc)
{
    const ptrdiff_t ldx = (ptrdiff_t)ceil_div(k, LINE) * LINE;
    const real *x = B;
    real *copy = NULL;
    if (n > 1 || ldb > 1) {
        size_t bytes = (size_t)n * (size_t)ldx * sizeof(real);
        copy = bytes > WORKSPACE_MAX ? NULL : aligned_alloc(64, bytes);
        if (!copy)
            return false;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < n; j++)
                copy[j * ldx + p] = B[row_major(p, j, ldb)];
        x = copy;
    }

    const struct TYPED(micro_kernel) *kernel = TYPED(micro_kernel)();
    int groups = ceil_div(m, FUSED_ROWS);
    int threads = threads_for((double)m * n * k / THIN_WORK_PER_THREAD + 1, groups);
    (void)threads; // used, if the compiler knows OpenMP
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int g = 0; g < groups; g++) {
        int i = g * FUSED_ROWS, rows = smaller(FUSED_ROWS, m - i);
        for (int p = 0, run; p < k; p += run) {
            run = smaller(RUN, k - p);
            for (int j = 0; j < n; j++) {
                real sums[FUSED_ROWS];
                kernel->dotxf(rows, run, &A[row_major(i, p, lda)], lda, &x[j * ldx + p], sums);
                for (int r = 0; r < rows; r++) {
                    real *c = &C[row_major(i + r, j, ldc)];
                    if (p > 0)
                        *c += alpha * sums[r];
                    else
                        *c = beta == 0 ? alpha * sums[r] : alpha * sums[r] + beta * *c;
                }
            }
        }
    }
    free(copy);
    return true;
}

// C = alpha * A * B + beta * C, where A and C have few rows, m. The columns are cut into blocks, of
// which each thread gets some, and k into steps: in each step a few whole rows of B pass, while the
// m rows of sums stay in L2, in their own buffer. Why not in C: at an ldc of a power of two the
// rows of a tile would compete for the same few places of L1.
// False, and C is untouched, when there is no memory for it.
static bool few_rows_times(int m, int n, int k, real alpha, const real *A, int lda, const real *B,
                           int ldb, real beta, real *C, int ldc)
{
    const struct TYPED(micro_kernel) *kernel = TYPED(micro_kernel)();
    const int NR = kernel->nr, DEPTH = kernel->depth;
    int strips = ceil_div(n, NR);
    int threads = threads_for((double)m * n * k / THIN_WORK_PER_THREAD + 1, strips);
    // Blocks so narrow that the sums fill at most half of L2, and as many for each thread.
    size_t bytes = min_size(cache_sizes().l2 / 2, (size_t)WORKSPACE_MAX / 2 / (size_t)threads);
    int fit = max_int(1, (int)(bytes / sizeof(real)) / m / NR);
    int blocks = ceil_div(ceil_div(strips, threads), fit) * threads;
    int width = ceil_div(strips, blocks) * NR;
    int ldw = padded_ld(width);

    // For each thread: the sums, DEPTH columns of A and DEPTH rows of a strip that n cuts short.
    size_t sums_room = (size_t)m * (size_t)ldw;
    size_t a_room = (size_t)ceil_div(m, MR) * (size_t)MR * (size_t)DEPTH;
    size_t edge_room = (size_t)DEPTH * (size_t)NR;
    size_t room = sums_room + a_room + edge_room; // whole cache lines, all three
    real *rooms = aligned_alloc(64, room * sizeof(real) * (size_t)threads);
    if (!rooms)
        return false;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int j = 0; j < n; j += width) {
        real *sums = rooms + (size_t)omp_get_thread_num() * room;
        real *a = sums + sums_room, *edge = a + a_room;
        int cols = smaller(width, n - j), whole = cols - cols % NR;
        memset(sums, 0, sums_room * sizeof(real));
        for (int p = 0, depth; p < k; p += depth) {
            depth = smaller(DEPTH, k - p);
            const real *b = &B[row_major(p, j, ldb)];
            for (int i = 0; i < m; i++)
                for (int q = 0; q < depth; q++)
                    a[(i / MR * DEPTH + q) * MR + i % MR] = A[row_major(i, p + q, lda)];
            if (whole < cols)
                pack_edge(depth, cols - whole, b + whole, ldb, NR, edge);
            for (int i = 0; i < m; i += MR) {
                int rows = smaller(MR, m - i);
                real *to = sums + row_major(i, 0, ldw);
                kernel->update(rows, whole, depth, a + row_major(i, 0, DEPTH), b, ldb, to, ldw);
                if (whole < cols)
                    kernel->update(rows, NR, depth, a + row_major(i, 0, DEPTH), edge, NR,
                                   to + whole, ldw);
            }
        }
        for (int i = 0; i < m; i++) {
            const real *sum = sums + row_major(i, 0, ldw);
            real *c = &C[row_major(i, j, ldc)];
            for (int l = 0; l < cols; l++)
                c[l] = beta == 0 ? alpha * sum[l] : alpha * sum[l] + beta * c[l];
        }
    }
    free(rooms);
    return true;
}

#endif
