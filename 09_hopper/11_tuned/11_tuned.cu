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
#include "tuned.h"

#include "../../common/device/gemm/raster.h"

#define ONE_EACH(...) +1
enum { SPLITS = TUNED_SPLITS(ONE_EACH) };

// By row of the list: for C in float32, and for C of the type of A and B.
struct kernels {
    tuned_tile_fn *in_32[TUNED_SPLIT], *in_16[TUNED_SPLIT];
    tuned_split_fn *splits[SPLITS];
};

static void run(const struct kernels *kernels, const struct gemm *g, enum hopper_type_c type_c,
                const struct tuned_plan *plan)
{
    static const int sizes[][2] = {
#define SIZE(rows, wide) {rows, wide},
        TUNED_SPLITS(SIZE)
#undef SIZE
    };
    if (plan->kernel != TUNED_SPLIT) {
        (type_c == HOPPER_C_F32 ? kernels->in_32 : kernels->in_16)[plan->kernel](g);
        return;
    }
    int i = 0;
    while (sizes[i][0] != plan->rows || sizes[i][1] != plan->wide)
        i++;
    kernels->splits[i](g, type_c, plan->blocks, plan->swapped);
}

void tuned_run_f16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan)
{
#define IN_32(name, bm, bn, stages, down, across, turns, of_c) TUNED_32_##of_c(tuned_##name##_f16),
#define IN_16(name, bm, bn, stages, down, across, turns, of_c) \
    TUNED_16_##of_c(tuned_##name##_f16_f16),
#define SPLIT(rows, wide) tuned_split_##rows##x##wide##_f16,
    static const struct kernels kernels = {
        {TUNED_TILES(IN_32)}, {TUNED_TILES(IN_16)}, {TUNED_SPLITS(SPLIT)}};
#undef IN_32
#undef IN_16
#undef SPLIT
    run(&kernels, g, type_c, plan);
}

void tuned_run_bf16(const struct gemm *g, enum hopper_type_c type_c, const struct tuned_plan *plan)
{
#define IN_32(name, bm, bn, stages, down, across, turns, of_c) TUNED_32_##of_c(tuned_##name##_bf16),
#define IN_16(name, bm, bn, stages, down, across, turns, of_c) \
    TUNED_16_##of_c(tuned_##name##_bf16_bf16),
#define SPLIT(rows, wide) tuned_split_##rows##x##wide##_bf16,
    static const struct kernels kernels = {
        {TUNED_TILES(IN_32)}, {TUNED_TILES(IN_16)}, {TUNED_SPLITS(SPLIT)}};
#undef IN_32
#undef IN_16
#undef SPLIT
    run(&kernels, g, type_c, plan);
}

static void tuned(const struct gemm *g, enum hopper_type_c type_c,
                  void (*by_plan)(const struct gemm *, enum hopper_type_c,
                                  const struct tuned_plan *))
{
    if (hopper_only_scales(g, type_c))
        return;
    const struct tuned_plan plan = hopper_tuned_plan(&g->problem, type_c, raster_places());
    by_plan(g, type_c, &plan);
}

void hopper_tuned(const struct gemm *g) { tuned(g, HOPPER_C_F32, tuned_run_f16); }
void hopper_tuned_bf16(const struct gemm *g) { tuned(g, HOPPER_C_F32, tuned_run_bf16); }
void hopper_f16_f16(const struct gemm *g) { tuned(g, HOPPER_C_F16, tuned_run_f16); }
void hopper_bf16_bf16(const struct gemm *g) { tuned(g, HOPPER_C_BF16, tuned_run_bf16); }
