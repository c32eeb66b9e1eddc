// SPDX-License-Identifier: MIT
// title: Zeros after the end of K
// lesson: README.md#the-idea-one-rule-four-times
// minutes: 10
// form: sgemm
// sizes: 48 32 100; 37 41 29; 5 3 1; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: All TILE columns of As are multiplied. What is in a column that no copy wrote in this
//   turn?
// hint: The idea, "Tiles are always whole", and the comment above cp_async_ca_4() in
//   common/device/ptx/cp_async.h on its last argument.
// hint: Always start the copy: of 4 bytes inside, of 0 bytes outside. With 0 bytes the address
//   is not read, so any valid address will do.
// why: cp.async with 0 source bytes writes zeros, so a tile in shared memory is always whole
//   and the loop needs no test. A skipped copy leaves the data of two turns ago in the stage: rows
//   of another tile. Both operands must be zero there, because 0 times NaN or infinity is not 0.
//
// The tiles along K do not end where the matrix ends. fetch() starts the copy of this thread's
// element (row, col) of x. If there is no such element, the tile must contain a zero. Repair
// fetch(). Graded: the result is right for every k, and the emulated GPU reports no error: no read
// outside the matrix, and no read of memory that was never written.

#include "learn/exercise.h"
#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/ptx/cp_async.h"

enum { TILE = 16 };

struct matrix {
    const float *data;
    int rows, cols, ld;
};

static __device__ void fetch(float *to, struct matrix x, int row, int col)
{
    //@stub
    // TODO: and if there is no such element?
    if (row < x.rows && col < x.cols)
        cp_async_ca_4(to, x.data + row_major(row, col, x.ld), 4);
    //@solution
    const bool inside = row < x.rows && col < x.cols;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
    //@end
}

static __global__ void kernel(struct matrix A, struct matrix B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[2][TILE][TILE], Bs[2][TILE][TILE];
    const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    const int row = (int)blockIdx.y * TILE + ty, col = (int)blockIdx.x * TILE + tx;
    float acc = 0;
    for (int t = 0; t < ceil_div(A.cols, TILE); t++) {
        const int stage = t % 2;
        fetch(&As[stage][ty][tx], A, row, t * TILE + tx);
        fetch(&Bs[stage][ty][tx], B, t * TILE + ty, col);
        cp_async_wait_all();
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            acc += As[stage][ty][p] * Bs[stage][p][tx];
    }
    if (row < A.rows && col < B.cols)
        store_scaled(C + row_major(row, col, ldc), alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, TILE), (unsigned)ceil_div(m, TILE)), block(TILE, TILE);
    const struct matrix a = {A, m, k, lda}, b = {B, k, n, ldb};
    kernel<<<grid, block>>>(a, b, alpha, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant last_element_again
// fails: R
// because: the address is clamped to the last element, which is not zero
//@1
    const int i = smaller(row, x.rows - 1), j = smaller(col, x.cols - 1);
    cp_async_ca_4(to, x.data + row_major(i, j, x.ld), 4);
//@end

//@mutant rest_of_the_array
// fails: R, D
// because: after the end of a row comes the gap or the next row, not zeros
//@1
    const bool inside = row < x.rows;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
//@end

//@mutant rows_not_asked
// fails: R, D
// because: rows after the last one of B are read, and 0 times NaN is NaN
//@1
    const bool inside = col < x.cols;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
//@end

//@mutant zeros_under_the_copy
// fails: D
// because: zeros are stored where a copy of the same turn may still land
//@1
    const bool inside = row < x.rows && col < x.cols;
    cp_async_ca_4(to, x.data + (inside ? row_major(row, col, x.ld) : 0), inside ? 4 : 0);
    if (!inside)
        *to = 0;
//@end

#endif
