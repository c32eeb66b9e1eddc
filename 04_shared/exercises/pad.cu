// SPDX-License-Identifier: MIT
// title: One more column
// lesson: README.md#banks
// minutes: 10
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 1; ? ? ?
// check: R
// check: D
// check: C shared_load_wavefronts <= 70 * ceil(m, 32) * ceil(n, 32) * ceil(k, 32) * 32
// stub: C shared_load_wavefronts
// hint: In which bank does column p of As begin its next row? And the row below that?
// hint: Read the lesson's section on banks; wavefronts are what one load of a warp takes.
// hint: A row of 33 words moves each row to the next bank: As[32][33].
// why: The 32 lanes of a warp read one column of As. With rows of 32 words all of them lie in one
//   bank, and the load takes 32 wavefronts. With one word more the rows begin in different banks.
//
// The kernel below is right, and slow in one place: a warp reads a column of As, and all of its 32
// words lie in one bank. Change the array, not the loops.

#include "common/learn/exercise.h"

#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { TILE = 32 };

__global__ void product(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                        int ldb, float beta, float *C, int ldc)
{
//@stub
    __shared__ float As[TILE][TILE]; // TODO: in which bank is As[x][p], for each x?
//@solution
    __shared__ float As[TILE][TILE + 1];
//@end
    __shared__ float Bs[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.x * TILE + x, col = blockIdx.y * TILE + y;
    float acc = 0;
    for (int p0 = 0; p0 < k; p0 += TILE) {
        const int a_row = blockIdx.x * TILE + y;
        As[y][x] = load_or_zero(&A[row_major(a_row, p0 + x, lda)], a_row < m && p0 + x < k);
        const int b_col = blockIdx.y * TILE + x;
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, b_col, ldb)], p0 + y < k && b_col < n);
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            acc += As[x][p] * Bs[p][y];
        __syncthreads();
    }
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k))
        alpha = 0, k = 0;
    const dim3 grid(ceil_div(m, TILE), ceil_div(n, TILE)), block(TILE, TILE);
    product<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
