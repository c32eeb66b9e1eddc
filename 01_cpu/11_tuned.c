// SPDX-License-Identifier: MIT
//
// 11_tuned: the same algorithm, fitted to this processor and to the shape of the matrices.
//
// What changed: (1) the sizes of the caches decide the blocks, which are equally large, and with
// them the order of the two inner loops: which side of a tile stays in L1 while the other streams
// past it; (2) the first tile that uses a strip of B packs it, not a separate pass;
// (3) threads share rows or columns, whichever leaves less work for the slowest; (4) a few
// rows or columns are hardly a matrix product but a stream of memory: separate paths (thin.h).
// It is one step, because they depend on each other: the blocks decide where a copy is worth it.
//
// Expect: the speed of the best library at every shape. Also compiled for double (12_double.c).
#ifndef TUNED_GEMM
#define TUNED_GEMM cpu_tuned
#endif

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "parts/processor.h"
#include "cpu.h"
#include "parts/micro_kernel.h"
#include "parts/thin.h"
#include "parts/tiles.h"

#define MICRO_KERNEL struct TYPED(micro_kernel)

enum {
    FEW_ROWS = 3 * MR, // three tiles use each strip of B: not worth a copy of it (thin.h),
    BROAD = 8,         // where B has at least so many strips
    FEW_COLS = 8,      // hardly a matrix (thin.h)
    KC_MIN = 128,      // fewer, and reading and writing C takes too large a part
    KC_MAX = 1024,
    STRIP_MIN = 192,                // rows of a strip in L1 that make it worth to keep it there
    BLOCK_MAX = 4096,               // rows of A, columns of B
    WORK_PER_THREAD = 64 * 64 * 64, // multiply-adds that pay for waking a thread
    PACK_COST = 6,                  // a tile that packs takes as long as two: as 6 more rows of A
    THREADS_MAX = 128,              // each gets at least 512 KiB of WORKSPACE_MAX
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

// How a thread goes through its part of C.
struct blocks {
    int mc, nc, kc;
    bool strip_in_l1;      // the order of the two inner loops; see choose_blocks()
    bool one_strip;        // the copy of B has room for one strip, which is used once
    size_t a_room, b_room; // elements that one thread needs for its copies: whole cache lines
};

// The smallest size that cuts `total` into as few blocks as `most` does, a multiple of `unit`:
// 1000 in blocks of at most 512 is 500 + 500 and not 512 + 488.
static int even_blocks(int total, int most, int unit)
{
    int count = ceil_div(total, most);
    return count == 0 ? unit : ceil_div(ceil_div(total, count), unit) * unit;
}

// x, but at least `low` and at most `high`.
static int clamp(size_t x, int low, int high)
{
    return x < (size_t)low ? low : x > (size_t)high ? high : (int)x;
}

// Rows of a strip of B, NR columns, that fill three quarters of L1.
static size_t kc_of_strip(int NR) { return cache_sizes().l1 / sizeof(real) * 3 / 4 / (size_t)NR; }

// For parts of C of at most m x n. A tile multiplies MR rows of A by a strip of B, NR columns. One
// of the two stays in L1 for many tiles, the other comes from L2 for each. Best is that the broader
// one stays, the strip, and that is the order of BLIS:
//
//     strip_in_l1     kc rows of a strip fill three quarters of L1, mc rows of A a quarter of L2:
//                     copies, because they are used again and again; the strips may be farther
//                     away, and where mc rows are all, a copy of one strip is enough
//
// But 64 columns, as AVX-512 has them, fill this in 96 to 144 rows, and such a small kc reads
// and writes C too often. Then it is the rows of A that stay, each for all strips of a block in L2:
//
//     !strip_in_l1    MR rows of A, not copied, fill 3/8 of L1, kc x nc of B 5/8 of L2
static struct blocks choose_blocks(int m, int n, int k, int NR, int threads)
{
    struct cache_sizes caches = cache_sizes();
    size_t l1 = caches.l1 / sizeof(real), l2 = caches.l2 / sizeof(real);
    size_t room = (size_t)WORKSPACE_MAX / (size_t)threads / sizeof(real); // for both copies
    struct blocks x = {.strip_in_l1 = kc_of_strip(NR) >= STRIP_MIN};

