// SPDX-License-Identifier: MIT
//
// tuned_staged.h: the two configurations of 8_converts, with staged copies. Included by
// tuned_layouts.h, for each layout. If tiles are cut (CUT), only the smaller tile has a kernel,
// with 64 sums per lane: next to copies in registers, the larger tile leaves no registers for
// storing parts.

#define KERNEL VARIANT(64x128)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "../../common/device/gemm/hierarchy/main_loop.h"

#if !CUT
#define KERNEL VARIANT(128x256)
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "../../common/device/gemm/hierarchy/main_loop.h"
#define LARGE_TILE VARIANT(128x256)
#else
#define LARGE_TILE NULL
#endif

// In the order of plan_table.c; the other configurations have no kernel.
static hier_kernel *const VARIANT(kernels)[PLAN_CONFIGURATIONS] = {NULL, NULL, VARIANT(64x128),
                                                                   LARGE_TILE};

#undef LARGE_TILE
#undef VARIANT
#undef TRANS_A
#undef TRANS_B
