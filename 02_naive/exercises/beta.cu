// SPDX-License-Identifier: MIT
// title: What beta costs
// lesson: README.md#predict-coalescing
// minutes: 10
// form: answers sgemm
// sizes: 64 64 64
// scales: 1 1
// gaps: 0 0 0
// check: P more_load_requests == global_load_requests - 2 * k * warps
// check: P more_load_sectors == global_load_sectors - 4 * k * warps
// check: P more_store_sectors == global_store_sectors - 4 * warps
// stub: P more_load_requests, P more_load_sectors, P more_store_sectors
// hint: What must C = alpha A B + beta C do with an element of C that C = alpha A B does not?
// hint: Section "The code": store_scaled. Section "Predict", the row of the stores: C is loaded by
//   the same lanes in the same places.
// hint: 64 x 64 elements are 128 warps of 2 x 16. Each loads its piece of C once, not once for each
//   p: one request, 2 rows of 2 sectors.
// why: beta costs one read of each element of C, at the end: as many requests and sectors as the
//   stores take, for any k. At k = 64 that is 1 part in 64 of the sectors. The stores are the same
//   with and without. With beta = 0, C must not be read, not even to be multiplied by 0: 0 times
//   NaN is NaN.
//
// Predict, then check. The kernel is step 2 of the chapter, m = n = k = 64, all rows begin at a
// sector. You know its counters for beta = 0: each of the 128 warps makes 2 load requests for each
// p and loads 4 sectors; it stores its 2 x 16 elements of C in 4. Now beta is 1. In all:
//
//   more_load_requests    how many load requests more than with beta = 0?
//   more_load_sectors     how many sectors more are loaded?
//   more_store_sectors    how many sectors more are stored?
//
// Checked: your numbers are those that the emulated GPU counts. Nothing else needs to change.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

//@stub
ANSWER(more_load_requests, -1); // TODO: your number instead of -1
ANSWER(more_load_sectors, -1);
ANSWER(more_store_sectors, -1);
//@solution
ANSWER(more_load_requests, 64 * 64 / 32); // one for each warp
ANSWER(more_load_sectors, 128 * 4);       // 2 rows of 16 floats, 2 sectors each
ANSWER(more_store_sectors, 0);            // C is stored once, as before
//@end

enum { BLOCK = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
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
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant once_for_each_p
// fails: P more_load_requests
// because: adds C once for each p: it is read once, after the loop
//@1
ANSWER(more_load_requests, 8192);
ANSWER(more_load_sectors, 512);
ANSWER(more_store_sectors, 0);
//@end

//@mutant one_sector_a_warp
// fails: P more_load_sectors
// because: one sector for each request: a warp's piece of C is 2 rows of 64 bytes
//@1
ANSWER(more_load_requests, 128);
ANSWER(more_load_sectors, 128);
ANSWER(more_store_sectors, 0);
//@end

//@mutant requests_of_elements
// fails: P more_load_requests
// because: one request for each element: a request is one for a warp
//@1
ANSWER(more_load_requests, 4096);
ANSWER(more_load_sectors, 512);
ANSWER(more_store_sectors, 0);
//@end

//@mutant stored_twice
// fails: P more_store_sectors
// because: believes that adding to C in memory stores it a second time
//@1
ANSWER(more_load_requests, 128);
ANSWER(more_load_sectors, 512);
ANSWER(more_store_sectors, 512);
//@end

#endif
