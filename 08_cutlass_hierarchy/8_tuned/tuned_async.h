// SPDX-License-Identifier: MIT
//
// tuned_async.h: the kernels of 8_tuned with asynchronous copies, in all configurations. No include
// guard: for each set VARIANT(tile), TRANS_B and BF16 are defined, and the file included again.

#define WAY COPY_ASYNC

#define KERNEL VARIANT(256x128)
#define WARPS_M 4
#define WARPS_N 2
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "tuned_body.h"

#define KERNEL VARIANT(128x256)
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "tuned_body.h"

#define KERNEL VARIANT(128x128)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "tuned_body.h"

#define KERNEL VARIANT(64x128)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "tuned_body.h"

#define KERNEL VARIANT(64x64)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 3
#include "tuned_body.h"

#define KERNEL VARIANT(128x64)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 4
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 2
#include "tuned_body.h"

#define KERNEL VARIANT(64x256)
#define WARPS_M 1
#define WARPS_N 8
#define MMAS_M 4
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 1
#include "tuned_body.h"

#define KERNEL VARIANT(16x128)
#define WARPS_M 1
#define WARPS_N 4
#define MMAS_M 1
#define MMAS_N 4
#define STAGES 6
#define BLOCKS_PER_SM 2
#include "tuned_body.h"

#define KERNEL VARIANT(128x32)
#define WARPS_M 4
#define WARPS_N 1
#define MMAS_M 2
#define MMAS_N 4
#define STAGES 4
#define BLOCKS_PER_SM 2
#include "tuned_body.h"

// In the order of tuned_table.c.
static tuned_kernel *const VARIANT(kernels)[TUNED_CONFIGURATIONS] = {
    VARIANT(256x128), VARIANT(128x256), VARIANT(128x128), VARIANT(64x128), VARIANT(64x64),
    VARIANT(128x64),  VARIANT(64x256),  VARIANT(16x128),  VARIANT(128x32)};

#undef VARIANT
#undef TRANS_B
#undef BF16
#undef WAY
