// SPDX-License-Identifier: MIT
//
// 11_tuned: the tile, the cluster and the roles of A and B by the shape of the problem.
//
// What changed: nothing in the loop of step 10. Large products take 256 x 192 in clusters side by
// side, or 128 x 256 one below the other, whichever fits the SMs better: the fewer bytes a product
// needs, the less power goes into moving them. Where tiles are fewer than SMs, a cluster of up to 8
// blocks shares a tile, each with a part of k, and they add their sums through each other's shared
// memory: no workspace, and always in the same order. Few rows of C become columns of the tile: 16
// of them fill an instruction that needs 64 rows.
//
// Expect: cuBLAS's speed on large squares, and more where m is small or rows are not aligned.
#include "tuned.h"

#include "../../common/device/gemm/raster.h"

static void tuned(const struct gemm *g, tuned_tile_fn *const tiles[TUNED_SPLIT],
                  tuned_split_fn *const splits[4])
{
    if (hopper_only_scales(g, HOPPER_C_F32))
        return;
    const struct tuned_plan plan = hopper_tuned_plan(&g->problem, raster_places());
    if (plan.kernel == TUNED_SPLIT)
        splits[plan.wide >= 128  ? 3
               : plan.wide >= 64 ? 2
               : plan.wide >= 32 ? 1
                                 : 0](g, plan.blocks, plan.swapped);
    else
        tiles[plan.kernel](g);
}

#define OF_F16(name, ...) tuned_##name##_f16,
#define OF_BF16(name, ...) tuned_##name##_bf16,

void hopper_tuned(const struct gemm *g)
{
    static tuned_tile_fn *const tiles[] = {TUNED_TILES(OF_F16)};
    static tuned_split_fn *const splits[] = {tuned_split_16_f16, tuned_split_32_f16,
                                             tuned_split_64_f16, tuned_split_128_f16};
    tuned(g, tiles, splits);
}

void hopper_tuned_bf16(const struct gemm *g)
{
    static tuned_tile_fn *const tiles[] = {TUNED_TILES(OF_BF16)};
    static tuned_split_fn *const splits[] = {tuned_split_16_bf16, tuned_split_32_bf16,
                                             tuned_split_64_bf16, tuned_split_128_bf16};
    tuned(g, tiles, splits);
}
