// SPDX-License-Identifier: MIT
//
// launch.h: the kernels of a step and its launcher. Include it at the end of the step's file, after
// the definitions of
//
//     STEP           the launcher's name, and the start of the kernels' names
//     THREADS        of a block
//     SHARED_BYTES   of dynamic shared memory. More than 48 KiB must be dynamic, and each kernel
//                    needs permission for it (cudaFuncSetAttribute)
//     c_tile(p, trans_b, aligned)   computes this block's tile of C
//     ALIGNED(g), UNALIGNED         whether A and B can be copied in 16-byte vectors, and how they
//                                   are copied otherwise; only 7_predicated defines these
//     NO_LAUNCHER    by an experiment that includes the step and has its own kernels (show/)
//
// trans_b and aligned are literals, so there are four kernels, and none of them tests either. The
// launcher chooses one, and sets the height of panels (raster.h).
#include "../../common/device/cuda_check.h"
#include "../hierarchy.h"
#include "../../common/device/gemm/raster.h"

#ifndef NO_LAUNCHER

#ifndef ALIGNED
#define ALIGNED hier_aligned // C, too
#define UNALIGNED COPY_ASYNC // the same vectors, element by element
#endif

#define HIER_JOIN(step, name) step##name
#define HIER_NAME(step, name) HIER_JOIN(step, name)
#define HIER_KERNEL(name, trans_b, aligned) \
    __global__ void __launch_bounds__(THREADS) HIER_NAME(STEP, name)(struct hier_params p) \
    { \
        c_tile(&p, trans_b, aligned); \
    }

HIER_KERNEL(_nn, false, true)
HIER_KERNEL(_nt, true, true)
HIER_KERNEL(_nn_unaligned, false, false)
HIER_KERNEL(_nt_unaligned, true, false)

void STEP(const struct gemm *g)
{
    static void (*const kernels[2][2])(struct hier_params) = {
        {HIER_NAME(STEP, _nn_unaligned), HIER_NAME(STEP, _nn)},
        {HIER_NAME(STEP, _nt_unaligned), HIER_NAME(STEP, _nt)},
    };
    const bool aligned = ALIGNED(g);
    if (g->problem.m == 0 || g->problem.n == 0)
        return;
    struct hier_params p =
        hier_params(hier_copies(aligned ? COPY_ASYNC : UNALIGNED, g->problem.trans_b), g);
    p.panel = raster_panel(HIER_BM, HIER_BN, p.tiles_m, raster_places());
    void (*const kernel)(struct hier_params) = kernels[g->problem.trans_b][aligned];
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    kernel<<<p.tiles_m * p.tiles_n, THREADS, SHARED_BYTES>>>(p);
    CUDA_CHECK_LAUNCH();
}

#undef HIER_KERNEL
#undef HIER_NAME
#undef HIER_JOIN

#endif
