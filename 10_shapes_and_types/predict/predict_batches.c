// SPDX-License-Identifier: MIT
//
// 1_batched and 3_grouped: which thread computes an element of C, and what a launch of many
// products costs, by formulas: the sum of its products, each with a share of the grid's blocks.
#include "../../common/device/gemm/hierarchy/predict.h"
#include "../../common/device/gemm/hierarchy/segment.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/index.h"
#include "../1_batched/batched.h"
#include "../3_grouped/grouped.h"

// One product, by tiles of that configuration, on so many blocks.
static struct counts predict_product(const struct gemm_problem *p, int configuration, bool async,
                                     long long blocks)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    const struct hier_plan tile = {.configuration = configuration};
    const struct hier_launch launch = {
        .tiles =
            hier_plan_copies(&tile, async ? COPY_ASYNC : COPY_STAGED_16, p->trans_a, p->trans_b),
        .mmas_m = c->mmas_m,
        .mmas_n = c->mmas_n,
        .stages = c->stages,
        .blocks = blocks,
    };
    return hier_predict_launch(p, &launch);
}

// ---- A batch -------------------------------------------------------------------------------------

struct owner batched_owner(const struct gemm_problem *p, int row, int col)
{
    const int slabs = p->m / BATCH_ROWS;
    const bool left = row >= slabs * BATCH_ROWS;
    struct gemm each = {*p, NULL, NULL, NULL};
    each.problem.m = left ? p->m % BATCH_ROWS : BATCH_ROWS;
    struct batch batch = {.count = 1};
    if (!left)
        batch = batch_of_slabs(&each.problem, slabs);
    const struct batch_plan plan = batch_plan(&each, &batch);
    if (plan.configuration < 0) // it does not run on this GPU
        return (struct owner){0};
    const struct hier_configuration *c = &hier_configurations[plan.configuration];
    const int bm = configuration_bm(c), bn = configuration_bn(c), wm = bm / c->warps_m,
              wn = bn / c->warps_n;
    const int tiles_m = ceil_div(each.problem.m, bm), tiles_n = ceil_div(p->n, bn);
    const int in_slab = row % BATCH_ROWS;
    const int place = raster_block((struct tile_place){in_slab / bm, col / bn},
                                   raster_panel(bm, bn, tiles_m, plan.places), tiles_m, tiles_n);
    const int tile = (left ? 0 : row / BATCH_ROWS * tiles_m * tiles_n) + place;
    const int warp = in_slab % bm / wm + col % bn / wn * c->warps_m;
    return (struct owner){
        .block_x = tile % plan.blocks,
        .thread = warp * 32 + row % 8 * 4 + col % 8 / 2,
    };
}

// False where no tile fits.
static bool add_batch(struct counts *sum, const struct gemm_problem *p, const struct batch *batch)
{
    const struct gemm each = {*p, NULL, NULL, NULL};
    const struct batch_plan plan = batch_plan(&each, batch);
    if (plan.configuration < 0)
        return false;
    for (int i = 0; i < batch->count; i++) {
        const long long before = (long long)plan.blocks * i / batch->count;
        const struct counts once =
            predict_product(p, plan.configuration, plan.async,
                            (long long)plan.blocks * (i + 1) / batch->count - before);
        counts_add(sum, &once, 1);
    }
    return true;
}

struct counts batched_predict(const struct gemm_problem *p)
{
    struct counts sum = {0};
    const int slabs = p->m / BATCH_ROWS;
    struct gemm_problem slab = *p, left = *p;
    slab.m = BATCH_ROWS;
    left.m = p->m % BATCH_ROWS;
    const struct batch batch = batch_of_slabs(&slab, slabs), one = {.count = 1};
    if (p->n == 0 || ((slabs == 0 || add_batch(&sum, &slab, &batch)) &&
                      (left.m == 0 || add_batch(&sum, &left, &one))))
        return sum;
    return counts_unknown();
}

// ---- A group -------------------------------------------------------------------------------------

struct counts grouped_predict(const struct gemm_problem *p)
{
    struct counts sum = {0};
    struct gemm parts[GROUP_PARTS];
    struct group group;
    struct failure why;
    if (p->m == 0 || p->n == 0)
        return sum;
    group_of_parts(parts, &(struct gemm){*p, NULL, NULL, NULL});
    if (!grouped_choose(&group, parts, GROUP_PARTS, &why))
        return counts_unknown();
    const struct hier_device device = hier_device();
    const struct hier_configuration *c = &hier_configurations[group.configuration];
    long long tiles[GROUP_PARTS], all = 0, before = 0;
    for (int i = 0; i < GROUP_PARTS; i++) {
        tiles[i] = (long long)ceil_div(parts[i].problem.m, configuration_bm(c)) *
                   ceil_div(parts[i].problem.n, configuration_bn(c));
        all += tiles[i];
    }
    const int places = segment_places(&device, group.configuration);
    const long long blocks = all < places ? all : places;
    for (int i = 0; i < GROUP_PARTS; i++) {
        const long long after = before + tiles[i];
        struct counts once = {0};
        if (tiles[i] > 0)
            once = predict_product(&parts[i].problem, group.configuration, group.async,
                                   blocks * after / all - blocks * before / all);
        counts_add(&sum, &once, 1);
        before = after;
    }
    // How often a block looks for its product depends on where it is in the row.
    sum.global_load_requests = sum.global_load_sectors = sum.global_load_bytes = COUNT_UNKNOWN;
    sum.active_lanes = COUNT_UNKNOWN;
    return sum;
}
