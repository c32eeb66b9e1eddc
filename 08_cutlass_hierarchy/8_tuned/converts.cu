// SPDX-License-Identifier: MIT
//
// converts.cu: 8_tuned for A and B that are f32 or int8 in memory and f16 for the tensor cores.
//
// Elements that pass through registers on their way to shared memory can change there (CUTLASS: the
// transformer of a global load stream): f32 is rounded to f16, int8 fits into it. So nothing has to
// be converted beforehand, and of int8 half as many bytes are fetched as of f16.
#include "../hierarchy.h"
#include "tuned_launch.h"

#define VARIANT(tile) gemm_converts_f32_nn_##tile
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_nt_##tile
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_nn_##tile
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_nt_##tile
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

void gemm_converts_f32(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                       int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a;
    if (m > 0 && n > 0)
        tuned_launch(trans_b ? gemm_converts_f32_nt_kernels : gemm_converts_f32_nn_kernels,
                     COPY_STAGED_F32, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void gemm_converts_i8(bool trans_a, bool trans_b, int m, int n, int k, double alpha, const void *A,
                      int lda, const void *B, int ldb, double beta, void *C, int ldc)
{
    (void)trans_a;
    if (m > 0 && n > 0)
        tuned_launch(trans_b ? gemm_converts_i8_nt_kernels : gemm_converts_i8_nn_kernels,
                     COPY_STAGED_I8, trans_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void gemm_converts_i8_plan(const struct hier_plan *plan, int n, int k, const void *A, const void *B,
                           void *C)
{
    tuned_launch_plan(plan, gemm_converts_i8_nn_kernels, COPY_STAGED_I8, false, k, 1, A, k, B, n, 0,
                      C, n);
}
