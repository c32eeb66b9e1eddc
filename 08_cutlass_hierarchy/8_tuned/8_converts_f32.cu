// SPDX-License-Identifier: MIT
//
// 8_converts_f32: 8_tuned for A and B that are f32 in memory and f16 for the tensor cores.
//
// Elements that pass through registers before shared memory can change there (CUTLASS: the
// transformer of a global load stream). f32 is rounded to f16, so no separate conversion is needed.
#include "../hierarchy.h"
#include "tuned_launch.h"
#include "tuned_whole.h"

#define VARIANT(tile) gemm_converts_f32_nn_##tile
#define TRANS_A false
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_nt_##tile
#define TRANS_A false
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_tn_##tile
#define TRANS_A true
#define TRANS_B false
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

#define VARIANT(tile) gemm_converts_f32_tt_##tile
#define TRANS_A true
#define TRANS_B true
#define BF16 false
#define WAY COPY_STAGED_F32
#include "tuned_staged.h"

static hier_kernel *const *const whole[2][2] = {
    {gemm_converts_f32_nn_kernels, gemm_converts_f32_nt_kernels},
    {gemm_converts_f32_tn_kernels, gemm_converts_f32_tt_kernels}};
static const struct tuned_kernels kernels = {COPY_STAGED_F32, whole, gemm_converts_f32_cut};

void gemm_converts_f32(const struct gemm *g) { tuned_launch(&kernels, g); }
