// SPDX-License-Identifier: MIT
//
// tuned_staged.h: the kernels of 8_converts, with staged copies, in two configurations. No include
// guard: for each set VARIANT(tile), TRANS_B, BF16, CUT and WAY are defined, and the file included
// again, as tuned_async.h.

#if !CUT
#define KERNEL VARIANT(64x128)
#define WARPS_M 2
#define WARPS_N 2
#define MMAS_M 2
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 2
#include "tuned_body.h"
#endif

#define KERNEL VARIANT(128x256)
#define WARPS_M 2
#define WARPS_N 4
#define MMAS_M 4
#define MMAS_N 8
#define STAGES 3
#define BLOCKS_PER_SM 1
#include "tuned_body.h"

// In the order of tuned_table.c; of the others there are none.
static tuned_kernel *const VARIANT(kernels)[TUNED_CONFIGURATIONS] = {NULL, NULL,
#if CUT
                                                                     NULL,
#else
                                                                     VARIANT(64x128),
#endif
                                                                     VARIANT(128x256)};

#undef VARIANT
#undef TRANS_B
#undef BF16
#undef CUT
#undef WAY
