// SPDX-License-Identifier: MIT
//
// expected.c: the times of the kernels of all steps. A product's time is that of 09's step 11,
// which the emulated GPU simulates. The other kernels are modelled here.
#include "expected.h"

#ifdef EMU_GPU

#include <emu_api.h>
#include <math.h>
#include <string.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/driver/gpu/gpu.h"
#include "../../common/driver/run/expected.h"
#include "../parts/product.h"
#include "../parts/rates.h"
#include "../tiles/tiles_host.h"

// ---- What was measured on four GPUs (bench/results/h200_many_gpus_4.tsv) -----------------------

// us of the host before a launch: three tensor maps; a plan of tiles.h, which is kept.
static const double PRODUCT_HOST = 5, TILES_HOST = 4;
// A barrier of kernels; until a warp that fetches has its first rows.
static const double MEET = 4, FETCH_START = 12;
// The part of one_shot.h's kernels that does not depend on the bytes.
static const double ONE_SHOT_START = 5;

// ---- The products -------------------------------------------------------------------------------

static const struct step product_step = {.name = "11_tuned_bf16_bf16",
                                         .place = STEP_ON_GPU,
                                         .type_ab = DTYPE_BF16,
                                         .type_c = DTYPE_BF16,
                                         .transposes = TRANSPOSE_NT,
                                         .on_tensor_cores = true,
                                         .run.gemm = hopper_bf16_bf16};

// The product of rank 0, whose part is the largest, or one of `times` products of which it
// consists.
static struct gemm_problem problem_of(const struct many_gemm *g, int ranks, int times)
{
    const bool gathers = g->operation == MANY_ALL_GATHER;
    const int n = gathers ? many_cols(g, ranks, 0).size : g->n;
    const int k = gathers ? g->k : many_depth(g, ranks, 0).size;
    return (struct gemm_problem){.trans_b = true,
                                 .m = times > 1 ? many_rows(g, ranks, 0).size : g->m,
                                 .n = n,
                                 .k = k,
                                 .alpha = 1,
                                 .lda = k,
                                 .ldb = k,
                                 .ldc = n};
}

// Bytes per us that a kernel gets from memory: 90% of what its pins carry.
static double memory_rate(void)
{
    struct cudaDeviceProp gpu;
    CUDA_CHECK(cudaGetDeviceProperties(&gpu, 0));
    int khz;
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0));
    return 0.9 * 2e-3 * khz * gpu.memoryBusWidth / 8;
}

// At least the time that memory needs for A, B and C.
static bool product_us(const struct gemm_problem *p, double *us, struct failure *why)
{
    struct expectation e;
    if (!expect_step(gpu_ops(), "09_hopper", &product_step, p, true, false, &e, why))
        return false;
    const double elements = (double)p->k * (p->m + p->n) + (double)p->m * p->n;
    const double of_memory = 2 * elements / memory_rate();
    *us = 1e3 * e.ms > of_memory ? 1e3 * e.ms : of_memory;
    return true;
}

// The kernels of tiles.h are not those that split k or have small tiles: how much longer they take,
// as 09 estimates it.
static double slower_by_tiles(const struct gemm_problem *p)
{
    const int sms = raster_places();
    const struct tuned_plan plan = hopper_tuned_plan(p, HOPPER_C_BF16, sms);
    return tiles_cycles(p->m, p->n, p->k) / tuned_cycles(p, HOPPER_C_BF16, sms, &plan);
}

// ---- The kernels --------------------------------------------------------------------------------

struct context {
    struct ranks *all;
    const struct many_gemm *g;
    const struct many_step *step;
    double product, whole; // us: of a launch of 09's kernels, and of one product for all
    int products;          // launches of 09's kernels
    int meetings[MANY_MOST];
    bool met[MANY_MOST]; // by a kernel of its own: then streams fetch
};

static bool begins(const char *kernel, const char *with)
{
    return strncmp(kernel, with, strlen(with)) == 0;
}

static void meet_time(struct context *c, int device, struct emu_kernel_time *t)
{
    t->meets = ++c->meetings[device];
    t->members = c->all->count;
}

// A part for each wave of tiles, which begin with the rank's own rows. A wave waits until all of
// its rows have arrived: for the flags of streams, or for warps of the kernel itself. These fetch
// slices of k if there is one wave (tiles_slices()).
static void gather_time(struct context *c, int device, struct emu_kernel_time *t)
{
    enum { FLAGS = 2 * MANY_MOST }; // words before the flags of the shards (tiles/tiles_host.c)
    const struct rank *me = &c->all->rank[device];
    const struct many_gemm *g = c->g;
    const uint32_t *flags = (const uint32_t *)me->memory[MEMORY_FLAGS] + FLAGS;
    const struct gemm_problem p = problem_of(g, c->all->count, 1);
    const bool pulls = !c->met[device];
    const int rounds = smaller(tiles_rounds(p.m, p.n, p.k), EMU_MOST_PARTS);
    const int slices = pulls ? tiles_slices(g->lda, rounds) : 1, waves = slices * rounds;
    const double shard = 2.0 * many_rows(g, me->count, 0).each * g->lda;
    const double us = c->whole * slower_by_tiles(&p);
    if (pulls)
        meet_time(c, device, t);
    c->met[device] = false;
    t->part_count = waves;
    for (int i = 0; i < waves; i++) {
        const int peers = me->count - 1;
        const double shards = slices > 1 ? (double)(i + 1) * peers / waves // of peers
                                         : (double)(i + 1) * me->count / waves - 1;
        t->parts[i].us = us / waves;
        if (pulls && shards > 0)
            t->parts[i].not_before = FETCH_START + shards * shard / FETCH;
        if (!pulls && shards > 0) {
            t->parts[i].flag = &flags[(device + (int)ceil(shards)) % me->count];
            t->parts[i].value = me->turn;
        }
    }
}

