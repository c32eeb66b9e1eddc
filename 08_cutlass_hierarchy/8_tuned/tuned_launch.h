// SPDX-License-Identifier: MIT
//
// tuned_launch.h: the tables of 8_tuned's kernels, and their launch. For .cu files.
#ifndef HIER_TUNED_LAUNCH_H
#define HIER_TUNED_LAUNCH_H

#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../../common/device/gemm/hierarchy/plan_launch.h"

// A step's kernels for each layout, [trans_a][trans_b], and each configuration that has one: for
// whole tiles, and for tiles that are cut.
struct tuned_kernels {
    enum copy_way way;
    hier_kernel *const *const (*whole)[2];
    hier_kernel *const *const (*cut)[2];
};
// They are in separate files, which compile in parallel.
extern hier_kernel *const *const hgemm_tuned_whole[2][2];
extern hier_kernel *const *const bgemm_tuned_whole[2][2];
extern hier_kernel *const *const hgemm_tuned_cut[2][2];
extern hier_kernel *const *const bgemm_tuned_cut[2][2];
extern hier_kernel *const *const gemm_converts_f32_cut[2][2];
extern hier_kernel *const *const gemm_converts_i8_cut[2][2];

// Runs one plan with its kernel.
static inline void tuned_launch_plan(const struct tuned_kernels *kernels,
                                     const struct hier_plan *plan, const struct gemm *g)
{
    hier_kernel *const *const(*const tables)[2] =
        splits_tiles(&plan->share) ? kernels->cut : kernels->whole;
    hier_kernel *const *const of_tiles = tables[g->problem.trans_a][g->problem.trans_b];
    hier_launch_kernel(of_tiles[plan->configuration], kernels->way, plan, g);
}

// Runs the best schedule on the current GPU.
static inline void tuned_launch(const struct tuned_kernels *kernels, const struct gemm *g)
{
    const bool staged = kernels->way != COPY_ASYNC;
    if (g->problem.m == 0 || g->problem.n == 0)
        return;
    const struct gemm taken = staged ? *g : pack(g);
    const struct hier_device device = hier_device();
    const struct hier_schedule schedule = hier_choose(&device, &g->problem, staged);
    // The driver calls hier_tuned_fits() or converts_fits() first.
    CUDA_CHECK(schedule.launches > 0 ? cudaSuccess : cudaErrorInvalidConfiguration);
    for (int i = 0; i < schedule.launches; i++)
        tuned_launch_plan(kernels, &schedule.launch[i], &taken);
}

#endif
