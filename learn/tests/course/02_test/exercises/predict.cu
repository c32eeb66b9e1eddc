// SPDX-License-Identifier: MIT
// title: A prediction
// lesson: README.md#exercises-that-only-the-tests-have
// minutes: 5
// form: answers sgemm
// sizes: 32 32 8
// check: P stores == global_store_requests
// stub: P stores
// hint: How many warps store?
// hint: One request a warp.
// hint: 32 * 32 / 32
// why: Each warp stores once.
//
// How many store requests are there?

#include "learn/exercise.h"

//@stub
ANSWER(stores, 0);
//@solution
ANSWER(stores, 32 * 32 / 32);
//@end

__global__ void fill(int m, int n, float *C, int ldc)
{
    if (threadIdx.x < n && blockIdx.x < m)
        C[blockIdx.x * ldc + threadIdx.x] = 1;
}

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    fill<<<m, 32>>>(m, n, C, ldc);
}
