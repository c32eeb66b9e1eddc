// SPDX-License-Identifier: MIT
//
// segment_kernels.h: the kernels of a step that works on segments (segment.h), and their launch. A
// step's file includes it after WORK and its functions.
//
// If all operands and pieces are aligned to 16 bytes, the copies are asynchronous. Otherwise they
// are staged, and the tiles are small.
#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/hierarchy/epilogue_store.h"
#include "../../common/device/gemm/hierarchy/producer.h"

typedef void segment_kernel(WORK work);
enum { SEGMENT_LARGE, SEGMENT_SMALL, SEGMENT_STAGED, SEGMENT_KERNELS };

#define BF16 false
#define VARIANT(tile) segments_nn_##tile
#define TRANS_A false
#define TRANS_B false
#include "segment_tiles.h"

#define VARIANT(tile) segments_nt_##tile
#define TRANS_A false
#define TRANS_B true
#include "segment_tiles.h"

#define VARIANT(tile) segments_tn_##tile
#define TRANS_A true
#define TRANS_B false
#include "segment_tiles.h"

#define VARIANT(tile) segments_tt_##tile
#define TRANS_A true
#define TRANS_B true
#include "segment_tiles.h"
#undef BF16

// configuration: of segment_configuration().
static inline void segment_launch(int configuration, bool trans_a, bool trans_b, bool async,
                                  int blocks, const WORK *work)
{
    static segment_kernel *const *const kernels[2][2] = {
        {segments_nn_kernels, segments_nt_kernels}, {segments_tn_kernels, segments_tt_kernels}};
    const struct hier_configuration *c = &hier_configurations[configuration];
    const int size = configuration == PLAN_128X128 ? SEGMENT_LARGE : SEGMENT_SMALL;
    segment_kernel *const kernel = kernels[trans_a][trans_b][async ? size : SEGMENT_STAGED];
    const int shared_bytes = configuration_shared_bytes(c);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    kernel<<<blocks, configuration_threads(c), shared_bytes>>>(*work);
    CUDA_CHECK_LAUNCH();
}
