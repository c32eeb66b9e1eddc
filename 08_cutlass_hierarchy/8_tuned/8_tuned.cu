// SPDX-License-Identifier: MIT
//
// 8_tuned: the same kernel in several sizes, and a plan that chooses one.
//
// What changed: BK is 64, so a turn has four slices. A block goes from tile of C to tile of C, and
// its copies go ahead of it (producer.h). Operands that cp.async cannot take are packed first
// (pack_gemm.h). A table (plan_table.c) says which size of tile is fastest, and whether what is
// left of C behind whole tiles should go to smaller ones. (tuned_whole_f16.cu: kernels;
// tuned_cut_f16.cu.)
//
// Why: a large tile needs few bytes for each product, but of a small C it makes too few tiles for
// all SMs, and of an odd one a round that is nearly empty. And rows that begin anywhere took three
// times as long through registers.
//
// Expect: no bank conflicts, the same numbers for one large tile as in step 7, and the speed of
// 4096 at 4095, nearly.
#include "../hierarchy.h"
#include "tuned_launch.h"

static const struct tuned_kernels kernels = {COPY_ASYNC, hgemm_tuned_whole, hgemm_tuned_cut};

void hgemm_tuned(const struct gemm *g) { tuned_launch(&kernels, g); }

void hgemm_tuned_plan(const struct hier_plan *plan, const struct gemm *g)
{
    tuned_launch_plan(&kernels, plan, g);
}
