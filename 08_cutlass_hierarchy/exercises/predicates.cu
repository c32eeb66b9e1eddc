// SPDX-License-Identifier: MIT
// title: Test once
// lesson: README.md#7-any-shape-and-any-alignment-by-predicates
// minutes: 20
// form: sgemm
// sizes: 128 32 48; 70 41 37; 5 3 1; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: Which of a thread's tests have the same result for every tile along K, and which change
//   at the last tile?
// hint: Section 7, "Test once". A diagnosis "out of bounds" names the array, row and column of
//   a copy whose predicate should have been false.
// hint: Before the loop bit i is row + 16 * i < A.rows, bit COPIES is col < B.cols. At the last
//   tile a thread with k + tx >= A.cols clears the bits of A, one with k + ty >= A.cols the bit
//   of B.
// why: Rows of A and columns of B do not change from tile to tile along K, so their answers
//   are bits of one register. Only the last tile has a residue, and there more bits of the same
//   register are cleared. A copy whose bit is 0 is not skipped: it writes zeros, so the loop that
//   multiplies needs no tests.
//
// Each thread copies four elements of A and one of B for every tile along K. Test once whether
// they are inside, and keep the answers in a mask: bit i for row `row + 16 * i` of A, bit COPIES
// for B. Only the last tile along K needs new answers. Write the two places that compute the mask.
// copy_if() of tiles.h copies a float if its bit is 1, and otherwise writes a zero.
// Every copy must be started, because elements outside must become zero. Graded: the result is
// right for all sizes, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { TILE = 16, COPIES = 4, BM = COPIES * TILE };

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[BM][TILE], Bs[TILE][TILE];
    const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    const int row = (int)blockIdx.y * BM + ty, col = (int)blockIdx.x * TILE + tx;
    const float *a = (const float *)A.data + row_major(row, tx, A.ld);
    const float *b = (const float *)B.data + row_major(ty, col, B.ld);
    float acc[COPIES] = {0};
    //@stub
    unsigned mask = ~0u; // TODO: which copies are inside, in every tile before the last?
                         //@solution
    unsigned mask = col < B.cols ? 1u << COPIES : 0;
    for (int i = 0; i < COPIES; i++)
        if (row + TILE * i < A.rows)
            mask |= 1u << i;
    //@end
    for (int k = 0; k < A.cols; k += TILE) {
        //@stub
        // TODO: and in the last tile?
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
        //@solution
        if (k + TILE > A.cols) { // the residue
            if (k + tx >= A.cols)
                mask &= 1u << COPIES;
            if (k + ty >= A.cols)
                mask &= ~(1u << COPIES);
        }
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
        //@end
        cp_async_wait_all();
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            for (int i = 0; i < COPIES; i++)
                acc[i] += As[ty + TILE * i][p] * Bs[p][tx];
        __syncthreads();
    }
    for (int i = 0; i < COPIES; i++)
        if (row + TILE * i < A.rows && col < B.cols)
            store_scaled(C + row_major(row + TILE * i, col, ldc), alpha, acc[i], beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, TILE), (unsigned)ceil_div(m, BM)), block(TILE, TILE);
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    kernel<<<grid, block>>>(a, b, alpha, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant copies_left_out
// fails: D
// because: a row outside is skipped, not zeroed: unwritten memory is multiplied
//@2
        if (k + TILE > A.cols) {
            if (k + tx >= A.cols)
                mask &= 1u << COPIES;
            if (k + ty >= A.cols)
                mask &= ~(1u << COPIES);
        }
        for (int i = 0; i < COPIES; i++)
            if (row + TILE * i < A.rows)
                copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end

//@mutant last_tile_left_out
// fails: R
// because: in the last tile some copies are inside: clearing all of them leaves out the residue
//@2
        if (k + TILE > A.cols)
            mask = 0;
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end

//@mutant off_by_one
// fails: R, D
// because: column A.cols itself is outside
//@2
        if (k + TILE > A.cols) {
            if (k + tx > A.cols)
                mask &= 1u << COPIES;
            if (k + ty > A.cols)
                mask &= ~(1u << COPIES);
        }
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end

//@mutant one_row_for_all
// fails: R
// because: the answer of the first row is not that of the rows 16, 32 and 48 below
//@1
    unsigned mask = col < B.cols ? 1u << COPIES : 0;
    if (row + TILE * (COPIES - 1) < A.rows)
        mask |= (1u << COPIES) - 1;
//@end

//@mutant residue_forgotten
// fails: R, D
// because: rows and columns are asked for, the end of K is not
//@2
        for (int i = 0; i < COPIES; i++)
            copy_if(&As[ty + TILE * i][tx], a + row_major(TILE * i, k, A.ld), mask, i);
        copy_if(&Bs[ty][tx], b + row_major(k, 0, B.ld), mask, COPIES);
//@end

//@mutant rows_of_a_forgotten
// fails: R, D
// because: rows after the last one of A only affect rows after C, but they are still read
//@1
    unsigned mask = (1u << COPIES) - 1 | (col < B.cols ? 1u << COPIES : 0);
//@end

#endif
