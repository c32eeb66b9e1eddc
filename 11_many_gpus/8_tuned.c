// SPDX-License-Identifier: MIT
//
// 8_tuned: of steps 1 to 7, the one that should be the fastest for the shape and the number of
// GPUs.
//
// What changed: nothing is new but the choice. Each way is a product and a transfer, and a part of
// the transfer that the product hides. The product's time is chapter 09's estimate; what a transfer
// takes was measured on two and four GPUs (bench/results/h200_many_gpus_2.tsv).
//
// Expect: never more than NCCL and the product one after the other.
#include "../common/device/gemm/raster.h"
#include "many.h"
#include "tiles/tiles_host.h"

// ---- What was measured --------------------------------------------------------------------------

static const double CYCLES_PER_US = 1755; // of the tensor cores, at full load
// us: until a kernel's own transfer is under way, NCCL's, a copy engine's, and a kernel's that does
// nothing else.
static const double START = 14, NCCL_START = 40, COPY_START = 60, ONE_SHOT_START = 7;
// Bytes per us: NCCL, a copy engine, warps of the kernel that fetch, tiles stored to peers; a
// kernel that stores rows to peers, and one that also adds.
static const double NCCL = 290e3, COPY = 385e3, FETCH = 270e3, STORE = 250e3;
static const double ONE_SHOT = 400e3, ONE_SHOT_ADDS = 250e3;
static const double SENDS = 1.03;   // the product's time if its epilogue also sends and adds
static const double MEMORY = 2.5e6; // bytes per us, of the kernel that adds shards
// Rows of a shard: copies by streams begin too late for fewer; a shard is a large product.
enum { FEW_ROWS = 2048, MANY_ROWS = 8192 };

// The time of chapter 09's product, which is not bound to the tiles of tiles.h.
static double product_us(int m, int n, int k)
{
    const struct gemm_problem p = {.trans_b = true, .m = m, .n = n, .k = k};
    const int sms = raster_places();
    const struct tuned_plan plan = hopper_tuned_plan(&p, HOPPER_C_BF16, sms);
    return tuned_cycles(&p, HOPPER_C_BF16, sms, &plan) / CYCLES_PER_US;
}

// A product of `us` in so many rounds of tiles, whose shards arrive one after another, `each` us
// apart: the longest wait. The tiles of a shard begin with a round, all at once if there is only
// one.
static double waits(double us, int rounds, int shards, double start, double each)
{
    double longest = 0;
    for (int i = 1; i < shards; i++) {
        const int before = rounds * i / shards; // whole rounds
        const double late = start + i * each - us * before / rounds;
        longest = late > longest ? late : longest;
    }
    return longest;
}

// ---- The choice ---------------------------------------------------------------------------------

static many_fn *choose_gather(const struct rank *me, const struct many_gemm *g)
{
    const int p = me->count, n = many_cols(g, p, 0).each, rows = many_rows(g, p, 0).each;
    const double shard = 2.0 * rows * g->lda, bytes = (p - 1) * shard;
    const double alone = product_us(g->m, n, g->k);
    const double by_nccl = alone + NCCL_START + bytes / NCCL;
    const double by_one_shot = alone + ONE_SHOT_START + bytes / ONE_SHOT;
    const double product = tiles_cycles(g->m, n, g->k) / CYCLES_PER_US;
    const double by_pull =
        START + product + waits(product, tiles_rounds(g->m, n, g->k), p, START, shard / FETCH);
    if (rows >= MANY_ROWS)
        return all_gather_shards;
    if (rows >= FEW_ROWS)
        return all_gather_flags;
    if (me->all->have_nccl && by_nccl < by_pull && by_nccl < by_one_shot)
        return all_gather;
    // For few rows 09 has kernels that divide k, and tiles.h has none.
    return by_one_shot < by_pull ? all_gather_one_shot : all_gather_pull;
}

static many_fn *choose_scatter(const struct rank *me, const struct many_gemm *g)
{
    const int p = me->count, k = many_depth(g, p, 0).each, rows = many_rows(g, p, 0).each;
    const double shard = 2.0 * rows * g->n, bytes = (p - 1) * shard;
    const double product = tiles_cycles(g->m, g->n, k) / CYCLES_PER_US;
    const double alone = product_us(g->m, g->n, k);
    const double by_nccl = alone + NCCL_START + bytes / NCCL;
    const double by_one_shot = alone + ONE_SHOT_START + bytes / ONE_SHOT_ADDS;
    const double by_shards =
        p * product_us(rows, g->n, k) + COPY_START + shard / COPY + (p + 1) * shard / MEMORY;
    const double sends = bytes / STORE;
    const double by_epilogue = START + (sends > SENDS * product ? sends : SENDS * product);
    const bool takes = rows % HOPPER_ATOM == 0; // otherwise step 7 is step 6
    many_fn *best = reduce_scatter_one_shot;
    double least = by_one_shot;
    if (by_shards < least)
        least = by_shards, best = reduce_scatter_shards;
    if (takes && by_epilogue < least)
        least = by_epilogue, best = reduce_scatter_epilogue;
    return me->all->have_nccl && by_nccl < least ? reduce_scatter : best;
}

// Chosen once for a shape: it takes some microseconds of the host.
static void run(struct rank *me, const struct many_gemm *g,
                many_fn *choose(const struct rank *me, const struct many_gemm *g))
{
    static struct chosen {
        struct many_gemm g;
        many_fn *step;
    } chosen[MANY_MOST];
    struct chosen *const last = &chosen[me->number];
    if (!last->step || !many_is_same(&last->g, g))
        *last = (struct chosen){*g, choose(me, g)};
    last->step(me, g);
}

void all_gather_tuned(struct rank *me, const struct many_gemm *g) { run(me, g, choose_gather); }

void reduce_scatter_tuned(struct rank *me, const struct many_gemm *g)
{
    run(me, g, choose_scatter);
}
