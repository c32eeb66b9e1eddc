// SPDX-License-Identifier: MIT
//
// 11_tuned: the same algorithm, fitted to this processor and to the shape of the matrices.
//
// What changed: (1) KC and NC follow from the sizes of the caches, and blocks are equally large;
// (2) threads share rows or columns, whichever leaves less work for the slowest; (3) with few rows,
// or one, copying B costs more than it saves: B is read where it stands, a few whole rows at a
// time; (4) B a single column is no matrix product but a stream of memory: a path of its own.
//
// Expect: the speed of the best library at every shape. Also compiled for double (12_double.c).
#ifndef TUNED_GEMM
#define TUNED_GEMM cpu_tuned
#endif

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "caches.h"
#include "cpu.h"
#include "matrix_column.h"
#include "micro_kernel.h"
#include "tiles.h"

#define MICRO_KERNEL struct TYPED(micro_kernel)

enum {
    MR = MICRO_ROWS,
    FETCH_AHEAD = 100,      // as in step 9
    ROWS_IN_PLACE = 3 * MR, // B is copied when more tiles than three use each strip
    KC_IN_PLACE = 16,       // rows of B in place: as many streams as a prefetcher follows
    KC_MIN = 128,           // fewer, and reading and writing C takes too large a part
    KC_MAX = 1024,
    STRIPS_MAX = 64,
    WORK_PER_THREAD = 64 * 64 * 64, // multiply-adds that pay for waking a thread
    COPY_COST = 12,                 // copying a row of B takes as long as 12 rows of tiles
    WORKSPACE_MAX = 64 << 20,       // bytes, for all threads together ...
    THREADS_MAX = 128,              // ... of which each gets at least KC_MAX x 64 x 8
};

struct problem {
    int m, n, k;
    real alpha;
    const real *A;
    int lda;
    const real *B;
    int ldb;
    real beta;
    real *C;
    int ldc;
};

struct blocks {
    int kc, nc;
    bool in_place; // copy only what fills no whole strip
    size_t buffer; // elements that one thread needs for its copies: whole cache lines
};

// The smallest size that cuts `total` into as few blocks as `most` does, a multiple of `unit`:
// 1000 in blocks of at most 512 is 500 + 500 and not 512 + 488.
static int even_blocks(int total, int most, int unit)
{
    int count = ceil_div(total, most);
    return count == 0 ? unit : ceil_div(ceil_div(total, count), unit) * unit;
}

// For parts of C of at most m x n. The larger KC, the less often C is read and written; but the MR
// rows of A at work should be a small part of L1, a quarter, and the packed strips half of L2. The
// rest is for what streams through: the strip at work, C, and the next rows of A.
static struct blocks choose_blocks(int m, int n, int k, int NR, int threads)
{
    if (m <= ROWS_IN_PLACE)
        return (struct blocks){.kc = KC_IN_PLACE,
                               .nc = n,
                               .in_place = true,
                               .buffer = (size_t)KC_IN_PLACE * (size_t)NR};

    struct cache_sizes caches = cache_sizes();
    size_t rows = caches.l1 / 4 / (MR * sizeof(real));
    int kc = even_blocks(k, rows < KC_MIN ? KC_MIN : rows > KC_MAX ? KC_MAX : (int)rows, 16);
    size_t room = caches.l2 / 2, share = (size_t)WORKSPACE_MAX / (size_t)threads;
    size_t strips = (room < share ? room : share) / ((size_t)kc * (size_t)NR * sizeof(real));
    int most = strips < 1 ? 1 : strips > STRIPS_MAX ? STRIPS_MAX : (int)strips;
    int nc = even_blocks(n, most * NR, NR);
    return (struct blocks){.kc = kc, .nc = nc, .buffer = (size_t)kc * (size_t)nc};
}

// B is kc x nc. Row p of the strip that starts at column j begins at packed + j * kc + p * NR.
// A row is read to its end, for the prefetcher, which follows contiguous runs only.
static void pack(int kc, int nc, const real *B, int ldb, int NR, real *packed)
{
    for (int p = 0; p < kc; p++) {
        const real *b = &B[row_major(p, 0, ldb)];
        int j = 0;
        for (; j + NR <= nc; j += NR)
            memcpy(packed + row_major(j, p * NR, kc), b + j, (size_t)NR * sizeof(real));
        if (j < nc) {
            real *last = packed + row_major(j, p * NR, kc);
            memcpy(last, b + j, (size_t)(nc - j) * sizeof(real));
            memset(last + nc - j, 0, (size_t)(NR - nc + j) * sizeof(real));
        }
    }
}

