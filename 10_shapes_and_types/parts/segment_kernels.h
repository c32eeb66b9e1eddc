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

#define BF16 false
#define VARIANT(tile) segments_nn_##tile
#define TRANS_B false
#include "segment_tiles.h"

#define VARIANT(tile) segments_nt_##tile
#define TRANS_B true
#include "segment_tiles.h"
#undef BF16

// configuration: of segment_configuration().
static inline void segment_launch(int configuration, bool trans_b, bool async, int blocks,
                                  const WORK *work)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    segment_kernel *const large = trans_b ? segments_nt_128x128 : segments_nn_128x128;
    segment_kernel *const small = trans_b ? segments_nt_64x64 : segments_nn_64x64;
    segment_kernel *const staged = trans_b ? segments_nt_64x64_staged : segments_nn_64x64_staged;
    segment_kernel *const kernel = !async ? staged : configuration == PLAN_128X128 ? large : small;
    const int shared_bytes = configuration_shared_bytes(c);
    CUDA_CHECK(cudaFuncSetAttribute((const void *)kernel,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    kernel<<<blocks, configuration_threads(c), shared_bytes>>>(*work);
    CUDA_CHECK_LAUNCH();
}
