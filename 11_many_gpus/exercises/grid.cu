// SPDX-License-Identifier: MIT
// title: Who sends in a grid
// lesson: README.md#9-summa-a-grid
// minutes: 15
// gpus: 4
// form: sgemm
// sizes: 32 24 40; 21 37 29; 3 5 2; ? ? ?
// check: R
// stub: R
// hint: Write down C(1,0) as a sum of two products of blocks. Which blocks of A, which of B?
// hint: Rank (i, j) has the number i * ACROSS + j, and block (i, j) of A and of B. Block (row, q) of
//   A is in the rank's own row of the grid, block (q, col) of B in its own column.
// hint: a_from = row * ACROSS + q, b_from = q * ACROSS + col.
// why: C(i,j) = A(i,0) B(0,j) + A(i,1) B(1,j). In turn q the ranks of column q send their blocks of A
//   along their rows, and the ranks of row q send their blocks of B along their columns. A rank
//   receives half of its row of A and half of its column of B: half a matrix in all, instead of
//   three quarters of one on a line of four.
//
// Four GPUs form a grid of 2 x 2, and every matrix is cut in half in both directions. In turn q
// each rank needs one block of A and one of B. Which ranks have them? Graded: the result is
// right.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

enum { DOWN = 2, ACROSS = 2, RANKS = DOWN * ACROSS };

struct half {
    int begin, size;
};

static struct half half_of(int whole, int which)
{
    const int first = ceil_div(whole, 2);
    const struct half half = {which * first, which ? whole - first : first};
    return half;
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    float *own_A[RANKS], *own_B[RANKS]; // block (i, j) of each
    cudaStream_t stream[RANKS];
    for (int r = 0; r < RANKS; r++) {
        const int row = r / ACROSS, col = r % ACROSS;
        const struct half rows = half_of(m, row), cols = half_of(n, col);
        const struct half a_k = half_of(k, col), b_k = half_of(k, row);
        for (int peer = 0; peer < RANKS; peer++)
            reach(r, peer);
        stream[r] = stream_on(r);
        own_A[r] = floats_on(r, rows.size, a_k.size + 1);
        own_B[r] = floats_on(r, b_k.size, cols.size + 1);
        if (a_k.size > 0)
            copy_rows(own_A[r], A + row_major(rows.begin, a_k.begin, lda), rows.size, a_k.size, lda,
                      stream[r]);
        if (cols.size > 0)
            copy_rows(own_B[r], B + row_major(b_k.begin, cols.begin, ldb), b_k.size, cols.size, ldb,
                      stream[r]);
        CUDA_CHECK(cudaStreamSynchronize(stream[r]));
    }

    for (int r = 0; r < RANKS; r++) {
        const int row = r / ACROSS, col = r % ACROSS;
        const struct half rows = half_of(m, row), cols = half_of(n, col);
        for (int q = 0; q < 2; q++) {
            const struct half depth = half_of(k, q);
            //@stub
            const int a_from = r, b_from = r; // TODO: the ranks that have the blocks of turn q
            //@solution
            const int a_from = row * ACROSS + q, b_from = q * ACROSS + col;
            //@end
            product(r, stream[r], rows.size, cols.size, depth.size, alpha, own_A[a_from],
                    depth.size, own_B[b_from], cols.size, q == 0 ? beta : 1,
                    C + row_major(rows.begin, cols.begin, ldc), ldc);
        }
    }
    for (int r = 0; r < RANKS; r++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[r]));
        CUDA_CHECK(cudaStreamDestroy(stream[r]));
    }
    for (int r = 0; r < RANKS; r++) {
        CUDA_CHECK(cudaFree(own_B[r]));
        CUDA_CHECK(cudaFree(own_A[r]));
    }
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant rows_and_columns_exchanged
// fails: R
// because: A comes along the column and B along the row
//@1
            const int a_from = q * ACROSS + col, b_from = row * ACROSS + q;
//@end

//@mutant from_the_first
// fails: R
// because: in both turns the blocks come from the first rank of the row and of the column
//@1
            const int a_from = row * ACROSS, b_from = col;
//@end

//@mutant beta_twice
// fails: R
// because: beta scales C in both turns
//@from
                    depth.size, own_B[b_from], cols.size, q == 0 ? beta : 1,
//@to
                    depth.size, own_B[b_from], cols.size, beta,
//@end

#endif
