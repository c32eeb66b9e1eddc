// SPDX-License-Identifier: MIT
// title: Three tiles in flight
// lesson: library_speed.md#7-fetch-ahead
// minutes: 20
// form: sgemm
// sizes: 48 48 112; 37 41 29; 17 33 1; 1 1 1; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: Before the loop three groups are committed, one for each of the first three tiles. When
//   round 0 waits, how many may still be in flight?
// hint: Section 7, "How many groups may be in flight at the wait?" and "Why one barrier is enough".
//   The diagnosis names the line that reads too early.
// hint: cp_async_wait_group(STAGES - 2); __syncthreads(); if (ahead < k_tiles) fetch(ahead %
//   STAGES, ahead ...); cp_async_commit_group();
// why: Each round adds one group and needs one more, so the number in flight stays: STAGES - 2
//   after the wait. After the end of K there is nothing to copy, but an empty group is still
//   committed, because otherwise the count would be wrong in the last rounds. A wait covers a
//   thread's own copies; the barrier extends it to all threads. After the barrier, the stage of the
//   previous round is free. So the copies start after it.
//
// Four stages of shared memory: one is multiplied, three are in flight. cp.async starts a copy, and
// the thread continues at once; copies between two commits are a group. fetch() starts a thread's
// part of a tile. The first three tiles are in flight already, a group each.
//
// Write the start of a round: wait until tile k_tile has arrived (but not for the tiles after it!),
// make all threads see it, start the copies of the tile three ahead into the free stage, and commit
// them. Checked: C is right, and no diagnosis.

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/ptx/ptx.h"
#include "learn/exercise.h"

enum { BM = 16, BN = 16, BK = 16, STAGES = 4 };

// Starts the copy of this thread's element of the tile of A at row `row` and column p0 + x, and of
// B at row p0 + y and column `col`. Elements outside become zero.
static __device__ __forceinline__ void fetch(float As[BM][BK], float Bs[BK][BN], int row, int col,
                                             int p0, int m, int n, int k, const float *A, int lda,
                                             const float *B, int ldb)
{
    const int x = threadIdx.x, y = threadIdx.y;
    cp_async_ca_4(&As[y][x], &A[row_major(row, p0 + x, lda)], row < m && p0 + x < k ? 4 : 0);
    cp_async_ca_4(&Bs[y][x], &B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n ? 4 : 0);
}

static __global__ void fetch_ahead(int m, int n, int k, float alpha, const float *A, int lda,
                                   const float *B, int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[STAGES][BM][BK], Bs[STAGES][BK][BN];
    const int row = blockIdx.y * BM + threadIdx.y, col = blockIdx.x * BN + threadIdx.x;
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < STAGES - 1; k_tile++) {
        if (k_tile < k_tiles)
            fetch(As[k_tile], Bs[k_tile], row, col, k_tile * BK, m, n, k, A, lda, B, ldb);
        cp_async_commit_group(); // also where there was nothing to copy: groups count the tiles
    }
    float acc = 0;
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int stage = k_tile % STAGES, ahead = k_tile + STAGES - 1;
        //@stub
        // TODO: wait for tile k_tile, for all threads; then fetch tile `ahead`, and commit
        (void)ahead;
        //@solution
        cp_async_wait_group(STAGES - 2); // of STAGES - 1 groups the oldest has landed
        __syncthreads(); // for all threads: this tile is complete, the last one is free
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
        //@end
        for (int p = 0; p < BK; p++)
            acc += As[stage][threadIdx.y][p] * Bs[stage][p][threadIdx.x];
    }
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid(ceil_div(n, BN), ceil_div(m, BM)), block(BN, BM);
    fetch_ahead<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant before_the_barrier
// fails: D
// because: the copies start above the barrier: a slow warp may still read that stage
//@1
        cp_async_wait_group(STAGES - 2);
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
        __syncthreads();
//@end

//@mutant no_barrier
// fails: R, D
// because: a thread waits for its own copies only: those of other threads may still be in flight
//@1
        cp_async_wait_group(STAGES - 2);
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
//@end

//@mutant no_empty_group
// fails: R, D
// because: no group if there is nothing to copy: the count is off in the last rounds
//@1
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        if (ahead < k_tiles) {
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
            cp_async_commit_group();
        }
//@end

//@mutant one_tile_behind
// fails: R
// because: stage and tile do not belong together: the tile before is fetched once more
//@1
        cp_async_wait_group(STAGES - 2);
        __syncthreads();
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, (ahead - 1) * BK, m, n, k, A,
                  lda, B, ldb);
        cp_async_commit_group();
//@end

//@mutant one_too_many
// fails: R, D
// because: STAGES - 1 groups may be open: then nothing is waited for in the first round
//@1
        cp_async_wait_group(STAGES - 1);
        __syncthreads();
        if (ahead < k_tiles)
            fetch(As[ahead % STAGES], Bs[ahead % STAGES], row, col, ahead * BK, m, n, k, A, lda, B,
                  ldb);
        cp_async_commit_group();
//@end

#endif
