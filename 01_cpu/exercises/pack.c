// SPDX-License-Identifier: MIT
// title: B in the order in which it is read
// lesson: library_speed.md#8--packing
// minutes: 15
// form: sgemm
// sizes: 128 64 128; 9 20 6; 33 35 40; 1 1 1; ? ? ?
// gaps: 0 960 0; 1 2 3; 0 5 1; 6 0 2
// check: R
// check: M misses <= 1.1 * ceil(n, 16) * (3 * k + m * ceil(k + 15, 16) + 2 * m) + 100
// stub: M
// hint: ldb is 1024 at the first size: rows of B begin 4096 bytes apart. In how many different
//   places of a cache with 64 sets can the lines of one column be? (The line at address x
//   goes to set x / 64 % 64.)
// hint: Section 8, Packing, the picture. A copy costs k x 16 loads and stores; it is worth its cost
//   if many tiles use it before the next copy.
// hint: for each j0: { for p, for j < cols: packed[p * NR + j] = B[p * ldb + j0 + j];  then for
//   each i0: tile(..., packed, NR, ...) }
// why: All 128 lines of a strip map to one set of the cache, which has 8 places: no line stays
//   until the next tile needs it. Packed, the strip is 8 KiB in one piece, spread over all sets,
//   and all tiles in a column find it in the cache. The copy moves n k numbers in all, and the
//   products are m n k: with many rows the copy is almost free. On a GPU, the copy to shared memory
//   has the same purpose.
//
// Tiles of 4 x 16: for each strip of 16 columns of B the loop over i0 takes all rows of A. The
// strip is k x 16 floats, 8 KiB at the first size, so it should stay in the cache (32 KiB) from
// tile to tile. But ldb is 1024 there, and a column's lines, 4096 bytes apart, compete for the same
// few places.
//
// Copy each strip into `packed` first, row after row without gaps, and let the tiles read the copy:
// the function tile() takes any ldb. Checked: C is right, and the misses fall by more than half.

#include <stdlib.h>

#include "common/device/index.h"
#include "learn/exercise.h"

enum { MR = 4, NR = 16 };

// A tile of C: a is rows x k, b is k x cols.
static void tile(int rows, int cols, int k, float alpha, const float *a, int lda, const float *b,
                 int ldb, float beta, float *c, int ldc)
{
    float acc[MR][NR] = {{0}};
    for (int p = 0; p < k; p++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                acc[i][j] += a[i * lda + p] * b[p * ldb + j];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const float old = beta == 0 ? 0 : beta * c[i * ldc + j];
            c[i * ldc + j] = alpha * acc[i][j] + old;
        }
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    float *packed = malloc(sizeof *packed * (size_t)k * NR);
    if (!packed)
        return;
    //@stub
    // TODO: pack
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), smaller(NR, n - j0), k, alpha, &A[i0 * lda], lda, &B[j0], ldb,
                 beta, &C[i0 * ldc + j0], ldc);
    //@solution
    for (int j0 = 0; j0 < n; j0 += NR) {
        const int cols = smaller(NR, n - j0);
        for (int p = 0; p < k; p++)
            for (int j = 0; j < cols; j++)
                packed[p * NR + j] = B[p * ldb + j0 + j];
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), cols, k, alpha, &A[i0 * lda], lda, packed, NR, beta,
                 &C[i0 * ldc + j0], ldc);
    }
    //@end
    free(packed);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant columns_first
// fails: R
// because: packed column after column, and read row after row
//@from
                packed[p * NR + j] = B[p * ldb + j0 + j];
//@to
                packed[j * k + p] = B[p * ldb + j0 + j];
//@end

//@mutant first_strip_only
// fails: R
// because: packed once, before the loop over the strips: all strips get the first one's columns
//@1
    for (int p = 0; p < k; p++)
        for (int j = 0; j < smaller(NR, n); j++)
            packed[p * NR + j] = B[p * ldb + j];
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), smaller(NR, n - j0), k, alpha, &A[i0 * lda], lda, packed, NR,
                 beta, &C[i0 * ldc + j0], ldc);
//@end

//@mutant for_each_tile
// fails: M
// because: the strip is packed for each tile anew: it costs more than it gains
//@1
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR) {
            const int cols = smaller(NR, n - j0);
            for (int p = 0; p < k; p++)
                for (int j = 0; j < cols; j++)
                    packed[p * NR + j] = B[p * ldb + j0 + j];
            tile(smaller(MR, m - i0), cols, k, alpha, &A[i0 * lda], lda, packed, NR, beta,
                 &C[i0 * ldc + j0], ldc);
        }
//@end

//@mutant same_gaps
// fails: M
// because: a copy with the leading dimension of B has the same trouble as B
//@1
    float *copy = malloc(sizeof *copy * (size_t)k * (size_t)ldb);
    if (!copy)
        return;
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            copy[p * ldb + j] = B[p * ldb + j];
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), smaller(NR, n - j0), k, alpha, &A[i0 * lda], lda, &copy[j0],
                 ldb, beta, &C[i0 * ldc + j0], ldc);
    free(copy);
//@end

#endif