    if (x.strip_in_l1) {
        x.kc = even_blocks(k, (int)min_size(kc_of_strip(NR), KC_MAX), LINE);
        size_t rows = min_size(l2 / 4, room / 2) / (size_t)padded_ld(x.kc);
        x.mc = even_blocks(m, clamp(rows / MR, 1, BLOCK_MAX / MR) * MR, MR);
        x.a_room = (size_t)x.mc * (size_t)padded_ld(x.kc);
        room -= x.a_room;
        x.one_strip = m <= x.mc;
    } else {
        x.kc = even_blocks(k, clamp(l1 * 3 / 8 / MR, KC_MIN, KC_MAX), LINE);
        x.mc = INT_MAX; // all rows
        room = min_size(l2 * 5 / 8, room);
    }
    int strips = clamp(room / ((size_t)x.kc * (size_t)NR), 1, BLOCK_MAX / NR);
    x.nc = even_blocks(n, strips * NR, NR);
    x.b_room = (size_t)x.kc * (size_t)(x.one_strip ? NR : x.nc);
    return x;
}

static void copy_rows(int mc, int kc, const real *A, int lda, real *copy, int copy_lda)
{
    for (int i = 0; i < mc; i++)
        memcpy(copy + row_major(i, 0, copy_lda), &A[row_major(i, 0, lda)],
               (size_t)kc * sizeof(real));
}

// A block of the product: C, mc x nc, from A, mc x kc, and B, kc x nc.
struct block {
    int mc, nc, kc;
    bool first, one_strip; // first: B is not packed yet
    const real *A;
    int lda;
    const real *B;
    int ldb;
    real *packed;
    real alpha, beta;
    real *C;
    int ldc;
};

// The tile of C whose first row is i and whose strip starts at column j. The first tile of a strip
// reads B in place, and packs it for the other tiles.
static inline void tile(const MICRO_KERNEL *kernel, const struct block *x, int i, int j)
{
    const int NR = kernel->nr;
    int rows = smaller(MR, x->mc - i), cols = smaller(NR, x->nc - j);
    const real *a = &x->A[row_major(i, 0, x->lda)], *b = x->B + j;
    real *c = &x->C[row_major(i, j, x->ldc)];
    real *packed = x->packed + (x->one_strip ? 0 : row_major(j, 0, x->kc));

    if (x->first && i == 0) {
        if (rows == MR && cols == NR) {
            kernel->run_and_pack(x->kc, x->alpha, a, x->lda, b, x->ldb, x->beta, c, x->ldc, packed);
            return;
        }
        pack_edge(x->kc, cols, b, x->ldb, NR, packed);
    }
    kernel->run(rows, cols, x->kc, x->alpha, a, x->lda, packed, NR, x->beta, c, x->ldc);
}

// One thread's part of C. The copies have room for blocks.a_room and blocks.b_room elements.
static void multiply(const MICRO_KERNEL *kernel, const struct problem *x, struct blocks blocks,
                     real *a_copy, real *packed)
{
    const int NR = kernel->nr;

    for (int j = 0, nc; j < x->n; j += nc) {
        nc = smaller(blocks.nc, x->n - j);
        for (int p = 0, kc; p < x->k; p += kc) {
            kc = smaller(blocks.kc, x->k - p);
            struct block b = {.nc = nc,
                              .kc = kc,
                              .B = &x->B[row_major(p, j, x->ldb)],
                              .ldb = x->ldb,
                              .packed = packed,
                              .one_strip = blocks.one_strip,
                              .alpha = x->alpha,
                              .beta = p == 0 ? x->beta : 1,
                              .ldc = x->ldc};
            for (int i = 0; i < x->m; i += b.mc) {
                b.first = i == 0;
                b.mc = smaller(blocks.mc, x->m - i);
                b.A = &x->A[row_major(i, p, x->lda)];
                b.lda = x->lda;
                b.C = &x->C[row_major(i, j, x->ldc)];
                if (blocks.strip_in_l1) {
                    copy_rows(b.mc, b.kc, b.A, b.lda, a_copy, padded_ld(b.kc));
                    b.A = a_copy;
                    b.lda = padded_ld(b.kc);
                    for (int s = 0; s < b.nc; s += NR)
                        for (int r = 0; r < b.mc; r += MR)
                            tile(kernel, &b, r, s);
                } else {
                    for (int r = 0; r < b.mc; r += MR)
                        for (int s = 0; s < b.nc; s += NR)
                            tile(kernel, &b, r, s);
                }
            }
        }
    }
}

// The part of `x` in row `row` and column `col` of a grid of parts.
static struct problem part_of(const struct problem *x, int row, int rows, int col, int cols, int NR)
{
    int i = part_start(x->m, MR, row, rows), j = part_start(x->n, NR, col, cols);
    struct problem part = *x;
    part.m = part_start(x->m, MR, row + 1, rows) - i;
    part.n = part_start(x->n, NR, col + 1, cols) - j;
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
        double cost = (part_m + PACK_COST) * part_n;
        if (rows == 1 || cost < best_cost) {
            best = rows;
            best_cost = cost;
        }
    }
    return best;
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
    const MICRO_KERNEL *kernel = TYPED(micro_kernel)();
    if (n <= FEW_COLS && times_few_columns(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc))
        return;
    if (m <= (n < BROAD * kernel->nr ? MR : FEW_ROWS) &&
        few_rows_times(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc))
        return;
    struct problem x = {m, n, k, alpha, A, lda, B, ldb, beta, C, ldc};
    int threads = threads_for((double)m * n * k / WORK_PER_THREAD, THREADS_MAX);
    int rows = choose_grid_rows(&x, threads, kernel->nr), cols = threads / rows;
    struct blocks blocks =
        choose_blocks(ceil_div(m, rows), ceil_div(n, cols), k, kernel->nr, threads);

    size_t room = blocks.a_room + blocks.b_room;
    real *copies = aligned_alloc(64, room * sizeof(real) * (size_t)threads);
    if (!copies) { // no memory: slowly, then
        plain_tile(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++) {
        struct problem part = part_of(&x, t / cols, rows, t % cols, cols, kernel->nr);
        real *a_copy = copies + (size_t)t * room;
        multiply(kernel, &part, blocks, a_copy, a_copy + blocks.a_room);
    }
    free(copies);
}
