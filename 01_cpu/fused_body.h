// SPDX-License-Identifier: MIT
//
// fused_body.h: eight rows of a matrix at once times a vector, for one element type and one width
// of vectors. Included by micro_kernel_body.h, where REAL, TARGET, NAME(x), vector and LANES are
// defined. The names are those of BLIS: dotxf is several dot products in one, axpyf several times
// y += a x.

// y[r] = A[r][0..n) . x for FUSED_ROWS rows. x is loaded once for eight, and their sums do not wait
// for each other.
TARGET static void NAME(dotxf)(int n, const REAL *A, ptrdiff_t lda, const REAL *x, REAL *y)
{
    vector acc[FUSED_ROWS];
    UNROLL
    for (int r = 0; r < FUSED_ROWS; r++)
        acc[r] = (vector){0};
    ptrdiff_t j = 0;
    for (; j + LANES <= n; j += LANES) {
        UNROLL
        for (int r = 0; r < FUSED_ROWS; r++)
            acc[r] += *(const vector *)&A[r * lda + j] * *(const vector *)&x[j];
    }
    for (int r = 0; r < FUSED_ROWS; r++) {
        REAL sum = 0;
        for (int l = 0; l < LANES; l++)
            sum += acc[r][l];
        for (ptrdiff_t rest = j; rest < n; rest++)
            sum += A[r * lda + rest] * x[rest];
        y[r] = sum;
    }
}

// y[0..n) += x[r] * A[r][0..n) for FUSED_ROWS rows. y is loaded and stored once for eight.
TARGET static void NAME(axpyf)(int n, const REAL *A, ptrdiff_t lda, const REAL *x, REAL *y)
{
    REAL factor[FUSED_ROWS]; // y could be x, for all the compiler knows: read x once
    UNROLL
    for (int r = 0; r < FUSED_ROWS; r++)
        factor[r] = x[r];
    ptrdiff_t j = 0;
    for (; j + LANES <= n; j += LANES) {
        vector even = *(const vector *)&y[j], odd = {0}; // two sums that do not wait for each other
        UNROLL
        for (int r = 0; r < FUSED_ROWS; r += 2) {
            even += factor[r] * *(const vector *)&A[r * lda + j];
            odd += factor[r + 1] * *(const vector *)&A[(r + 1) * lda + j];
        }
        *(vector *)&y[j] = even + odd;
    }
    for (; j < n; j++)
        for (int r = 0; r < FUSED_ROWS; r++)
            y[j] += factor[r] * A[r * lda + j];
}
