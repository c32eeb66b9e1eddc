// SPDX-License-Identifier: MIT
//
// 11_tuned: the tile, the cluster and the roles of A and B by the shape of the problem.
//
// What changed: nothing in the loop of step 10. Large products take 256 x 192 in clusters side by
// side, or 128 x 256 one below the other, whichever fits the SMs better: the fewer bytes a product
// needs, the less power goes into moving them. Where k is short and the stores of C are long, a
// block's two warpgroups take turns: each has a tile, and one multiplies while the other stores.
// Where tiles are fewer than SMs, a cluster of up to 8 blocks shares a tile, each with a part of k,
// and they add their sums through each other's shared memory: no workspace, and always in the same
// order. Few rows of C become columns of the tile: 16 of them fill an instruction that needs 64.
//
// Expect: cuBLAS's speed on large squares, and more where m is small or rows are not aligned.
#include "tuned.h"

#include "../../common/device/gemm/raster.h"

static void run(const struct gemm *g, const struct tuned_plan *plan, tuned_tile_fn *const tiles[],
                tuned_split_fn *const splits[])
{
    static const int sizes[][2] = {
#define SIZE(rows, wide) {rows, wide},
        TUNED_SPLITS(SIZE)
#undef SIZE
    };
    if (plan->kernel != TUNED_SPLIT) {
        tiles[plan->kernel](g);
        return;
    }
    int i = 0;
    while (sizes[i][0] != plan->rows || sizes[i][1] != plan->wide)
        i++;
    splits[i](g, plan->blocks, plan->swapped);
}

#define TILE_F16(name, ...) tuned_##name##_f16,
#define TILE_BF16(name, ...) tuned_##name##_bf16,
#define SPLIT_F16(rows, wide) tuned_split_##rows##x##wide##_f16,
#define SPLIT_BF16(rows, wide) tuned_split_##rows##x##wide##_bf16,

void tuned_run_f16(const struct gemm *g, const struct tuned_plan *plan)
{
    static tuned_tile_fn *const tiles[] = {TUNED_TILES(TILE_F16)};
    static tuned_split_fn *const splits[] = {TUNED_SPLITS(SPLIT_F16)};
    run(g, plan, tiles, splits);
}

static void tuned_run_bf16(const struct gemm *g, const struct tuned_plan *plan)
{
    static tuned_tile_fn *const tiles[] = {TUNED_TILES(TILE_BF16)};
    static tuned_split_fn *const splits[] = {TUNED_SPLITS(SPLIT_BF16)};
    run(g, plan, tiles, splits);
}

static void tuned(const struct gemm *g,
                  void (*by_plan)(const struct gemm *, const struct tuned_plan *))
{
    if (hopper_only_scales(g, HOPPER_C_F32))
        return;
    const struct tuned_plan plan = hopper_tuned_plan(&g->problem, raster_places());
    by_plan(g, &plan);
}

void hopper_tuned(const struct gemm *g) { tuned(g, tuned_run_f16); }
void hopper_tuned_bf16(const struct gemm *g) { tuned(g, tuned_run_bf16); }
