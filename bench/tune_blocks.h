// SPDX-License-Identifier: MIT
//
// tune_blocks.h: 8_tuned's kernel for each size of its blocks. No include guard: bench/tune.cu
// defines VARIANT(name), TUNE_BK, TUNE_STAGES and TUNE_WIDTH and includes it again.
//
// Order and names are those of tuned_table.c.

#define BK TUNE_BK
#define STAGES TUNE_STAGES
#define WIDTH TUNE_WIDTH
#define KERNEL VARIANT(tune_2x4)
#define WARPS_DOWN 2
#define WARPS_ACROSS 4
#define SLICES 1
#include "05_outer_product/8_tuned/tuned_body.h"

#define BK TUNE_BK
#define STAGES TUNE_STAGES
#define WIDTH TUNE_WIDTH
#define KERNEL VARIANT(tune_4x2)
#define WARPS_DOWN 4
#define WARPS_ACROSS 2
#define SLICES 1
#include "05_outer_product/8_tuned/tuned_body.h"

#define BK TUNE_BK
#define STAGES TUNE_STAGES
#define WIDTH TUNE_WIDTH
#define KERNEL VARIANT(tune_2x2)
#define WARPS_DOWN 2
#define WARPS_ACROSS 2
#define SLICES 2
#include "05_outer_product/8_tuned/tuned_body.h"

#define BK TUNE_BK
#define STAGES TUNE_STAGES
#define WIDTH TUNE_WIDTH
#define KERNEL VARIANT(tune_1x2)
#define WARPS_DOWN 1
#define WARPS_ACROSS 2
#define SLICES 4
#include "05_outer_product/8_tuned/tuned_body.h"

#define BK TUNE_BK
#define STAGES TUNE_STAGES
#define WIDTH TUNE_WIDTH
#define KERNEL VARIANT(tune_2x1)
#define WARPS_DOWN 2
#define WARPS_ACROSS 1
#define SLICES 4
#include "05_outer_product/8_tuned/tuned_body.h"

#define BK TUNE_BK
#define STAGES TUNE_STAGES
#define WIDTH TUNE_WIDTH
#define KERNEL VARIANT(tune_1x1)
#define WARPS_DOWN 1
#define WARPS_ACROSS 1
#define SLICES 8
#include "05_outer_product/8_tuned/tuned_body.h"

// One row of the sweep: the six kernels above, single floats or float4s.
static tuned_kernel_fn *const VARIANT(row)[TUNED_CONFIGURATIONS] = {
    VARIANT(tune_2x4), VARIANT(tune_4x2), VARIANT(tune_2x2),
    VARIANT(tune_1x2), VARIANT(tune_2x1), VARIANT(tune_1x1),
};

#undef VARIANT
#undef TUNE_BK
#undef TUNE_STAGES
#undef TUNE_WIDTH
