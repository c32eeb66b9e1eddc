// SPDX-License-Identifier: MIT
//
// 11_tuned: the same algorithm, fitted to this processor and to the shape of the matrices.
//
// What changed: (1) the sizes of the caches decide the blocks, which are equally large, and with
// them the order of the two inner loops: which side of a tile stays in L1 while the other streams
// past it; (2) threads share rows or columns, whichever leaves less work for the slowest; (3) with
// few rows, copying B may cost more than it saves: B is read where it stands, a few whole rows at a
// time; (4) a few rows or columns are hardly a matrix product but a stream of memory: paths of
// their own (thin.h).
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
#include "micro_kernel.h"
#include "thin.h"
#include "tiles.h"

#define MICRO_KERNEL struct TYPED(micro_kernel)

enum {
    MR = MICRO_ROWS,
    FEW = 8,                // rows or columns that are hardly a matrix (thin.h)
    ROWS_IN_PLACE = 3 * MR, // B is copied when more tiles than three use each strip
    KC_IN_PLACE = 16,       // rows of B in place: as many streams as a prefetcher follows
    KC_MIN = 128,           // fewer, and reading and writing C takes too large a part
    KC_MAX = 1024,
    STRIP_MIN = 192,                // rows of a strip in L1 that make it worth to keep it there
    BLOCK_MAX = 4096,               // rows of A, columns of B
    RUN_MIN = 512,                  // columns: shorter runs of a row of B come in slowly
    WORK_PER_THREAD = 64 * 64 * 64, // multiply-adds that pay for waking a thread
    COPY_COST = 12,                 // copying a row of B takes as long as 12 rows of tiles
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
    bool in_place;         // B is copied only where it fills no whole strip
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

static size_t min_size(size_t x, size_t y) { return x < y ? x : y; }

// From one row to the next in the copy of A. At a multiple of 1024 bytes the rows of a tile would
// compete for the same few places of L1.
static int copied_lda(int kc)
{
    int lda = ceil_div(kc, LINE) * LINE;
    return lda % (16 * LINE) == 0 ? lda + LINE : lda;
}

// Rows of a strip of B, NR columns, that fill three quarters of L1.
static size_t kc_of_strip(int NR) { return cache_sizes().l1 / sizeof(real) * 3 / 4 / (size_t)NR; }

// Enough of them?
static bool strip_fits_l1(int NR) { return kc_of_strip(NR) >= STRIP_MIN; }

// For parts of C of at most m x n. A tile multiplies MR rows of A by a strip of B, NR columns. One
// of the two stays in L1 for many tiles, the other comes from L2 for each. Best is that the broader
// one stays, the strip, and that is the order of BLIS:
//
//     strip_in_l1     kc rows of a strip fill three quarters of L1, mc rows of A a quarter of L2:
//                     copies, as they are used again and again; the strips may lie farther away
//
// But 64 columns, as AVX-512 has them, fill that much in 96 to 144 rows, and so small a kc reads
// and writes C too often. Then it is the rows of A that stay, each for all strips of a block in L2:
//
//     !strip_in_l1    MR rows of A, as they lie, fill 3/8 of L1, kc x nc of B 5/8 of L2
static struct blocks choose_blocks(int m, int n, int k, int NR, int threads)
{
    struct cache_sizes caches = cache_sizes();
    size_t l1 = caches.l1 / sizeof(real), l2 = caches.l2 / sizeof(real);
    size_t room = (size_t)WORKSPACE_MAX / (size_t)threads / sizeof(real); // for both copies
    struct blocks x = {.strip_in_l1 = strip_fits_l1(NR)};

