// SPDX-License-Identifier: MIT
// title: A product
// lesson: README.md#exercises-that-only-the-tests-have
// minutes: 5
// form: sgemm
// sizes: 16 16 16; 17 19 23; 3 5 1; ? ? ?
// scales: 1 0; 2 0
// check: R
// check: D
// check: C global_load_requests <= 8 * ceil(m, 16) * ceil(n, 16) * 2 * k
// stub: R
// medal: bronze global_load_requests <= 16 * ceil(m, 16) * ceil(n, 16) * k
// medal: gold global_load_requests <= 1
// hint: What does alpha do?
// hint: Read the first sentence.
// hint: alpha * acc
// why: The definition has a factor
//   alpha.
//
// C = alpha A B. One thing is forgotten.

#include "learn/exercise.h"

__global__ void product(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                        int ldb, float *C, int ldc)
{
    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    if (row >= m || col >= n)
        return;
    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row * lda + p] * B[p * ldb + col];
    //@stub
    C[row * ldc + col] = acc; // TODO: is that all?
    //@solution
    C[row * ldc + col] = alpha * acc;
    //@end
}

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
    product<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant again
// fails: C global_load_requests
// because: all is loaded three times
//@1
for (int turn = 0; turn < 2; turn++)
    for (int p = 0; p < k; p++)
        acc += (A[row * lda + p] - A[row * lda + p]) * B[p * ldb + col];
C[row * ldc + col] = alpha * acc;
//@end

//@mutant everyone
// fails: D
// because: every thread of a block stores the same value to the block's first element, too
//@1
C[row * ldc + col] = alpha * acc;
__shared__ float last;
last = k;
//@end

//@mutant twice
// fails: R
// because: alpha twice
//@1
C[row * ldc + col] = alpha * alpha * acc;
//@end

#endif
