// SPDX-License-Identifier: MIT
//
// 8_converts_s8: 8_tuned for A and B that are int8 in memory. The tensor cores get f16, which
// represents every int8 exactly. It fetches half as many bytes as for f16.
#include "../hierarchy.h"
#include "tuned_launch.h"
#include "tuned_whole.h"

#define VARIANT(tile) gemm_converts_i8_nn_##tile
#define TRANS_A false
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_nt_##tile
#define TRANS_A false
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_tn_##tile
#define TRANS_A true
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_i8_tt_##tile
#define TRANS_A true
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_I8
#include "tuned_staged.h"

static hier_kernel *const *const whole[2][2] = {
    {gemm_converts_i8_nn_kernels, gemm_converts_i8_nt_kernels},
    {gemm_converts_i8_tn_kernels, gemm_converts_i8_tt_kernels}};
static const struct tuned_kernels kernels = {COPY_STAGED_I8, whole, gemm_converts_i8_cut};

void gemm_converts_i8(const struct gemm *g) { tuned_launch(&kernels, g); }

void gemm_converts_i8_plan(const struct hier_plan *plan, const struct gemm *g)
{
    tuned_launch_plan(&kernels, plan, g);
}