    if (x.strip_in_l1) {
        x.kc = even_blocks(k, (int)min_size(kc_of_strip(NR), KC_MAX), LINE);
        size_t rows = min_size(l2 / 4, room / 2) / (size_t)copied_lda(x.kc);
        x.mc = even_blocks(m, clamp(rows / MR, 1, BLOCK_MAX / MR) * MR, MR);
        x.a_room = (size_t)x.mc * (size_t)copied_lda(x.kc);
        room -= x.a_room;
        // Strips that all rows of a part use one after the other are best still in L2 then.
        if (m <= x.mc && l2 / 2 / (size_t)x.kc >= RUN_MIN)
            room = min_size(l2 / 2, room);
    } else if (m <= ROWS_IN_PLACE) {
        return (struct blocks){.mc = m,
                               .nc = n,
                               .kc = KC_IN_PLACE,
                               .in_place = true,
                               .b_room = (size_t)KC_IN_PLACE * (size_t)NR};
    } else {
        x.kc = even_blocks(k, clamp(l1 * 3 / 8 / MR, KC_MIN, KC_MAX), LINE);
        x.mc = m;
        room = min_size(l2 * 5 / 8, room);
    }
    int strips = clamp(room / ((size_t)x.kc * (size_t)NR), 1, BLOCK_MAX / NR);
    x.nc = even_blocks(n, strips * NR, NR);
    x.b_room = (size_t)x.kc * (size_t)x.nc;
    return x;
}

// B is kc x nc. Row p of the strip that starts at column j begins at packed + j * kc + p * NR.
// A row is read to its end, for the prefetcher, which follows contiguous runs only; and in pieces
// of a fixed size, which the compiler copies without calling memcpy.
static void pack(int kc, int nc, const real *B, int ldb, int NR, real *packed)
{
    enum { PIECE = LINE / 2 }; // the narrowest strip
    for (int p = 0; p < kc; p++) {
        const real *b = &B[row_major(p, 0, ldb)];
        real *to = packed + row_major(p, 0, NR);
        int j = 0;
        for (; j + NR <= nc; j += NR, to += row_major(kc, 0, NR))
            for (int l = 0; l < NR; l += PIECE)
                memcpy(to + l, b + j + l, PIECE * sizeof(real));
        if (j < nc) {
            memcpy(to, b + j, (size_t)(nc - j) * sizeof(real));
            memset(to + nc - j, 0, (size_t)(NR - nc + j) * sizeof(real));
        }
    }
}

static void copy_rows(int mc, int kc, const real *A, int lda, real *copy, int copy_lda)
{
    for (int i = 0; i < mc; i++)
        memcpy(copy + row_major(i, 0, copy_lda), &A[row_major(i, 0, lda)],
               (size_t)kc * sizeof(real));
}

// A block of the product: C, mc x nc, from A, mc x kc, and B, kc x nc, of which the first
// `in_place` columns stand as they do in memory and the others are packed.
struct block {
    int mc, nc, kc, in_place;
    const real *A;
    int lda;
    const real *B, *packed;
    int ldb;
    real alpha, beta;
    real *C;
    int ldc;
};

// The tile of C whose first row is i and whose strip starts at column j.
static inline void tile(const MICRO_KERNEL *kernel, const struct block *x, int i, int j)
{
    const int NR = kernel->nr;
    bool packed = j >= x->in_place;
    const real *b = packed ? x->packed + row_major(j - x->in_place, 0, x->kc) : x->B + j;
    kernel->run(min_int(MR, x->mc - i), min_int(NR, x->nc - j), x->kc, x->alpha,
                &x->A[row_major(i, 0, x->lda)], x->lda, b, packed ? NR : x->ldb, x->beta,
                &x->C[row_major(i, j, x->ldc)], x->ldc,
                /*fetch_c*/ true);
}

// One thread's part of C. The copies have room for blocks.a_room and blocks.b_room elements.
static void multiply(const MICRO_KERNEL *kernel, const struct problem *x, struct blocks blocks,
                     real *a_copy, real *packed)
{
    const int NR = kernel->nr;

    for (int j = 0; j < x->n; j += blocks.nc)
        for (int p = 0; p < x->k; p += blocks.kc) {
            struct block b = {.nc = min_int(blocks.nc, x->n - j),
                              .kc = min_int(blocks.kc, x->k - p),
                              .B = &x->B[row_major(p, j, x->ldb)],
                              .packed = packed,
                              .ldb = x->ldb,
                              .alpha = x->alpha,
                              .beta = p == 0 ? x->beta : 1,
                              .ldc = x->ldc};
            b.in_place = blocks.in_place ? b.nc - b.nc % NR : 0;
            pack(b.kc, b.nc - b.in_place, b.B + b.in_place, b.ldb, NR, packed);

            for (int i = 0; i < x->m; i += blocks.mc) {
                b.mc = min_int(blocks.mc, x->m - i);
                b.A = &x->A[row_major(i, p, x->lda)];
                b.lda = x->lda;
                b.C = &x->C[row_major(i, j, x->ldc)];
                if (blocks.strip_in_l1) {
                    copy_rows(b.mc, b.kc, b.A, b.lda, a_copy, copied_lda(b.kc));
                    b.A = a_copy;
                    b.lda = copied_lda(b.kc);
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
    const MICRO_KERNEL *kernel = TYPED(micro_kernel)();
    // Tiles as broad as those of AVX-512 do well with two rows already.
    if (m == 1 || (m <= FEW && strip_fits_l1(kernel->nr))) {
        few_rows_times(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        return;
    }
    if (n <= FEW && times_few_columns(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc))
        return;
    struct problem x = {m, n, k, alpha, A, lda, B, ldb, beta, C, ldc};
    int threads = choose_threads(&x);
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
