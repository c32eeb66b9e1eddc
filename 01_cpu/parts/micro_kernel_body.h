// SPDX-License-Identifier: MIT
//
// micro_kernel_body.h: the micro-kernel, for one element type and one target. Included by way of
// each_target.h from micro_kernel.c, which has the constants that differ.

// acc += a[0..rows) * b[0..vectors * LANES): an outer product, a column of A times a row of B. rows
// and vectors are literals in every call: the loops over them are unrolled, wholly (no side of a
// tile is longer than 8), and acc lives in registers.
TARGET ALWAYS_INLINE void outer_product(int rows, int vectors, vector acc[MR][VECTORS],
                                        const real *a, ptrdiff_t lda, const real *b)
{
    vector b_frag[VECTORS];
    UNROLL
    for (int j = 0; j < vectors; j++)
        b_frag[j] = ((const vector *)b)[j];
    UNROLL
    for (int i = 0; i < rows; i++) {
        real a_frag = a[i * lda];
        UNROLL
        for (int j = 0; j < vectors; j++)
            acc[i][j] += a_frag * b_frag[j];
    }
}

// Value p of a tile: the outer product; the row of B goes to `packed`, if that is not NULL; and
// what is to come is asked for.
TARGET ALWAYS_INLINE void NAME(one_p)(ptrdiff_t p, int rows, int vectors, vector acc[MR][VECTORS],
                                      const real *a, ptrdiff_t lda, const real *b, ptrdiff_t b_step,
                                      real *packed)
{
    b += p * b_step;
    outer_product(rows, vectors, acc, a + p, lda, b);
    if (packed) {
        UNROLL
        for (int j = 0; j < vectors; j++)
            ((vector *)(packed + p * NR))[j] = ((const vector *)b)[j];
        if (PACK_AHEAD > 0) { // by the last element: where a strip begins within a line, its end
            ask_for(b, PACK_AHEAD * b_step + NR - 1); // is in one that was not fetched yet
            ask_for(b, NR + NR - 1);
        }
    }
    ask_for_row(b, vectors * LANES, ROWS_AHEAD, b_step);
}

// One tile of C. As many columns as vectors hold elements, or fewer. `packed` is NULL or not in
// every call, and the compiler knows which.
TARGET ALWAYS_INLINE void tile(int rows, int vectors, int cols, int k, real alpha, const real *a,
                               ptrdiff_t lda, const real *b, ptrdiff_t b_step, real beta, real *c,
                               ptrdiff_t ldc, real *packed)
{
    vector acc[MR][VECTORS];
    UNROLL
    for (int i = 0; i < rows; i++) {
        UNROLL
        for (int j = 0; j < vectors; j++)
            acc[i][j] = (vector){0};
    }

    ptrdiff_t p = 0;
    if (FETCH_LATE > 0)
        for (; p < k - FETCH_LATE; p++)
            NAME(one_p)(p, rows, vectors, acc, a, lda, b, b_step, packed);
    UNROLL
    for (int i = 0; i < rows; i++) {
        UNROLL
        for (int j = 0; j < vectors; j++)
            __builtin_prefetch((vector *)(c + i * ldc) + j, /*to write*/ 1);
    }
    for (; p + TURN <= k; p += TURN) {
        UNROLL
        for (int turn = 0; turn < TURN; turn++)
            NAME(one_p)(p + turn, rows, vectors, acc, a, lda, b, b_step, packed);
    }
    if (TURN == 2 && p < k)
        NAME(one_p)(p, rows, vectors, acc, a, lda, b, b_step, packed);

    if (cols < vectors * LANES) { // by way of memory: nothing beyond the columns may be touched
        real sums[MR][NR];
        UNROLL
        for (int i = 0; i < rows; i++) {
            UNROLL
            for (int j = 0; j < vectors; j++)
                ((vector *)sums[i])[j] = acc[i][j];
        }
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                real *to = c + i * ldc + j;
                *to = beta == 0 ? alpha * sums[i][j] : alpha * sums[i][j] + beta * *to;
            }
        return;
    }
    UNROLL
    for (int i = 0; i < rows; i++) {
        UNROLL
        for (int j = 0; j < vectors; j++) {
            vector *to = (vector *)(c + i * ldc) + j;
            *to = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *to;
        }
    }
}

// Full tiles and the sizes that edges need: fewer rows, or fewer vectors. A tile with fewer rows
// AND fewer vectors is rare enough to compute all its vectors.
TARGET static void NAME(run)(int rows, int cols, int k, real alpha, const real *a, ptrdiff_t lda,
                             const real *b, ptrdiff_t b_step, real beta, real *c, ptrdiff_t ldc)
{
    int vectors = (cols + LANES - 1) / LANES;

#define TILE(ROWS, COUNT) tile(ROWS, COUNT, cols, k, alpha, a, lda, b, b_step, beta, c, ldc, NULL)
    if (rows == MR && vectors == VECTORS)
        TILE(MR, VECTORS);
    else if (VECTORS == 4 && rows == MR && vectors == 3)
        TILE(MR, VECTORS - 1);
    else if (VECTORS == 4 && rows == MR && vectors == 2)
        TILE(MR, VECTORS / 2);
    else if (rows == MR)
        TILE(MR, 1);
    else if (rows == 5)
        TILE(5, VECTORS);
    else if (rows == 4)
        TILE(4, VECTORS);
    else if (rows == 3)
        TILE(3, VECTORS);
    else if (rows == 2)
        TILE(2, VECTORS);
    else
        TILE(1, VECTORS);
#undef TILE
}

// A full tile that packs its strip of B.
TARGET static void NAME(run_and_pack)(int k, real alpha, const real *a, ptrdiff_t lda,
                                      const real *b, ptrdiff_t b_step, real beta, real *c,
                                      ptrdiff_t ldc, real *packed)
{
    if (!packed) // it never is, and now the compiler knows
        return;
    tile(MR, VECTORS, NR, k, alpha, a, lda, b, b_step, beta, c, ldc, packed);
}

#include "fused_body.h"

static const struct TYPED(micro_kernel) NAME(kernel) = {
    .nr = NR,
    .depth = DEPTH,
    .run = NAME(run),
    .run_and_pack = NAME(run_and_pack),
    .update = NAME(update),
    .dotxf = NAME(dotxf),
};
