// SPDX-License-Identifier: MIT
// title: Threads without an element
// lesson: README.md#the-code
// minutes: 5
// form: sgemm
// sizes: 37 41 29; 33 65 1; 1 1 1; ? ? ?
// scales: 1 0; 2 0
// check: R
// check: D
// stub: R, D
// hint: How many threads does a grid of 16 x 16 blocks have for a C of 37 x 41?
// hint: Read the lesson's section on the edge; the diagnosis names the thread that has no element.
// hint: if (row < m && col < n) around all that touches memory.
// why: The grid is rounded up to whole blocks: threads beyond the edge have no element, and must not
//   touch memory.
//
// The kernel computes one element of C a thread. Some threads have none. Let them do nothing.

#include "common/learn/exercise.h"

#include "common/device/epilogue.h"
#include "common/device/index.h"

__global__ void product(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                        int ldb, float beta, float *C, int ldc)
{
//@stub
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: which threads have nothing to do?
//@solution
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n)
        return;
//@end
    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    const dim3 block(16, 16), grid(ceil_div(n, 16), ceil_div(m, 16));
    product<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
