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
#include "parts/rates.h"
#include "tiles/tiles_host.h"

// ---- What was measured --------------------------------------------------------------------------

static const double CYCLES_PER_US = 1755; // of the tensor cores, at full load
// us: until a kernel's own transfer is under way, NCCL's, a copy engine's, and a kernel's that does
// nothing else.
static const double START = 14, NCCL_START = 40, COPY_START = 60, ONE_SHOT_START = 7;
static const double NCCL = 290e3, COPY = 385e3; // bytes per us: NCCL, a copy engine
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

struct way {
    many_fn *step;
    bool can;
    double us;
};

// The first one is always possible.
static many_fn *fastest(const struct way *ways, int count)
{
    const struct way *best = ways;
    for (int i = 1; i < count; i++)
        if (ways[i].can && ways[i].us < best->us)
            best = &ways[i];
    return best->step;
}

static many_fn *choose_gather(const struct rank *me, const struct many_gemm *g)
{
    const int p = me->count, n = many_cols(g, p, 0).each, rows = many_rows(g, p, 0).each;
    if (rows >= MANY_ROWS)
        return all_gather_shards;
    if (rows >= FEW_ROWS)
        return all_gather_flags;
    const double shard = 2.0 * rows * g->lda, bytes = (p - 1) * shard;
    // For few rows 09 has kernels that divide k, and tiles.h has none.
    const double alone = product_us(g->m, n, g->k);
    const double product = tiles_cycles(g->m, n, g->k) / CYCLES_PER_US;
    const double wait = waits(product, tiles_rounds(g->m, n, g->k), p, START, shard / FETCH);
    const struct way ways[] = {
        {all_gather_pull, true, START + product + wait},
        {all_gather_one_shot, true, alone + ONE_SHOT_START + bytes / ONE_SHOT},
        {all_gather, me->all->have_nccl, alone + NCCL_START + bytes / NCCL},
    };
    return fastest(ways, sizeof ways / sizeof *ways);
}

static many_fn *choose_scatter(const struct rank *me, const struct many_gemm *g)
{
    const int p = me->count, k = many_depth(g, p, 0).each, rows = many_rows(g, p, 0).each;
    const double shard = 2.0 * rows * g->n, bytes = (p - 1) * shard, sends = bytes / STORE;
    const double alone = product_us(g->m, g->n, k);
    const double product = SENDS * tiles_cycles(g->m, g->n, k) / CYCLES_PER_US;
    const double by_shards =
        p * product_us(rows, g->n, k) + COPY_START + shard / COPY + (p + 1) * shard / MEMORY;
    const struct way ways[] = {
        {reduce_scatter_one_shot, true, alone + ONE_SHOT_START + bytes / ONE_SHOT_ADDS},
        {reduce_scatter_shards, true, by_shards},
        // If rows of C cannot be cut at multiples of a slice, step 7 is step 6.
        {reduce_scatter_epilogue, rows % HOPPER_ATOM == 0,
         START + (sends > product ? sends : product)},
        {reduce_scatter, me->all->have_nccl, alone + NCCL_START + bytes / NCCL},
    };
    return fastest(ways, sizeof ways / sizeof *ways);
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
