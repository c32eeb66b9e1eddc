// SPDX-License-Identifier: MIT
//
// tuned_launch.h: what the kernels of 8_tuned stand on, and their launch. For .cu files.
#ifndef HIER_TUNED_LAUNCH_H
#define HIER_TUNED_LAUNCH_H

#include "../../common/device/cuda_check.h"
#include "../parts/epilogue_store.h"
#include "../parts/pack.h"
#include "../parts/producer.h"
#include "tuned_parts.h"
#include "tuned.h"

typedef void tuned_kernel(struct hier_params p);

// Runs one plan by a kernel of its configuration.
static inline void tuned_launch_kernel(tuned_kernel *kernel, enum copy_way way,
                                       const struct hier_plan *plan, const struct gemm *g)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct hier_params p = tuned_params(plan, way, g);
    const int shared_bytes = tuned_shared_bytes(c);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    kernel<<<plan->share.blocks, tuned_threads(c), shared_bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}

// The same. kernels: of each configuration, made for these transposes and this way.
static inline void tuned_launch_plan(tuned_kernel *const *kernels, enum copy_way way,
                                     const struct hier_plan *plan, const struct gemm *g)
{
    tuned_launch_kernel(kernels[plan->configuration], way, plan, g);
}

// Runs the best schedule on the GPU that is current. kernels: NN, NT.
static inline void tuned_launch(tuned_kernel *const *const kernels[2], enum copy_way way,
                                const struct gemm *g)
{
    if (g->problem.m == 0 || g->problem.n == 0)
        return;
    const struct gemm taken = way == COPY_ASYNC ? pack(g) : *g;
    const struct tuned_device device = tuned_device();
    const struct hier_schedule schedule = hier_choose(&device, &g->problem, way != COPY_ASYNC);
    // The step's row asks hier_tuned_fits() or converts_fits() before.
    CUDA_CHECK(schedule.launches > 0 ? cudaSuccess : cudaErrorInvalidConfiguration);
    for (int i = 0; i < schedule.launches; i++)
        tuned_launch_plan(kernels[g->problem.trans_b], way, &schedule.launch[i], &taken);
}

#endif
