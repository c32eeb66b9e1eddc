// SPDX-License-Identifier: MIT
//
// 8_tuned: the same idea, with everything measured: as fast as this chapter gets.
//
// What changed: a thread has 8 x 16 elements of C, so 6 float4s of shared memory feed 128
// multiply-adds; in step 7, 4 feed 64. Fragments have two sets of registers: one is loaded for the
// next p while the other is used. The loops run back and forth, so one operand stays in place. The
// tiles of the last round are split among all blocks (share.h), and a table that `make tune`
// measured chooses the block size of a problem (tuned_table.c). (tuned_width_*.cu: kernels.)
//
// Why: an SM starts one instruction per scheduler and cycle. Every other instruction
// takes the slot of a multiply-add. So does each operand that waits for a register bank.
//
// Expect: more than cuBLAS from 2048 on, in true fp32.
#include "../../common/device/cuda_check.h"
#include "../outer.h"
#include "tuned_kernel.h"

int tuned_sms(void)
{
    int device = 0, sms = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    return sms;
}

void outer_tuned(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                 float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (only_scales(alpha, k))
        alpha = 0, k = 0;
    const bool vectors = rows_are_vectors(B, n, ldb, sizeof(float), VECTOR_BYTES) &&
                         rows_are_vectors(C, n, ldc, sizeof(float), VECTOR_BYTES);
    const struct sgemm_plan plan = sgemm_choose(tuned_sms(), m, n, k, vectors);
    tuned_kernel_fn *const kernel =
        vectors ? tuned_kernel_4(plan.configuration) : tuned_kernel_1(plan.configuration);
    tuned_launch(
        kernel, &plan.share,
        tuned_shared_bytes(plan.bm, plan.bn, plan.tile_k, TUNED_STAGES(plan.slices), plan.slices),
        m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
