// SPDX-License-Identifier: MIT
//
// launch.h: what all launchers of this chapter do in the end. For .cu files.
#ifndef HIER_LAUNCH_H
#define HIER_LAUNCH_H

#include "../../common/device/cuda_check.h"
#include "../hierarchy.h"

typedef void hier_kernel(struct hier_params p);

// The four kernels of a step: for B as k x n and as n x k, and of each the one for any alignment
// and the one for aligned operands.
struct hier_kernels {
    hier_kernel *nn[2], *nt[2]; // [hier_aligned()]
};

// A block for each tile of C. A block may have more than 48 KiB of shared memory only where its
// kernel was allowed to, and then only as dynamic shared memory.
static inline void hier_launch(const struct hier_kernels *kernels, const struct hier_params *p,
                               struct hier_shape s, size_t dynamic_shared, bool trans_b)
{
    const bool aligned = hier_aligned(p);
    hier_kernel *const kernel = trans_b ? kernels->nt[aligned] : kernels->nn[aligned];
    CUDA_CHECK(cudaFuncSetAttribute(
        (const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)dynamic_shared));
    kernel<<<p->tiles_m * p->tiles_n, hier_threads(s), dynamic_shared>>>(*p);
    CUDA_CHECK_LAUNCH();
}

#endif
