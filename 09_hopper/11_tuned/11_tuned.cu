// SPDX-License-Identifier: MIT
//
// 11_tuned: the tile, the cluster and the roles of A and B by the shape of the problem.
//
// What changed: nothing in the loop of step 10. Large products use 256 x 192 in clusters side by
// side, or 128 x 256 in clusters one below the other, whichever fits the SMs better. The fewer
// bytes a product needs, the less power goes into moving them. If k is short and the stores of C
// are long, a block's two warpgroups take turns: each has its own tile, and one multiplies while
// the other stores. If there are fewer tiles than SMs, a cluster of up to 8 blocks shares a tile,
// each with a part of k. They add their sums through each other's shared memory, without a
// workspace and always in the same order. Few rows of C become columns of the tile: 16 rows fill an
// instruction that needs 64.
//
// Expect: cuBLAS's speed on large squares, and more if m is small or rows are not aligned.
#include "tuned_run.h"

void tuned_run_f16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan)
{
#define IN_32(name, bm, bn, stages, down, across, turns, of_c) TUNED_32_##of_c(tuned_##name##_f16),
#define IN_16(name, bm, bn, stages, down, across, turns, of_c) \
    TUNED_16_##of_c(tuned_##name##_f16_f16),
#define SPLIT(rows, wide) tuned_split_##rows##x##wide##_f16,
    static const struct kernels kernels = {
        {TUNED_TILES(IN_32)}, {TUNED_TILES(IN_16)}, {TUNED_SPLITS(SPLIT)}, few_rows_f16};
#undef IN_32
#undef IN_16
#undef SPLIT
    run(&kernels, g, type_c, plan);
}

void hopper_tuned(const struct gemm *g) { tuned(g, HOPPER_C_F32, tuned_run_f16); }
void hopper_f16_f16(const struct gemm *g) { tuned(g, HOPPER_C_F16, tuned_run_f16); }