// Tiles are sent from the end of the first wave on, at all times.
static void scatter_time(struct context *c, int device, struct emu_kernel_time *t)
{
    const struct gemm_problem p = problem_of(c->g, c->all->count, 1);
    const int waves = tiles_rounds(p.m, p.n, p.k);
    const double us = SENDS * c->whole * slower_by_tiles(&p);
    meet_time(c, device, t);
    t->us = MEET + fmax(us, us / waves + c->step->sent(c->g, c->all->count) / STORE);
}

static void kernel_time(const char *kernel, int device, struct emu_kernel_time *t, void *context)
{
    struct context *c = context;
    const struct many_gemm *g = c->g;
    const double rows = many_rows(g, c->all->count, 0).each;
    if (begins(kernel, "tuned_")) {
        c->products++;
        t->us = c->product;
        t->host_us = PRODUCT_HOST;
    } else if (begins(kernel, "tiles_")) {
        t->host_us = TILES_HOST;
        (g->operation == MANY_ALL_GATHER ? gather_time : scatter_time)(c, device, t);
    } else if (begins(kernel, "meet_")) {
        meet_time(c, device, t);
        c->met[device] = true;
        t->us = MEET;
        t->sms = 0;
    } else if (begins(kernel, "one_shot_")) {
        const bool adds = begins(kernel, "one_shot_sums");
        meet_time(c, device, t);
        t->us =
            ONE_SHOT_START + c->step->sent(g, c->all->count) / (adds ? ONE_SHOT_ADDS : ONE_SHOT);
    } else if (begins(kernel, "add_")) {
        t->us = 2 * rows * g->n * (c->all->count + 1 + (g->beta != 0)) / MEMORY;
    } else {
        t->why_not = "no time of this kernel is known";
    }
}

// ---- The step -----------------------------------------------------------------------------------

static void *place_of(size_t elements)
{
    void *place;
    CUDA_CHECK(cudaMalloc(&place, (elements + 1) * sizeof(uint16_t)));
    return place;
}

// Memory that nothing reads or writes. NCCL checks that what it sends and receives does not
// overlap, so these operands have their sizes.
static void open_places(struct ranks *all, struct many_gemm *g)
{
    const bool gathers = g->operation == MANY_ALL_GATHER;
    const struct many_block c = many_block_of_c(g, all->count, 0);
    g->lda = many_block_of_a(g, all->count, 0).cols.each;
    g->ldb = many_block_of_b(g, all->count, 0).cols.each;
    g->ldc = c.cols.each;
    for (int r = 0; r < all->count; r++) {
        CUDA_CHECK(cudaSetDevice(all->rank[r].device));
        g->A[r] = place_of(gathers ? (size_t)many_rows(g, all->count, 0).each * (size_t)g->lda : 0);
        g->B[r] = place_of(0);
        g->C[r] = place_of(gathers ? 0 : (size_t)c.rows.each * (size_t)g->ldc);
    }
    CUDA_CHECK(cudaSetDevice(0));
}

// Nor has anything set what the ranks keep, so they must not keep it.
static void close_places(struct ranks *all, const struct many_gemm *g)
{
    for (int r = 0; r < all->count; r++) {
        for (int i = 0; i < MEMORY_COUNT; i++) {
            CUDA_CHECK(cudaFree(all->rank[r].memory[i]));
            all->rank[r].memory[i] = NULL;
            all->rank[r].bytes[i] = 0;
        }
        CUDA_CHECK(cudaFree((void *)(uintptr_t)g->A[r]));
        CUDA_CHECK(cudaFree((void *)(uintptr_t)g->B[r]));
        CUDA_CHECK(cudaFree(g->C[r]));
    }
}

static double record(struct context *c, FILE *text, int columns, FILE *svg, struct failure *why)
{
    char reason[300];
    c->products = 0;
    emu_schedule_begin(kernel_time, c);
    ranks_run_operation(c->all, c->g, c->step->run);
    const double us = emu_schedule_end(text, columns, svg, reason, sizeof reason);
    if (us < 0)
        fail(why, "not modelled: %s", reason);
    return us;
}

bool many_expect(struct ranks *all, const struct many_gemm *sizes, const struct many_step *step,
                 FILE *text, int columns, FILE *svg, struct many_expected *e, struct failure *why)
{
    struct many_gemm g = *sizes;
    struct context c = {.all = all, .g = &g, .step = step};
    const struct gemm_problem whole = problem_of(&g, all->count, 1);
    if (g.operation == MANY_GRID)
        return fail(why, "not modelled: its products and NCCL's kernels share the SMs");
    if (!product_us(&whole, &c.whole, why))
        return false;
    open_places(all, &g);
    record(&c, NULL, 0, NULL, why); // allocates memory, makes plans, and counts the products
    const int times = c.products / all->count;
    const struct gemm_problem part = problem_of(&g, all->count, times > 1 ? times : 1);
    e->us = product_us(&part, &c.product, why) ? record(&c, text, columns, svg, why) : -1;
    e->product_us = c.whole;
    close_places(all, &g);
    expect_done(gpu_ops());
    return e->us >= 0;
}

#else

bool many_expect(struct ranks *all, const struct many_gemm *g, const struct many_step *step,
                 FILE *text, int columns, FILE *svg, struct many_expected *expected,
                 struct failure *why)
{
    (void)all, (void)g, (void)step, (void)text, (void)columns, (void)svg, (void)expected;
    return fail(why, "--expect: only the emulated GPU records streams (make GPU=emu)");
}
#endif
