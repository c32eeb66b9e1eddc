// SPDX-License-Identifier: MIT
//
// types_bf16.cu: 11_tuned for bf16. It is a separate file, so that chapter 11 is linked with this
// table and not with the one for f16.
#include "tuned_run.h"

void tuned_run_bf16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan)
{
#define IN_32(name, bm, bn, stages, down, across, turns, of_c) TUNED_32_##of_c(tuned_##name##_bf16),
#define IN_16(name, bm, bn, stages, down, across, turns, of_c) \
    TUNED_16_##of_c(tuned_##name##_bf16_bf16),
#define SPLIT(rows, wide) tuned_split_##rows##x##wide##_bf16,
    static const struct kernels kernels = {
        {TUNED_TILES(IN_32)}, {TUNED_TILES(IN_16)}, {TUNED_SPLITS(SPLIT)}, few_rows_bf16};
#undef IN_32
#undef IN_16
#undef SPLIT
    run(&kernels, g, type_c, plan);
}

void hopper_tuned_bf16(const struct gemm *g) { tuned(g, HOPPER_C_F32, tuned_run_bf16); }
void hopper_bf16_bf16(const struct gemm *g) { tuned(g, HOPPER_C_BF16, tuned_run_bf16); }
