// SPDX-License-Identifier: MIT
//
// launch.h: the kernels of a step and its launcher. Included at the end of the step's file, which
// has said before
//
//     STEP           the launcher's name, and how the kernels' names begin
//     BM, BN         its tile of C
//     THREADS        in a block
//     SHARED_BYTES   of dynamic shared memory, but for its alignment
//     CLUSTER        blocks in a cluster; left out: 1
//     ACROSS         of them, those that stand side by side (the others one below the other); left
//                    out: 1
//     TYPE, TYPE_C   of A and B, and of C; left out: f16, f32
//     BY_THREADS     true where the block's threads copy A and B, and not TMA; left out: false
//     A_NOT_TRANSPOSED    if defined: NN and NT only
//     K_MAJOR        if defined: one kernel, for NT; the others become that before the launch
//     PERSISTENT     if defined: as many blocks as run at a time, which take tile after tile
//     c_tiles(p, trans_a, trans_b)    what a block does
//
// Whether A and B are transposed are literals, so there are four kernels, and none of them asks.
#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/index.h"
#include "../hopper.h"
#include "tile.h"

#ifndef CLUSTER
#define CLUSTER 1
#endif
#ifndef ACROSS
#define ACROSS 1
#endif
#ifndef TYPE
#define TYPE WGMMA_OF_F16
#endif
#ifndef TYPE_C
#define TYPE_C HOPPER_C_F32
#endif
#ifndef BY_THREADS
#define BY_THREADS false
#endif
#if CLUSTER > 1
#define HOPPER_CLUSTER __cluster_dims__(CLUSTER, 1, 1)
#else
#define HOPPER_CLUSTER
#endif
#define HOPPER_JOIN(step, name) step##name
#define HOPPER_NAME(step, name) HOPPER_JOIN(step, name)
#define HOPPER_KERNEL(name, trans_a, trans_b) \
    __global__ void __launch_bounds__(THREADS) HOPPER_CLUSTER HOPPER_NAME(STEP, name)( \
        const __grid_constant__ struct hopper_params p) \
    { \
        c_tiles(&p, trans_a, trans_b); \
    }

HOPPER_KERNEL(_nt, false, true)
#ifdef K_MAJOR
#define HOPPER_OF(name) HOPPER_NAME(STEP, _nt)
#else
#define HOPPER_OF(name) HOPPER_NAME(STEP, name)
HOPPER_KERNEL(_nn, false, false)
#ifndef A_NOT_TRANSPOSED
HOPPER_KERNEL(_tn, true, false)
HOPPER_KERNEL(_tt, true, true)
#endif
#endif

void STEP(const struct gemm *g)
{
    static void (*const kernels[2][2])(const struct hopper_params) = {
        {HOPPER_OF(_nn), HOPPER_OF(_nt)},
#ifndef A_NOT_TRANSPOSED
        {HOPPER_OF(_tn), HOPPER_OF(_tt)},
#endif
    };
    if (hopper_only_scales(g, TYPE_C))
        return;
    const struct hopper_shape shape = {.bm = BM,
                                       .bn = BN,
                                       .cluster = CLUSTER / ACROSS,
                                       .across = ACROSS,
                                       .by_threads = BY_THREADS,
                                       .type = TYPE,
                                       .type_c = TYPE_C};
    const struct hopper_params p = hopper_params(shape, g);
    void (*const kernel)(const struct hopper_params) =
        kernels[g->problem.trans_a][g->problem.trans_b];
    const int bytes = (int)SHARED_BYTES + TILE_ALIGN;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    int clusters = p.tiles_m * p.tiles_n;
#ifdef PERSISTENT
    clusters = smaller(clusters, raster_places() / CLUSTER);
#endif
    kernel<<<clusters * CLUSTER, THREADS, bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}

#undef HOPPER_KERNEL
#undef HOPPER_OF
#undef HOPPER_NAME
#undef HOPPER_JOIN
#undef HOPPER_CLUSTER
