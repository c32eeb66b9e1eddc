// SPDX-License-Identifier: MIT
//
// micro_kernel.h: the innermost part of step 11. It has one small tile of C in registers, as in
// steps 6 to 10, but of any size (their edges use it, too); the same tile, which also packs B; a
// rank-8 or -16 update of a few whole rows of C; and eight rows times a vector.
//
// The tile is the "register tile" of chapter 05 and the "micro-kernel" of BLIS (Van Zee and
// van de Geijn, 2015), which calls its size MR x NR. For `real`, float or double (real.h).
#ifndef CPU_MICRO_KERNEL_H
#define CPU_MICRO_KERNEL_H

#include <stddef.h>

#include "real.h"

// Six rows by as many vectors as the registers hold: 6 x 4 sums, 4 vectors of B and one element of
// A fill 29 of the 32 registers of AVX-512 and NEON; 6 x 2, 2 and 1 fill 15 of the 16 of AVX2.
enum { MR = 6 };

enum { FUSED_ROWS = 8 }; // of dotxf: as many streams as memory needs to be busy

struct TYPED(micro_kernel) {
    int nr;    // columns of a tile
    int depth; // of an update, at its fastest

    // c[i][j] = alpha * sum over p of a[i][p] * b[p][j] + beta * c[i][j]    0 <= i < rows <= MR
    //                                                                       0 <= j < cols <= NR
    //     a       rows x k,    row i starts at a + i * lda
    //     b       k x NR,      row p starts at b + p * b_step; all NR elements of a row are read,
    //                          also when cols < NR
    //     c       rows x cols, row i starts at c + i * ldc; not read when beta == 0
    void (*run)(int rows, int cols, int k, real alpha, const real *a, ptrdiff_t lda, const real *b,
                ptrdiff_t b_step, real beta, real *c, ptrdiff_t ldc);

    // The same for a full tile, MR x NR, which also writes the strip of B in the order in which it
    // reads it, row p to packed + p * NR: a tile that needs the strip again finds it there.
    void (*run_and_pack)(int k, real alpha, const real *a, ptrdiff_t lda, const real *b,
                         ptrdiff_t b_step, real beta, real *c, ptrdiff_t ldc, real *packed);

    // c += a * b for whole rows of C, of which there are few: a rank-`depth` update.
    //
    //     a       rows x depth, 1 <= rows <= MR: a[i][p] is a[p * MR + i]
    //     b       depth x n,    row p starts at b + p * ldb
    //     c       rows x n,     row i starts at c + i * ldc; n is a multiple of NR
    void (*update)(int rows, int n, int depth, const real *a, const real *b, ptrdiff_t ldb, real *c,
                   ptrdiff_t ldc);

    // A few rows of a matrix times a vector: y[r] = sum over j of A[r][j] * x[j]. Row r starts at
    // A + r * lda; x has n elements, y `rows`, 1 to FUSED_ROWS. At its fastest with FUSED_ROWS.
    void (*dotxf)(int rows, int n, const real *A, ptrdiff_t lda, const real *x, real *y);
};

// The one for this processor (processor.h).
const struct TYPED(micro_kernel) * TYPED(micro_kernel)(void);

// Its run(): the tile that steps 6 to 10 need at their edges.
static inline void edge_tile(int rows, int cols, int k, real alpha, const real *a, ptrdiff_t lda,
                             const real *b, ptrdiff_t b_step, real beta, real *c, ptrdiff_t ldc)
{
    TYPED(micro_kernel)()->run(rows, cols, k, alpha, a, lda, b, b_step, beta, c, ldc);
}

#endif
