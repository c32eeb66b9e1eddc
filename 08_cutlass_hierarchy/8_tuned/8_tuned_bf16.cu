// SPDX-License-Identifier: MIT
//
// 8_tuned_bf16: 8_tuned for bf16: another instruction, all else as it is.
#include "../hierarchy.h"
#include "tuned_launch.h"
#include "tuned_whole.h"

#define VARIANT(tile) bgemm_tuned_nn_##tile
#define TRANS_B false
#define BF16 true
#define CUT 0
#include "tuned_async.h"

#define VARIANT(tile) bgemm_tuned_nt_##tile
#define TRANS_B true
#define BF16 true
#define CUT 0
#include "tuned_async.h"

static const struct tuned_kernels kernels = {
    COPY_ASYNC, {bgemm_tuned_nn_kernels, bgemm_tuned_nt_kernels}, bgemm_tuned_cut};

void bgemm_tuned(const struct gemm *g) { tuned_launch(&kernels, g); }
