// SPDX-License-Identifier: MIT
//
// 8_tuned: the same idea, with everything measured: as fast as this chapter gets.
//
// What changed: a thread has 8 x 16 elements of C, so 6 float4s of shared memory feed 128
// multiply-adds, not 4 feed 64. The fragments have two sets of registers: the next p's are loaded
// while this one's are used. The loops go there and back, so that one operand stays in place. The
// tiles of the last round are split among all blocks (tuned_share.h), and which block size takes a
// problem stands in a table (tuned_table.c) that `make tune` measured.
//
// Why: an SM starts one instruction per scheduler and cycle. What is no multiply-add takes the
// place of one, and so does each operand that must wait for a bank of the register file.
//
// Expect: more than cuBLAS from 2048 on, in true fp32.
#include "../../common/device/cuda_check.h"
#include "../outer.h"
#include "tuned_kernel.h"

#define KERNEL sgemm_tuned_128x256_1
#define WARPS_DOWN 2
#define WARPS_ACROSS 4
#define SLICES 1
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_128x256_4
#define WARPS_DOWN 2
#define WARPS_ACROSS 4
#define SLICES 1
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_256x128_1
#define WARPS_DOWN 4
#define WARPS_ACROSS 2
#define SLICES 1
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_256x128_4
#define WARPS_DOWN 4
#define WARPS_ACROSS 2
#define SLICES 1
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_128x128_1
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define SLICES 2
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_128x128_4
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define SLICES 2
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_64x128_1
#define WARPS_DOWN 1
#define WARPS_ACROSS 2
#define SLICES 4
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_64x128_4
#define WARPS_DOWN 1
#define WARPS_ACROSS 2
#define SLICES 4
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_128x64_1
#define WARPS_DOWN 2
#define WARPS_ACROSS 1
#define SLICES 4
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_128x64_4
#define WARPS_DOWN 2
#define WARPS_ACROSS 1
#define SLICES 4
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_64x64_1
#define WARPS_DOWN 1
#define WARPS_ACROSS 1
#define SLICES 8
#define WIDTH 1
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

#define KERNEL sgemm_tuned_64x64_4
#define WARPS_DOWN 1
#define WARPS_ACROSS 1
#define SLICES 8
#define WIDTH 4
#define BK TUNED_BK
#define STAGES TUNED_STAGES(SLICES)
#include "tuned_body.h"

// In the order of tuned_table.c: for single floats, and for float4s.
static tuned_kernel_fn *const kernels[TUNED_CONFIGURATIONS][2] = {
    {sgemm_tuned_128x256_1, sgemm_tuned_128x256_4}, {sgemm_tuned_256x128_1, sgemm_tuned_256x128_4},
    {sgemm_tuned_128x128_1, sgemm_tuned_128x128_4}, {sgemm_tuned_64x128_1, sgemm_tuned_64x128_4},
    {sgemm_tuned_128x64_1, sgemm_tuned_128x64_4},   {sgemm_tuned_64x64_1, sgemm_tuned_64x64_4},
};

void outer_tuned(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                 float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (alpha == 0 || k == 0) { // C = beta C: A and B are not read
        alpha = 0;
        k = 0;
    }
    const bool vectors = can_be_vectors(B, n, ldb) && can_be_vectors(C, n, ldc);
    const struct tuned_plan plan = tuned_choose(m, n, k, vectors);
    tuned_launch(
        kernels[plan.configuration][vectors], &plan.share,
        tuned_shared_bytes(plan.bm, plan.bn, plan.tile_k, TUNED_STAGES(plan.slices), plan.slices),
        m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
