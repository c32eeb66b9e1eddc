// SPDX-License-Identifier: MIT
// title: Four floats at once, where they fit
// lesson: README.md#5-four-floats-in-one-access
// minutes: 20
// form: sgemm
// sizes: 64 64 16; 33 36 20; 16 61 9; 5 3 7; 1 1 1; ? 61 ?
// gaps: 0 0 0; 3 1 2; 1 3 5
// check: R
// check: D
// check: C global_load_requests <= 16 * ceil(m, 16) * ceil(n, 64) * (1.5 * k + 4) + n % 64 * m * k
// stub: R, D
// hint: Where does row 1 of B begin if ldb is 37? And what comes after the last column if n is
//   61?
// hint: Section 5, "Alignment": the host checks once. The counter is global_load_requests: it is
//   compared with a budget if n is a multiple of 64, and every float4 fits.
// hint: aligned = ldb % 4 == 0 && n % 4 == 0 && (uintptr_t)B % 16 == 0; in the kernel, if not
//   aligned: b[e] = load_or_zero(from + e, e < inside) for each e.
// why: A float4 is one access of 16 bytes, and the hardware accepts it only at multiples of 16
//   bytes: any other address is an error. Whether all rows of B begin at such an address is the
//   same for all threads, so the host decides once; the row's length counts too, or the last float4
//   of a row would reach beyond it. The fallback costs four times the requests, and is right.
//
// A thread computes four neighbouring elements of a row of C. The four elements of B that it needs
// for each p are neighbours too, so it loads them as one float4: a quarter of the requests. But the
// code assumes that this is always possible.
//
// A float4 must begin at a multiple of 16 bytes, and must not reach beyond the end of the row.
//   1. In exercise(): compute when all of B can be loaded in float4s.
//   2. In the kernel: load float by float otherwise; elements outside are 0.
// Checked: C is right, no diagnosis, and at 64 x 64 B still comes in float4s.

#include <stdint.h>

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"
#include "learn/exercise.h"

enum { ROWS = 16, COLS = 64 }; // of a block's tile of C
enum { THREADS_ACROSS = COLS / 4 };

static __device__ __forceinline__ void load4(float to[4], const float *from)
{
    const float4 v = *(const float4 *)from;
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

static __global__ void four_columns(int m, int n, int k, float alpha, const float *A, int lda,
                                    const float *B, int ldb, float beta, float *C, int ldc,
                                    bool aligned)
{
    const int row = blockIdx.y * ROWS + threadIdx.y;
    const int col = blockIdx.x * COLS + threadIdx.x * 4; // the first of four
    const int inside = n - col;                          // so many of them exist, if less than four
    if (row >= m || inside <= 0)
        return;

    float acc[4] = {0};
    for (int p = 0; p < k; p++) {
        const float a = A[row_major(row, p, lda)];
        const float *from = &B[row_major(p, col, ldb)];
        float b[4];
        //@stub
        load4(b, from); // TODO: and if not aligned?
        (void)aligned;  // not used yet: delete this line
        //@solution
        if (aligned)
            load4(b, from);
        else
            for (int e = 0; e < 4; e++)
                b[e] = load_or_zero(from + e, e < inside);
        //@end
        for (int e = 0; e < 4; e++)
            acc[e] += a * b[e];
    }
    for (int e = 0; e < 4; e++)
        if (e < inside)
            store_scaled(&C[row_major(row, col + e, ldc)], alpha, acc[e], beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    //@stub
    const bool aligned = true; // TODO: when?
    //@solution
    const bool aligned = ldb % 4 == 0 && n % 4 == 0 && (uintptr_t)B % 16 == 0;
    //@end
    const dim3 grid(ceil_div(n, COLS), ceil_div(m, ROWS)), block(THREADS_ACROSS, ROWS);
    four_columns<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, aligned);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant aligned_copy
// fails: D
// because: B is copied to where every row is aligned, and the copy is never freed
//@2
    const int copied_ld = ceil_div(n, 4) * 4;
    float *copy;
    CUDA_CHECK(cudaMalloc((void **)&copy, sizeof(float) * k * copied_ld));
    CUDA_CHECK(cudaMemset(copy, 0, sizeof(float) * k * copied_ld));
    CUDA_CHECK(cudaMemcpy2D(copy, sizeof(float) * copied_ld, B, sizeof(float) * ldb,
                            sizeof(float) * n, k, cudaMemcpyDeviceToDevice));
    B = copy, ldb = copied_ld;
    const bool aligned = true;
//@end

//@mutant ld_alone
// fails: R, D
// because: rows begin at 16 bytes, but 61 columns end within a float4: the last one leaves B
//@2
    const bool aligned = ldb % 4 == 0;
//@end

//@mutant length_alone
// fails: R, D
// because: n is a multiple of 4, but rows are 37 floats apart: the second begins at 148 bytes
//@2
    const bool aligned = n % 4 == 0;
//@end

//@mutant never
// fails: C global_load_requests
// because: right everywhere, but float by float: four requests for each float4
//@1
        for (int e = 0; e < 4; e++)
            b[e] = load_or_zero(from + e, e < inside);
        (void)aligned;
//@end

//@mutant tail_is_lost
// fails: R
// because: where fewer than four columns are left none of them is loaded
//@from
                b[e] = load_or_zero(from + e, e < inside);
//@to
                b[e] = load_or_zero(from + e, inside >= 4);
//@end

#endif