// One thread's part of C. `packed` has room for blocks.buffer elements.
static void multiply(const MICRO_KERNEL *kernel, const struct problem *x, struct blocks blocks,
                     real *packed)
{
    const int NR = kernel->nr;

    for (int j = 0; j < x->n; j += blocks.nc)
        for (int p = 0; p < x->k; p += blocks.kc) {
            int nc = min_int(blocks.nc, x->n - j), kc = min_int(blocks.kc, x->k - p);
            int in_place = blocks.in_place ? nc - nc % NR : 0; // columns that are not copied
            pack(kc, nc - in_place, &x->B[row_major(p, j + in_place, x->ldb)], x->ldb, NR, packed);

            for (int i = 0; i < x->m; i += MR)
                for (int s = 0; s < nc; s += NR) { // strips
                    bool copied = s >= in_place;
                    kernel->run(min_int(MR, x->m - i), min_int(NR, nc - s), kc, x->alpha,
                                &x->A[row_major(i, p, x->lda)], x->lda,
                                copied ? packed + row_major(s - in_place, 0, kc)
                                       : &x->B[row_major(p, j + s, x->ldb)],
                                copied ? NR : x->ldb, p == 0 ? x->beta : 1,
                                &x->C[row_major(i, j + s, x->ldc)], x->ldc,
                                /*fetch_at*/ max_int(0, kc - FETCH_AHEAD));
                }
        }
}

// The part of `x` that lies in row `row` and column `col` of a grid of parts.
static struct problem part_of(const struct problem *x, int row, int rows, int col, int cols, int NR)
{
    long long tiles_m = ceil_div(x->m, MR), tiles_n = ceil_div(x->n, NR);
    int i = (int)(tiles_m * row / rows) * MR, j = (int)(tiles_n * col / cols) * NR;
    struct problem part = *x;
    part.m = min_int(x->m, (int)(tiles_m * (row + 1) / rows) * MR) - i;
    part.n = min_int(x->n, (int)(tiles_n * (col + 1) / cols) * NR) - j;
    part.A += row_major(i, 0, x->lda);
    part.B += j;
    part.C += row_major(i, j, x->ldc);
    return part;
}

// The grid, rows x (threads / rows), whose largest part takes the least time.
static int choose_grid_rows(const struct problem *x, int threads, int NR)
{
    int tiles_m = ceil_div(x->m, MR), tiles_n = ceil_div(x->n, NR);
    int best = 1;
    double best_cost = 0;
    for (int rows = 1; rows <= threads; rows++) {
        if (threads % rows != 0)
            continue;
        double part_m = ceil_div(tiles_m, rows) * (double)MR;
        double part_n = ceil_div(tiles_n, threads / rows) * (double)NR;
        double cost = (part_m + COPY_COST) * part_n;
        if (rows == 1 || cost < best_cost) {
            best = rows;
            best_cost = cost;
        }
    }
    return best;
}

static int choose_threads(const struct problem *x)
{
    double work = (double)x->m * x->n * x->k / WORK_PER_THREAD;
    int threads = min_int(omp_get_max_threads(), THREADS_MAX);
    return work < threads ? max_int(1, (int)work) : threads;
}

void TUNED_GEMM(int m, int n, int k, real alpha, const real *A, int lda, const real *B, int ldb,
                real beta, real *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (alpha == 0 || k == 0) { // A and B are not read
        scale_tile(m, n, beta, C, ldc);
        return;
    }
    if (n == 1) {
        if (matrix_times_column(m, k, alpha, A, lda, B, ldb, beta, C, ldc))
            return;
    }
    struct problem x = {m, n, k, alpha, A, lda, B, ldb, beta, C, ldc};
    const MICRO_KERNEL *kernel = TYPED(micro_kernel)();
    int threads = choose_threads(&x);
    int rows = choose_grid_rows(&x, threads, kernel->nr), cols = threads / rows;
    struct blocks blocks = choose_blocks(m, ceil_div(n, cols), k, kernel->nr, threads);

    real *packed = aligned_alloc(64, blocks.buffer * sizeof(real) * (size_t)threads);
    if (!packed) { // no memory: slowly, then
        plain_tile(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        struct problem part = part_of(&x, t / cols, rows, t % cols, cols, kernel->nr);
        multiply(kernel, &part, blocks, packed + (size_t)t * blocks.buffer);
    }
    free(packed);
}
