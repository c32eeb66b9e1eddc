// SPDX-License-Identifier: MIT
//
// fused_body.h: what the shapes need that are hardly a matrix product, for one element type and one
// target. Included by micro_kernel_body.h. dotxf is a name of BLIS: several dot products in one.

// y[r] = A[r][0..n) . x for `rows` rows, a literal: x is loaded once and used for all rows, and
// their sums do not wait for each other.
TARGET ALWAYS_INLINE void NAME(dot_rows)(int rows, int n, const real *A, ptrdiff_t lda,
                                         const real *x, real *y)
{
    vector acc[FUSED_ROWS];
    UNROLL
    for (int r = 0; r < rows; r++)
        acc[r] = (vector){0};
    ptrdiff_t j = 0;
    for (; j + LANES <= n; j += LANES) {
        UNROLL
        for (int r = 0; r < rows; r++)
            acc[r] += *(const vector *)&A[r * lda + j] * *(const vector *)&x[j];
    }
    for (int r = 0; r < rows; r++) {
        real sum = 0;
        for (int l = 0; l < LANES; l++)
            sum += acc[r][l];
        for (ptrdiff_t rest = j; rest < n; rest++)
            sum += A[r * lda + rest] * x[rest];
        y[r] = sum;
    }
}

TARGET static void NAME(dotxf)(int rows, int n, const real *A, ptrdiff_t lda, const real *x,
                               real *y)
{
    if (rows == FUSED_ROWS)
        NAME(dot_rows)(FUSED_ROWS, n, A, lda, x, y);
    else
        for (int r = 0; r < rows; r++)
            NAME(dot_rows)(1, n, A + r * lda, lda, x, y + r);
}

// c += a * b for whole rows of C, 1 to MR of them; rows is a literal, and depth where it
// is DEPTH, whose loop is unrolled. One tile after the other takes in its sums, adds `depth` outer
// products and puts them back: so B and C are read along their rows, where the micro-kernel would
// go down a strip of B.
TARGET ALWAYS_INLINE void NAME(update_rows)(int rows, int n, int depth, const real *a,
                                            const real *b, ptrdiff_t ldb, real *c, ptrdiff_t ldc)
{
    for (ptrdiff_t j = 0; j < n; j += NR) {
        vector acc[MR][VECTORS];
        UNROLL
        for (int i = 0; i < rows; i++) {
            UNROLL
            for (int v = 0; v < VECTORS; v++)
                acc[i][v] = ((const vector *)&c[i * ldc + j])[v];
        }
        if (depth == DEPTH) {
            UNROLL
            for (ptrdiff_t p = 0; p < DEPTH; p++)
                outer_product(rows, VECTORS, acc, a + p * MR, 1, b + p * ldb + j);
        } else {
            for (ptrdiff_t p = 0; p < depth; p++)
                outer_product(rows, VECTORS, acc, a + p * MR, 1, b + p * ldb + j);
        }
        UNROLL
        for (int i = 0; i < rows; i++) {
            UNROLL
            for (int v = 0; v < VECTORS; v++)
                ((vector *)&c[i * ldc + j])[v] = acc[i][v];
        }
    }
}

TARGET static void NAME(update)(int rows, int n, int depth, const real *a, const real *b,
                                ptrdiff_t ldb, real *c, ptrdiff_t ldc)
{
#define UPDATE(ROWS) \
    if (depth == DEPTH) \
        NAME(update_rows)(ROWS, n, DEPTH, a, b, ldb, c, ldc); \
    else \
        NAME(update_rows)(ROWS, n, depth, a, b, ldb, c, ldc)
    if (rows == MR)
        UPDATE(MR);
    else if (rows == 5)
        UPDATE(5);
    else if (rows == 4)
        UPDATE(4);
    else if (rows == 3)
        UPDATE(3);
    else if (rows == 2)
        UPDATE(2);
    else
        UPDATE(1);
#undef UPDATE
}
