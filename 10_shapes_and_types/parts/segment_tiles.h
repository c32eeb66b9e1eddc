// SPDX-License-Identifier: MIT
//
// segment_tiles.h: the kernels for segments in two tile sizes, and the small one with staged
// copies, too. No include guard: the file is included once for each layout of A and B, with
// VARIANT(tile), TRANS_A and TRANS_B defined. The sizes are those of plan_table.c.

#define KERNEL VARIANT(128x128)
#define WAY COPY_ASYNC
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef WAY

#define KERNEL VARIANT(64x64)
#define WAY COPY_ASYNC
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 3
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef WAY

#define KERNEL VARIANT(64x64_staged)
#define WAY COPY_STAGED_16
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 3
#include "../../common/device/gemm/hierarchy/main_loop.h"
#undef WAY

static segment_kernel *const VARIANT(kernels)[SEGMENT_KERNELS] = {VARIANT(128x128), VARIANT(64x64),
                                                                  VARIANT(64x64_staged)};

#undef VARIANT
#undef TRANS_A
#undef TRANS_B
