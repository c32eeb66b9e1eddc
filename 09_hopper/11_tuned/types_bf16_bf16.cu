// SPDX-License-Identifier: MIT
#include "tuned_run.h"

static void by_plan(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan)
{
#define IN_16(name, bm, bn, stages, down, across, turns, of_c) \
    TUNED_16_##of_c(tuned_##name##_bf16_bf16),
#define SPLIT(rows, wide) tuned_split_##rows##x##wide##_bf16,
    static const struct kernels kernels = {{NULL}, {TUNED_TILES(IN_16)}, {TUNED_SPLITS(SPLIT)}};
#undef IN_16
#undef SPLIT
    run(&kernels, g, type_c, plan);
}

void hopper_bf16_bf16(const struct gemm *g) { tuned(g, HOPPER_C_BF16, by_plan); }
