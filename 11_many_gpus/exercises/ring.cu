// SPDX-License-Identifier: MIT
// title: An all-gather as a ring
// lesson: README.md#1-all-gather
// minutes: 25
// gpus: 4
// form: sgemm
// sizes: 48 16 24; 37 21 29; 3 5 2; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: In turn 0 each rank sends its own shard. What has it got, and not yet sent, in turn 1?
// hint: The shard that a rank sends in turn t is the one that its neighbour before it sent in turn
//   t - 1. And when is it there?
// hint: Shard (r - t + RANKS) % RANKS. Before the copy: cudaStreamWaitEvent(stream[r],
//   arrived[r][shard], 0), which does nothing for the own shard.
// why: In each of the p - 1 turns every link carries one shard, in one direction. So each rank sends
//   and receives (p - 1)/p of the matrix, as few bytes as possible, and no rank has more than two
//   neighbours. NCCL's ring does this inside one kernel, in pieces, so that a piece travels on
//   while the next one arrives.
//
// Rank r has shard r of the rows of A, and all four ranks need all shards. In each of three turns,
// each rank sends one shard to rank r + 1, which has room for all of A in `gathered`. Choose the
// shard, and let the copy wait until it is there. Then rank r multiplies shard r + 1, which has
// travelled furthest. Graded: the result is right, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "11_many_gpus/exercises/two_gpus.h"

enum { RANKS = 4 };

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const int each = ceil_div(m, RANKS);
    float *gathered[RANKS];
    cudaStream_t stream[RANKS];
    cudaEvent_t arrived[RANKS][RANKS]; // at this rank, this shard
    for (int r = 0; r < RANKS; r++) {
        const int begin = smaller(r * each, m);
        reach(r, 0);
        stream[r] = stream_on(r);
        gathered[r] = floats_on(r, RANKS * each, k);
        for (int shard = 0; shard < RANKS; shard++)
            arrived[r][shard] = event_on((r + RANKS - 1) % RANKS); // the sender records it
        copy_rows(gathered[r] + row_major(begin, 0, k), A + row_major(begin, 0, lda),
                  smaller(each, m - begin), k, lda, stream[r]); // so rank r has shard r
        CUDA_CHECK(cudaStreamSynchronize(stream[r]));
    }

    for (int turn = 0; turn < RANKS - 1; turn++)
        for (int r = 0; r < RANKS; r++) {
            const int to = (r + 1) % RANKS;
            //@stub
            const int shard = r; // TODO: its own in turn 0; and then? And when is it there?
            //@solution
            const int shard = (r - turn + RANKS) % RANKS;
            CUDA_CHECK(cudaStreamWaitEvent(stream[r], arrived[r][shard], 0));
            //@end
            const int begin = smaller(shard * each, m);
            copy_rows(gathered[to] + row_major(begin, 0, k), gathered[r] + row_major(begin, 0, k),
                      smaller(each, m - begin), k, k, stream[r]);
            CUDA_CHECK(cudaEventRecord(arrived[to][shard], stream[r]));
        }

    for (int r = 0; r < RANKS; r++) {
        const int shard = (r + 1) % RANKS, begin = smaller(shard * each, m);
        CUDA_CHECK(cudaStreamWaitEvent(stream[r], arrived[r][shard], 0));
        product(r, stream[r], smaller(each, m - begin), n, k, alpha,
                gathered[r] + row_major(begin, 0, k), k, B, ldb, beta, C + row_major(begin, 0, ldc),
                ldc);
    }
    for (int r = 0; r < RANKS; r++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[r]));
        CUDA_CHECK(cudaStreamDestroy(stream[r]));
        for (int shard = 0; shard < RANKS; shard++)
            CUDA_CHECK(cudaEventDestroy(arrived[r][shard]));
    }
    for (int r = 0; r < RANKS; r++)
        CUDA_CHECK(cudaFree(gathered[r]));
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant does_not_wait
// fails: D
// because: the shard is sent on while it still arrives
//@1
            const int shard = (r - turn + RANKS) % RANKS;
//@end

//@mutant other_direction
// fails: R, D
// because: rank r sends a shard that comes to it last
//@1
            const int shard = (r + turn) % RANKS;
            CUDA_CHECK(cudaStreamWaitEvent(stream[r], arrived[r][shard], 0));
//@end

//@mutant waits_for_the_neighbour
// fails: D
// because: it waits until the neighbour has the shard, which it is about to send
//@1
            const int shard = (r - turn + RANKS) % RANKS;
            CUDA_CHECK(cudaStreamWaitEvent(stream[r], arrived[to][shard], 0));
//@end

//@mutant whole_shards
// fails: R
// because: the last rows are in no shard
//@from
    const int each = ceil_div(m, RANKS);
//@to
    const int each = m / RANKS;
//@end

#endif
