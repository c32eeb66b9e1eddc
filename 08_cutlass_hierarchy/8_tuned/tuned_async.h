// SPDX-License-Identifier: MIT
//
// tuned_async.h: the configurations of 8_tuned with asynchronous copies. Included by
// tuned_layouts.h, for each layout. If tiles are cut (CUT), only four of them have a kernel.

#if !CUT
#define KERNEL VARIANT(256x128)
#define WARPS_M 4
#define WARPS_N 2
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"

#define KERNEL VARIANT(128x128)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "../../common/device/gemm/hierarchy/main_loop.h"

#define KERNEL VARIANT(64x128)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "../../common/device/gemm/hierarchy/main_loop.h"
#endif

#define KERNEL VARIANT(128x256)
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"

#define KERNEL VARIANT(64x64)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 3
#include "../../common/device/gemm/hierarchy/main_loop.h"

#define KERNEL VARIANT(16x128)
#define WARPS_M 1
#define WARPS_N 4
#define MMAS_M 1
#define MMAS_N 4
#define STAGES 6
#define BLOCKS_PER_SM 2
#include "../../common/device/gemm/hierarchy/main_loop.h"

#define KERNEL VARIANT(128x32)
#define WARPS_M 4
#define WARPS_N 1
#define MMAS_M 2
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 2
#include "../../common/device/gemm/hierarchy/main_loop.h"

// In the order of plan_table.c.
static hier_kernel *const VARIANT(kernels)[PLAN_CONFIGURATIONS] = {
#if CUT
    NULL,
    NULL,
    NULL,
#else
    VARIANT(256x128), VARIANT(128x128), VARIANT(64x128),
#endif
    VARIANT(128x256),
    VARIANT(64x64),
    VARIANT(16x128),
    VARIANT(128x32)};

#undef VARIANT
#undef TRANS_A
#undef TRANS_B
