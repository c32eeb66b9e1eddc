// SPDX-License-Identifier: MIT
//
// tuned_layouts.h: a set of 8_tuned's kernels, for each layout of A and B. No include guard: for
// each set, define these macros and include the file again. It undefines them.
//
//     KERNELS               how the kernels' names begin
//     TABLE                 the name of their table, [trans_a][trans_b] (tuned_launch.h)
//     CONFIGURATIONS        the file with the sizes: "tuned_async.h" or "tuned_staged.h"
//     WAY, BF16             main_loop.h
//     CUT                   1 if tiles are cut, for all sets of a file
#include "tuned_launch.h"
#if CUT
#include "../../common/device/gemm/hierarchy/work_cut.h"
#else
#include "tuned_whole.h"
#endif

#define VARIANT_JOIN(kernels, layout, tile) kernels##_##layout##_##tile
#define VARIANT_OF(kernels, layout, tile) VARIANT_JOIN(kernels, layout, tile)

#define VARIANT(tile) VARIANT_OF(KERNELS, nn, tile)
#define TRANS_A false
#define TRANS_B false
#include CONFIGURATIONS

#define VARIANT(tile) VARIANT_OF(KERNELS, nt, tile)
#define TRANS_A false
#define TRANS_B true
#include CONFIGURATIONS

#define VARIANT(tile) VARIANT_OF(KERNELS, tn, tile)
#define TRANS_A true
#define TRANS_B false
#include CONFIGURATIONS

#define VARIANT(tile) VARIANT_OF(KERNELS, tt, tile)
#define TRANS_A true
#define TRANS_B true
#include CONFIGURATIONS

hier_kernel *const *const TABLE[2][2] = {
    {VARIANT_OF(KERNELS, nn, kernels), VARIANT_OF(KERNELS, nt, kernels)},
    {VARIANT_OF(KERNELS, tn, kernels), VARIANT_OF(KERNELS, tt, kernels)}};

#undef KERNELS
#undef TABLE
#undef CONFIGURATIONS
#undef WAY
#undef BF16
#undef VARIANT_JOIN
#undef VARIANT_OF
