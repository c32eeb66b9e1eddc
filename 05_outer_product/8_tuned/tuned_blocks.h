// SPDX-License-Identifier: MIT
//
// tuned_blocks.h: 8_tuned's kernel for each size of its blocks, in the order of tuned_table.c. It
// has no include guard: VARIANT(name), WIDTH, BK and STAGES (tuned_body.h) are defined before each
// include.

#define KERNEL VARIANT(sgemm_tuned_128x256)
#define WARPS_DOWN 2
#define WARPS_ACROSS 4
#define SLICES 1
#include "tuned_body.h"

#define KERNEL VARIANT(sgemm_tuned_256x128)
#define WARPS_DOWN 4
#define WARPS_ACROSS 2
#define SLICES 1
#include "tuned_body.h"

#define KERNEL VARIANT(sgemm_tuned_128x128)
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define SLICES 2
#include "tuned_body.h"

#define KERNEL VARIANT(sgemm_tuned_64x128)
#define WARPS_DOWN 1
#define WARPS_ACROSS 2
#define SLICES 4
#include "tuned_body.h"

#define KERNEL VARIANT(sgemm_tuned_128x64)
#define WARPS_DOWN 2
#define WARPS_ACROSS 1
#define SLICES 4
#include "tuned_body.h"

#define KERNEL VARIANT(sgemm_tuned_64x64)
#define WARPS_DOWN 1
#define WARPS_ACROSS 1
#define SLICES 8
#include "tuned_body.h"

static tuned_kernel_fn *const VARIANT(row)[TUNED_CONFIGURATIONS] = {
    VARIANT(sgemm_tuned_128x256), VARIANT(sgemm_tuned_256x128), VARIANT(sgemm_tuned_128x128),
    VARIANT(sgemm_tuned_64x128),  VARIANT(sgemm_tuned_128x64),  VARIANT(sgemm_tuned_64x64),
};

#undef VARIANT
#undef WIDTH
#undef BK
#undef STAGES
