// SPDX-License-Identifier: MIT
//
// split_launch.h: tuned_split.h's kernels for one type of A and B, and their launcher. Included
// after tuned_split.h and
//
//     STEP    the launcher's name, and how the kernels' names begin
//     TYPE    of A and B
//
// It undefines these two, so that a file can include it for another type.
#define PARAMS struct split_params
#define C_TILES(p, trans_a, trans_b) c_tiles(p, trans_a, trans_b, TYPE)
#include "../parts/kernels.h"

// The cluster's size is chosen at run time, which launch.h cannot do.
void STEP(const struct gemm *g, enum hopper_type_c type_c, int blocks, bool swapped)
{
    // A and B in the roles of the tile: its rows along k (N), or k along its rows (T).
    const struct gemm roles = swapped ? tuned_swapped(g) : *g;
    const int wide = roles.problem.trans_b ? smaller(WIDE, roles.problem.n) : (int)WIDE;
    const struct hopper_shape shape = {
        .bm = BM, .bn = wide, .down = 1, .type = TYPE, .type_c = type_c, .c_by_threads = true};
    struct split_params p = {.g = hopper_launch_packing_for(shape, &roles),
                             .blocks = blocks,
                             .wide = wide,
                             .swapped = swapped};
    p.g.m = g->problem.m, p.g.n = g->problem.n;
    const int c_bytes = hopper_c_bytes(type_c);
    p.in_vectors = rows_are_vectors(g->C, g->problem.n, g->problem.ldc, c_bytes, 4 * c_bytes);
    void (*const kernel)(const struct split_params) =
        KERNELS[roles.problem.trans_a][roles.problem.trans_b];
    const struct operand_tile b_tile = {WIDE, roles.problem.trans_b, TYPE};
    p.stages = tuned_split_stages(BM, WIDE, blocks, p.g.tiles_m * p.g.tiles_n, stage_bytes(b_tile),
                                  raster_places());
    const int bytes = p.stages * stage_bytes(b_tile) + TILE_ALIGN;
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaLaunchAttribute cluster = {.id = cudaLaunchAttributeClusterDimension};
    cluster.val.clusterDim.x = (unsigned)blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {
        .gridDim = dim3((unsigned)(p.g.tiles_m * p.g.tiles_n * blocks)),
        .blockDim = dim3(THREADS),
        .dynamicSmemBytes = (size_t)bytes,
        .attrs = &cluster,
        .numAttrs = blocks > 1 ? 1u : 0u,
    };
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, p));
    CUDA_CHECK_LAUNCH();
}
#undef STEP
#undef TYPE
