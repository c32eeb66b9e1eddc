// SPDX-License-Identifier: MIT
//
// plan_launch.h: the launch of a plan. For .cu files.
#ifndef HIERARCHY_PLAN_LAUNCH_H
#define HIERARCHY_PLAN_LAUNCH_H

#include "../../cuda_check.h"
#include "plan.h"

typedef void hier_kernel(struct hier_params p);

// Runs one plan with a kernel of its configuration.
static inline void hier_launch_kernel(hier_kernel *kernel, enum copy_way way,
                                      const struct hier_plan *plan, const struct gemm *g)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct hier_params p = hier_plan_params(plan, way, g);
    const int shared_bytes = configuration_shared_bytes(c);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    kernel<<<plan->share.blocks, configuration_threads(c), shared_bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}

#endif
