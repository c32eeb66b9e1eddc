// SPDX-License-Identifier: MIT
// title: Reuse of a smaller block
// lesson: README.md#the-idea
// minutes: 15
// form: answers sgemm
// sizes: 64 64 64
// scales: 1 0
// gaps: 0 0 0
// check: P reuse == 2 * m * n * k * 4 / global_load_bytes
// check: P load_sectors == global_load_sectors / blocks
// check: P shared_loads == shared_load_requests / blocks
// check: P barrier_count == barriers / blocks
// stub: P reuse, P load_sectors, P shared_loads, P barrier_count
// hint: How many threads of a block of 16 x 16 use the same word of A? And how many warps has the
//   block?
// hint: Section "The idea", its table, and "Predict": the table of 1_panel is the same with 32 for
//   16. Question 5 at the end of the chapter asks for more.
// hint: A word of A is used by the 16 threads of a row. 16 rows of 64 floats are 16 x 8 sectors, 64
//   rows of 16 floats are 64 x 2. 8 warps, 64 p, As and Bs. A barrier counts once for each warp.
// why: Half the block's edge means half the reuse: 16 instead of 32, so twice the traffic for each
//   multiply-add. A word in shared memory is read just as often as before: two requests for each
//   multiply-add of a warp, for any block size. Shared memory does not reduce these; chapter 05
//   does. Barriers are counted as Nsight Compute counts them, one for each warp that reaches it.
//
// Predict, then check. 1_panel with blocks of 16 x 16 threads instead of 32 x 32: a block fetches
// 16 rows of A and 16 columns of B into shared memory, waits, and multiplies. m = n = k = 64, all
// rows begin at a sector.
//
//   reuse           a word that a block has fetched: how many multiply-adds use it?
//   load_sectors    how many sectors does a block load from global memory, of A and B together?
//   shared_loads    how many load requests does a block make to shared memory? (a request is one
//                   load of one warp)
//   barrier_count   how many barriers are counted for a block? (one for each warp that reaches it)
//
// Checked: your numbers are those that the emulated GPU counts. Nothing else needs to change.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

//@stub
ANSWER(reuse, -1); // TODO: your number instead of -1
ANSWER(load_sectors, -1);
ANSWER(shared_loads, -1);
ANSWER(barrier_count, -1);
//@solution
ANSWER(reuse, 16);                     // the threads of a row of the block, or of a column
ANSWER(load_sectors, 16 * 8 + 64 * 2); // rows of A, rows of B
ANSWER(shared_loads, 8 * 64 * 2);      // warps, p, As and Bs
ANSWER(barrier_count, 8);              // one __syncthreads, 8 warps
//@end

enum { BM = 16, BN = 16, BK = 64 }; // k <= BK

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK], Bs[BK][BN];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 block(BN, BM);
    const dim3 grid(ceil_div(n, BN), ceil_div(m, BM));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant a_only
// fails: P load_sectors
// because: A's panel alone
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 128);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end

//@mutant barriers_of_threads
// fails: P barrier_count
// because: one for each thread: it is one instruction of a warp
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 256);
//@end

//@mutant loads_of_threads
// fails: P shared_loads
// because: counts the loads of threads: a request is one for a warp
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 32768);
ANSWER(barrier_count, 8);
//@end

//@mutant of_the_block
// fails: P reuse
// because: all 256 threads of the block: a word of A is used by the 16 of one row
//@1
ANSWER(reuse, 256);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end

//@mutant of_the_lesson
// fails: P reuse
// because: 32, as in the lesson: that was the edge of its block
//@1
ANSWER(reuse, 32);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end

//@mutant one_barrier
// fails: P barrier_count
// because: one, as in the source: each warp that comes is counted
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 1);
//@end

//@mutant shared_reused_too
// fails: P shared_loads
// because: divides by the reuse: it saves fetches from global memory, not loads from shared memory
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 64);
ANSWER(barrier_count, 8);
//@end

//@mutant words_for_sectors
// fails: P load_sectors
// because: counts words: a sector has 8 of them
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 2048);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end

#endif
