// SPDX-License-Identifier: MIT
// title: Rows for every GPU
// lesson: README.md#two-operations-and-a-third
// minutes: 10
// gpus: 4
// form: sgemm
// sizes: 64 32 24; 37 41 29; 5 7 3; ? ? ?
// check: R
// stub: R
// hint: With 37 rows and 4 GPUs, what does 37 / 4 leave out?
// hint: Round up, so that all GPUs but the last ones have the same number of rows. What remains for
//   the last one, and can its range begin after the end?
// hint: each = ceil_div(m, RANKS), begin = smaller(rank * each, m), size = smaller(each, m - begin).
// why: Parts of equal size, rounded up, make a shard's place in memory rank * each: collectives such
//   as ncclAllGather want that. With 5 rows and 4 GPUs, each is 2: the GPUs have 2, 2, 1 and 0
//   rows. A rank without rows is legal, and it must still take part in every collective.
//
// Four GPUs share the rows of A and C. Rank r computes the rows [begin, begin + size), for any m.
// Write rows_of(): all ranks have equally many rows, except that the last ones may have fewer or
// none. Graded: the result is right.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

enum { RANKS = 4 };

struct part {
    int begin, size;
};

static struct part rows_of(int m, int rank)
{
    //@stub
    const int each = m / RANKS; // TODO: RANKS may not divide m
    const struct part part = {rank * each, each};
    return part;
    //@solution
    const int each = ceil_div(m, RANKS);
    const int begin = smaller(rank * each, m);
    const struct part part = {begin, smaller(each, m - begin)};
    return part;
    //@end
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    cudaStream_t stream[RANKS];
    for (int r = 0; r < RANKS; r++) { // all four work at the same time
        const struct part rows = rows_of(m, r);
        reach(r, 0); // the matrices are in the memory of GPU 0
        stream[r] = stream_on(r);
        product(r, stream[r], rows.size, n, k, alpha, A + row_major(rows.begin, 0, lda), lda, B,
                ldb, beta, C + row_major(rows.begin, 0, ldc), ldc);
    }
    for (int r = 0; r < RANKS; r++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[r]));
        CUDA_CHECK(cudaStreamDestroy(stream[r]));
    }
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant last_takes_all
// fails: R
// because: rounded up, the last ranks' ranges end after the last row
//@from
    const struct part part = {begin, smaller(each, m - begin)};
//@to
    const struct part part = {begin, each};
//@end

//@mutant begin_after_the_end
// fails: R
// because: with 5 rows the fourth rank begins at row 6, and has a negative number of rows
//@from
    const int begin = smaller(rank * each, m);
//@to
    const int begin = rank * each;
//@end

//@mutant every_fourth
// fails: R
// because: the first rows belong to all ranks, and the last ones to none
//@from
    const struct part part = {begin, smaller(each, m - begin)};
//@to
    const struct part part = {rank, smaller(each, m - rank)};
//@end

#endif
