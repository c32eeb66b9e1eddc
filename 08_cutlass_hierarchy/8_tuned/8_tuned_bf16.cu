// SPDX-License-Identifier: MIT
//
// 8_tuned_bf16: 8_tuned for bf16. Only the instruction differs.
#include "../hierarchy.h"
#include "tuned_launch.h"

static const struct tuned_kernels kernels = {COPY_ASYNC, bgemm_tuned_whole, bgemm_tuned_cut};

void bgemm_tuned(const struct gemm *g) { tuned_launch(&kernels, g); }
