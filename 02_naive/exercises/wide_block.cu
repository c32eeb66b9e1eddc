// SPDX-License-Identifier: MIT
// title: A block of 32 x 8
// lesson: README.md#predict-coalescing
// minutes: 10
// form: answers sgemm
// sizes: 64 64 64
// scales: 1 0
// gaps: 0 0 0
// check: P load_sectors == global_load_sectors / (warps * k)
// check: P store_sectors == global_store_sectors / warps
// check: P load_requests == global_load_requests
// stub: P load_sectors, P store_sectors, P load_requests
// hint: Which 32 elements of C does one warp own if a row of threads in the block is 32 long?
// hint: Section "The machine": which threads form a warp. Then the table of section "Predict", with
//   1 row and 32 columns.
// hint: One row of A: one element, one sector. 32 neighbours of a row of B: 128 bytes. The number
//   of requests does not depend on the addresses: there are two for each warp and each p.
// why: 1 + 4 = 5 sectors for each p, where 2 x 16 takes 2 + 2 = 4: what is fetched depends on the
//   sides of a warp's piece of C, not on its area. The stores are equal: 32 elements of C in whole
//   sectors are 4 sectors in both shapes. And requests only depend on warps: 128 warps, 64 p, one
//   for A and one for B.
//
// Predict, then check. Step 2 of the chapter has blocks of 16 x 16; here they are 32 x 8, and x
// counts columns: block(32, 8). Still 256 threads, still 8 warps. m = n = k = 64, all rows begin at
// a sector, beta is 0.
//
//   load_sectors    how many sectors does one warp load for one p, of A and B together?
//   store_sectors   how many sectors does one warp store in C?
//   load_requests   how many load requests are there in all, for the whole product?
//
// Checked: your numbers are those that the emulated GPU counts. Nothing else needs to change.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

//@stub
ANSWER(load_sectors, -1); // TODO: your number instead of -1
ANSWER(store_sectors, -1);
ANSWER(load_requests, -1); // you may write a product: 2 * 3
//@solution
ANSWER(load_sectors, 1 + 4);                  // A: 1 row; B: 32 neighbours, 128 bytes
ANSWER(store_sectors, 4);                     // 128 bytes
ANSWER(load_requests, 64 * 64 / 32 * 64 * 2); // warps, p, A and B
//@end

enum { WIDTH = 32, HEIGHT = 8 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * HEIGHT + threadIdx.y;
    const int col = blockIdx.x * WIDTH + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 block(WIDTH, HEIGHT);
    const dim3 grid(ceil_div(n, WIDTH), ceil_div(m, HEIGHT));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant a_for_each_lane
// fails: P load_sectors
// because: charges A once for each lane: the same word for all lanes is one sector, a broadcast
//@1
ANSWER(load_sectors, 36);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 16384);
//@end

//@mutant height_for_rows
// fails: P load_sectors
// because: takes the block's 8 rows for the warp's: a warp is one row of this block
//@1
ANSWER(load_sectors, 12);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 16384);
//@end

//@mutant requests_of_a_only
// fails: P load_requests
// because: one request for each p and warp: A and B are two loads
//@1
ANSWER(load_sectors, 5);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 8192);
//@end

//@mutant requests_of_threads
// fails: P load_requests
// because: counts each thread's load: a request is one for a warp
//@1
ANSWER(load_sectors, 5);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 524288);
//@end

//@mutant same_area
// fails: P load_sectors
// because: believes that 32 elements cost the same in any shape: what is fetched depends on the
//   sides
//@1
ANSWER(load_sectors, 4);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 16384);
//@end

//@mutant store_like_load
// fails: P store_sectors
// because: adds a sector for the row, as for A: of C a warp touches 32 neighbours and nothing else
//@1
ANSWER(load_sectors, 5);
ANSWER(store_sectors, 5);
ANSWER(load_requests, 16384);
//@end

#endif
