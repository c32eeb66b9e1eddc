// SPDX-License-Identifier: MIT
//
// launch.h: the kernels of a step and its launcher. Included at the end of the step's file, after
//
//     STEP           the launcher's name, and how the kernels' names begin
//     BM, BN         its tile of C
//     THREADS        in a block
//     SHARED_BYTES   of dynamic shared memory, without its alignment
//     CLUSTER        blocks in a cluster; default: 1
//     ACROSS         those of them that are side by side (the other blocks are one below another);
//                    default: 1
//     TYPE, TYPE_C   of A and B, and of C; default: f16, f32
//     BY_THREADS     true if the block's threads copy A and B, and not TMA; default: false
//     A_NOT_TRANSPOSED    if defined: NN and NT only
//     SCALED         true if A and B have scales; default: false
//     SPLIT          true if A and B are split into tf32 parts; default: false
//     ADDS_TO_C      true if TMA may add to C when beta is 1 (store_tma.h); default: false
//     K_MAJOR        if defined: one kernel, for NT; other layouts are first copied to NT
//     PANEL          height of a panel in tiles; default: by raster_panel()
//     PERSISTENT     if defined: as many blocks as run at the same time compute tile after tile
//     C_TILES(p, trans_a, trans_b)    what a block does; default: c_tiles() (kernels.h)
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
#ifndef SCALED
#define SCALED false
#endif
#ifndef SPLIT
#define SPLIT false
#endif
#ifndef ADDS_TO_C
#define ADDS_TO_C false
#endif
#ifndef PANEL
#define PANEL 0
#endif
#if CLUSTER > 1
#define OF_CLUSTER __cluster_dims__(CLUSTER, 1, 1)
#endif
#define PARAMS struct hopper_params
#include "kernels.h"

void STEP(const struct gemm *g)
{
    if (hopper_only_scales(g, TYPE_C))
        return;
    const struct hopper_shape shape = {.bm = BM,
                                       .bn = BN,
                                       .down = CLUSTER / ACROSS,
                                       .across = ACROSS,
                                       .panel = PANEL,
                                       .type = TYPE,
                                       .type_c = TYPE_C,
                                       .by_threads = BY_THREADS,
                                       .scaled = SCALED,
                                       .split = SPLIT,
                                       .adds = ADDS_TO_C};
    const struct hopper_params p = hopper_launch_packing_for(shape, g);
    void (*const kernel)(const struct hopper_params) =
        KERNELS[g->problem.trans_a][g->problem.trans_b];
    const int bytes = (int)SHARED_BYTES + TILE_ALIGN;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    int clusters = p.tiles_m * p.tiles_n;
#ifdef PERSISTENT
    clusters = smaller(clusters, hopper_clusters(CLUSTER));
#endif
    kernel<<<clusters * CLUSTER, THREADS, bytes>>>(p);
    CUDA_CHECK_LAUNCH();
}
