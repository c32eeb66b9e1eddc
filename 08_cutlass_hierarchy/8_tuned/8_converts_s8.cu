// SPDX-License-Identifier: MIT
//
// 8_converts_s8: 8_tuned for A and B that are int8 in memory. The tensor cores get f16, which
// represents every int8 exactly. It fetches half as many bytes as for f16.
#include "../hierarchy.h"

#define CUT 0
#define KERNELS gemm_converts_i8
#define TABLE whole
#define CONFIGURATIONS "tuned_staged.h"
#define WAY COPY_STAGED_I8
#define BF16 false
#include "tuned_layouts.h"

static const struct tuned_kernels kernels = {COPY_STAGED_I8, whole, gemm_converts_i8_cut};

void gemm_converts_i8(const struct gemm *g) { tuned_launch(&kernels, g); }

void gemm_converts_i8_plan(const struct hier_plan *plan, const struct gemm *g)
{
    tuned_launch_plan(&kernels, plan, g);
}
