// SPDX-License-Identifier: MIT
//
// 2_split_k: which thread computes an element of C, and what the step costs by formulas: a product
// for each partition, and the addition of their sums.
#include "../2_split_k/split_k.h"

#include "../../common/device/index.h"
#include "../../common/predict/cover.h"
#include "../../common/predict/sums.h"
#include "../parts/partial_sums.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/hierarchy/segment.h"
#include "../../common/device/gemm/hierarchy/predict.h"

enum { WARP = 32, FLOAT = 4 };
static const struct stamp one_each = {1, 1, WARP, 1, 1}; // a row of elements, one a lane

static struct split_plan plan_of(const struct gemm_problem *p, enum split_way way)
{
    const struct split split = {.way = way};
    const struct hier_device device = hier_device();
    return split_k_plan(&device, p, &split);
}

// The thread that stores or adds the sums of the first partition.
struct owner split_k_owner_in_c(const struct gemm_problem *p, int row, int col)
{
    const struct hier_device device = hier_device();
    const struct split_plan plan = plan_of(p, SPLIT_TURNS);
    if (plan.configuration < 0) // it does not run on this GPU
        return (struct owner){0};
    const struct hier_configuration *c = &hier_configurations[plan.configuration];
    const int bm = configuration_bm(c), bn = configuration_bn(c), wm = bm / c->warps_m,
              wn = bn / c->warps_n;
    const int tiles_m = ceil_div(p->m, bm);
    const int panel = raster_panel(bm, bn, tiles_m, segment_places(&device, plan.configuration));
    const int tile =
        raster_block((struct tile_place){row / bm, col / bn}, panel, tiles_m, ceil_div(p->n, bn));
    const int warp = row % bm / wm + col % bn / wn * c->warps_m;
    return (struct owner){
        .block_x = tile % plan.blocks,
        .thread = warp * 32 + row % 8 * 4 + col % 8 / 2,
    };
}

// The thread of the reduction.
struct owner split_k_owner(const struct gemm_problem *p, int row, int col)
{
    if (plan_of(p, SPLIT_REDUCE).cut.pieces == 1)
        return split_k_owner_in_c(p, row, col);
    return (struct owner){
        .block_x = row / REDUCE_ROWS * ceil_div(p->n, 32) + col / 32,
        .thread = row % REDUCE_ROWS * 32 + col % 32,
    };
}

// ---- What it costs -------------------------------------------------------------------------------

// One piece of K is a product. It takes an equal share of the grid's blocks.
static struct counts predict_piece(const struct gemm_problem *p, const struct split_plan *plan,
                                   int piece)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const struct hier_plan tile = {.configuration = plan->configuration};
    const long long blocks = plan->blocks;
    const int pieces = plan->cut.pieces;
    const struct hier_launch launch = {
        .tiles = hier_plan_copies(&tile, COPY_ASYNC, p->trans_a, p->trans_b),
        .mmas_m = c->mmas_m,
        .mmas_n = c->mmas_n,
        .stages = c->stages,
        .blocks = blocks * (piece + 1) / pieces - blocks * piece / pieces,
        .sums_ld =
            plan->way == SPLIT_REDUCE && pieces > 1 ? partial_sums(p->m, p->n, pieces, NULL).ld : 0,
        .no_c = plan->way == SPLIT_ATOMIC,
    };
    struct gemm_problem part = *p;
    if (plan->cut.k > 0)
        part.k = k_cut_begin(&plan->cut, piece + 1) - k_cut_begin(&plan->cut, piece);
    if (plan->way == SPLIT_TURNS && piece > 0)
        part.beta = 1;
    return hier_predict_launch(&part, &launch);
}

static void add_grid(struct counts *sum, long long blocks, int threads)
{
    sum->blocks += blocks;
    sum->warps += blocks * (threads / WARP);
    sum->threads += blocks * threads;
}

static void add_loads(struct counts *sum, const struct traffic *t, long long times)
{
    sum->global_load_requests += times * t->requests;
    sum->global_load_sectors += times * t->sectors;
    sum->global_load_bytes += times * FLOAT * t->elements;
    sum->active_lanes += times * t->lanes;
}

// C by rows, an element per lane: it is written, and read if beta is not 0.
static void add_c(struct counts *sum, const struct gemm_problem *p)
{
    const struct traffic c = cover(p->m, p->n, p->ldc, &one_each, FLOAT, true);
    count_c(sum, &c, FLOAT, p->beta != 0);
}

static void add_reduction(struct counts *sum, const struct gemm_problem *p, int parts)
{
    const struct partial_sums s = partial_sums(p->m, p->n, parts, NULL);
    const struct traffic t = cover(p->m, p->n, s.ld, &one_each, FLOAT, true);
    add_loads(sum, &t, parts);
    add_c(sum, p);
    add_grid(sum, (long long)ceil_div(p->m, REDUCE_ROWS) * ceil_div(p->n, WARP),
             REDUCE_ROWS * WARP);
}

// Eight rows of four pairs, one element of each pair at a time.
static void add_atomics(struct counts *sum, const struct gemm_problem *p, int parts)
{
    const long long requests =
        (long long)ceil_div(p->m, 8) * (ceil_div(p->n, MMA_N) + ceil_div(p->n - 1, MMA_N));
    sum->global_atomic_requests += parts * requests;
    sum->active_lanes += (long long)parts * p->m * p->n;
    add_c(sum, p); // beta C comes first
    add_grid(sum, (long long)p->m * ceil_div(p->n, SPLIT_K_SCALE_THREADS), SPLIT_K_SCALE_THREADS);
}

static struct counts predict(const struct gemm_problem *p, enum split_way way)
{
    struct gemm_problem packed = *p;
    if (p->m == 0 || p->n == 0)
        return (struct counts){0};
    const struct split_plan plan = plan_of(p, way);
    if (plan.configuration < 0)
        return counts_unknown();
    struct counts sum = hier_predict_packing(&packed);
    for (int piece = 0; piece < plan.cut.pieces; piece++) {
        const struct counts once = predict_piece(&packed, &plan, piece);
        counts_add(&sum, &once, 1);
    }
    if (way == SPLIT_ATOMIC)
        add_atomics(&sum, p, plan.cut.pieces);
    else if (plan.cut.pieces > 1 && way == SPLIT_REDUCE)
        add_reduction(&sum, p, plan.cut.pieces);
    if (plan.cut.pieces > 1 && way == SPLIT_TURNS) {
        const struct hier_configuration *c = &hier_configurations[plan.configuration];
        const long long turns = (long long)plan.tiles * plan.cut.pieces;
        sum.barriers += 2 * turns * (configuration_threads(c) / WARP);
        // How often a block polls before its turn depends on time.
        sum.global_atomic_requests = sum.active_lanes = COUNT_UNKNOWN;
    }
    return sum;
}

struct counts split_k_predict(const struct gemm_problem *p) { return predict(p, SPLIT_REDUCE); }

struct counts split_k_predict_turns(const struct gemm_problem *p)
{
    return predict(p, SPLIT_TURNS);
}

struct counts split_k_predict_atomic(const struct gemm_problem *p)
{
    return predict(p, SPLIT_ATOMIC);
}
