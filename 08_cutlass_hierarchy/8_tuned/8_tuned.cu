// SPDX-License-Identifier: MIT
//
// 8_tuned: the same kernel in several sizes, and a plan that chooses one.
//
// What changed: BK is 64, so a turn has four slices. A block computes several tiles of C, and its
// copies run ahead of it (producer.h). Operands that cp.async cannot take are packed first
// (pack_gemm.h). A table (plan_table.c) decides which tile size is fastest, and whether smaller
// tiles compute the border of C. (tuned_layouts.h makes the kernels of each layout, and kernels.awk
// writes a source for whole tiles and one for cut tiles.)
//
// Why: large tiles need few bytes for each product. But a small C has too few of them for all SMs,
// and an odd C needs a round that is nearly empty. And if rows begin anywhere, a turn through
// registers takes three times as long.
//
// Expect: no bank conflicts, the same counters for one large tile as in step 7, and at 4095 almost
// the speed of 4096.
#include "../hierarchy.h"
#include "tuned_launch.h"

static const struct tuned_kernels kernels = {COPY_ASYNC, hgemm_tuned_whole, hgemm_tuned_cut};

void hgemm_tuned(const struct gemm *g) { tuned_launch(&kernels, g); }

void hgemm_tuned_plan(const struct hier_plan *plan, const struct gemm *g)
{
    tuned_launch_plan(&kernels, plan, g);
}
