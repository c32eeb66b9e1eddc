// SPDX-License-Identifier: MIT
//
// micro_kernel_body.h: the micro-kernel, for one element type and one width of vectors.
// Included by micro_kernel.c with these defined (and undefined again at the end):
//
//     REAL           float or double
//     VECTOR_BYTES   16, 32 or 64
//     VECTORS        vectors in a row of the tile
//     TURN           values of p in one turn of the loop, 1 or 2
//     ROWS_AHEAD     how far ahead B is asked for, in place or packed; 0: not at all
//     FETCH_LATE     C is asked for when this many values of p are left; 0: before the first
//     PACK_AHEAD     a tile that packs its strip of B asks, besides, for the row this far ahead and
//                    for the next strip; 0: for neither
//     DEPTH          values of p in an update of few rows
//     TARGET         attribute that lets the compiler use this width, or nothing
//     NAME(x)        x with an ending of its own
//
// A vector type behaves as its elements do: x + y adds all of them, s * x scales by a number.
// aligned: a vector may start at any element. may_alias: it may overlay an array of REAL.

typedef REAL NAME(vector)
    __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(REAL)), may_alias));
enum {
    NAME(LANES) = VECTOR_BYTES / (int)sizeof(REAL),
    NAME(NR) = VECTORS * NAME(LANES),
    NAME(DEPTH_OF) = DEPTH
};

#define vector NAME(vector)
#define LANES NAME(LANES)
#define NR NAME(NR)

// acc += a[0..rows) * b[0..vectors * LANES): an outer product, a column of A times a row of B. rows
// and vectors are literals in every call: the loops over them are unrolled, wholly (no side of a
// tile is longer than 8), and acc lives in registers.
TARGET ALWAYS_INLINE void NAME(outer_product)(int rows, int vectors,
                                              vector acc[MICRO_ROWS][VECTORS], const REAL *a,
                                              ptrdiff_t lda, const REAL *b)
{
    vector b_frag[VECTORS];
    UNROLL
    for (int j = 0; j < vectors; j++)
        b_frag[j] = ((const vector *)b)[j];
    UNROLL
    for (int i = 0; i < rows; i++) {
        REAL a_frag = a[i * lda];
        UNROLL
        for (int j = 0; j < vectors; j++)
            acc[i][j] += a_frag * b_frag[j];
    }
}

// Asks for what stands `elements` after b. As a number: that may lie beyond the end of B, where no
// pointer may point.
TARGET ALWAYS_INLINE void NAME(ask_for)(const REAL *b, ptrdiff_t elements)
{
    __builtin_prefetch((const void *)((uintptr_t)b + sizeof(REAL) * (uintptr_t)elements));
}

// Value p of a tile: the outer product; the row of B goes to `packed`, if that is not NULL; and
// what is to come is asked for.
TARGET ALWAYS_INLINE void NAME(one_p)(ptrdiff_t p, int rows, int vectors,
                                      vector acc[MICRO_ROWS][VECTORS], const REAL *a, ptrdiff_t lda,
                                      const REAL *b, ptrdiff_t b_step, REAL *packed)
{
    b += p * b_step;
    NAME(outer_product)(rows, vectors, acc, a + p, lda, b);
    if (packed) {
        UNROLL
        for (int j = 0; j < vectors; j++)
            ((vector *)(packed + p * NR))[j] = ((const vector *)b)[j];
        if (PACK_AHEAD > 0) { // by the last element: where a strip begins within a line, its end
            NAME(ask_for)(b, PACK_AHEAD * b_step + NR - 1); // stands in one that nobody had yet
            NAME(ask_for)(b, NR + NR - 1);
        }
    }
    if (ROWS_AHEAD > 0) {
        UNROLL
        for (ptrdiff_t j = 0; j < vectors; j++)
            NAME(ask_for)(b, ROWS_AHEAD * b_step + j * LANES);
    }
}

// One tile of C. As many columns as vectors hold elements, or fewer. `packed` is NULL or not in
// every call, and the compiler knows which.
TARGET ALWAYS_INLINE void NAME(tile)(int rows, int vectors, int cols, int k, REAL alpha,
                                     const REAL *a, ptrdiff_t lda, const REAL *b, ptrdiff_t b_step,
                                     REAL beta, REAL *c, ptrdiff_t ldc, bool fetch_c, REAL *packed)
{
    vector acc[MICRO_ROWS][VECTORS];
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
    if (fetch_c) {
        UNROLL
        for (int i = 0; i < rows; i++) {
            UNROLL
            for (int j = 0; j < vectors; j++)
                __builtin_prefetch((vector *)(c + i * ldc) + j, /*to write*/ 1);
        }
    }
    for (; p + TURN <= k; p += TURN) {
        UNROLL
        for (int turn = 0; turn < TURN; turn++)
            NAME(one_p)(p + turn, rows, vectors, acc, a, lda, b, b_step, packed);
    }
    if (TURN == 2 && p < k)
        NAME(one_p)(p, rows, vectors, acc, a, lda, b, b_step, packed);

    if (cols < vectors * LANES) { // by way of memory: nothing beyond the columns may be touched
        REAL sums[MICRO_ROWS][NR];
        UNROLL
        for (int i = 0; i < rows; i++) {
            UNROLL
            for (int j = 0; j < vectors; j++)
                ((vector *)sums[i])[j] = acc[i][j];
        }
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++) {
                REAL *to = c + i * ldc + j;
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
TARGET static void NAME(run)(int rows, int cols, int k, REAL alpha, const REAL *a, ptrdiff_t lda,
                             const REAL *b, ptrdiff_t b_step, REAL beta, REAL *c, ptrdiff_t ldc,
                             bool fetch_c)
{
    int vectors = (cols + LANES - 1) / LANES;

#define TILE(ROWS, COUNT) \
    NAME(tile)(ROWS, COUNT, cols, k, alpha, a, lda, b, b_step, beta, c, ldc, fetch_c, NULL)
    if (rows == MICRO_ROWS && vectors == VECTORS)
        TILE(MICRO_ROWS, VECTORS);
#if VECTORS == 4
    else if (rows == MICRO_ROWS && vectors == 3)
        TILE(MICRO_ROWS, 3);
    else if (rows == MICRO_ROWS && vectors == 2)
        TILE(MICRO_ROWS, 2);
#endif
    else if (rows == MICRO_ROWS)
        TILE(MICRO_ROWS, 1);
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
TARGET static void NAME(run_and_pack)(int k, REAL alpha, const REAL *a, ptrdiff_t lda,
                                      const REAL *b, ptrdiff_t b_step, REAL beta, REAL *c,
                                      ptrdiff_t ldc, REAL *packed)
{
    if (!packed) // it never is, and now the compiler knows
        return;
    NAME(tile)
    (MICRO_ROWS, VECTORS, NR, k, alpha, a, lda, b, b_step, beta, c, ldc,
     /*fetch_c*/ true, packed);
}

#include "fused_body.h"

#undef vector
#undef LANES
#undef NR
#undef REAL
#undef VECTOR_BYTES
#undef VECTORS
#undef TURN
#undef ROWS_AHEAD
#undef FETCH_LATE
#undef PACK_AHEAD
#undef DEPTH
#undef TARGET
#undef NAME
