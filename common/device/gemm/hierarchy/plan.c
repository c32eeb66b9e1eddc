// SPDX-License-Identifier: MIT
//
// plan.c: chooses the configurations of 08/8_tuned for a problem.
#include <cuda_runtime.h>
#include <limits.h>

#include "../../cuda_check.h"
#include "../workspace.h"
#include "../../index.h"
#include "epilogue_store.h"
#include "pack_gemm.h"
#include "../raster.h"
#include "plan.h"

int configuration_bm(const struct hier_configuration *c) { return c->warps_m * c->mmas_m * MMA_M; }

int configuration_bn(const struct hier_configuration *c) { return c->warps_n * c->mmas_n * MMA_N; }

int configuration_threads(const struct hier_configuration *c)
{
    return c->warps_m * c->warps_n * 32;
}

struct copy_tiles hier_plan_copies(const struct hier_plan *plan, enum copy_way way, bool trans_a,
                                   bool trans_b)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    return (struct copy_tiles){way,     configuration_bm(c),      configuration_bn(c),
                               PLAN_BK, configuration_threads(c), trans_a,
                               trans_b};
}

int configuration_shared_bytes(const struct hier_configuration *c)
{
    const int of_a_stage =
        (configuration_bm(c) + configuration_bn(c)) * PLAN_BK * (int)sizeof(uint16_t);
    const int of_a_warp = epilogue_floats(c->mmas_n * MMA_N) * (int)sizeof(float);
    return c->stages * of_a_stage + c->warps_m * c->warps_n * of_a_warp;
}

// The system reserves SYSTEM_BYTES of shared memory for each block.
int configuration_blocks_per_sm(const struct hier_device *device,
                                const struct hier_configuration *c)
{
    enum { SYSTEM_BYTES = 1024 };
    return smaller(c->blocks_per_sm,
                   device->sm_shared_bytes / (configuration_shared_bytes(c) + SYSTEM_BYTES));
}

// Divides the tiles of plan among this many blocks at a time. False if plan->way cannot.
static bool share_out(struct hier_plan *plan, long long tiles, int places, int k_tiles)
{
    struct share *s = &plan->share;
    *s = (struct share){.tiles = (int)tiles, .blocks = places};
    if (plan->way == WHOLE_TILES) {
        s->blocks = tiles < places ? (int)tiles : places;
        s->rounds = ceil_div(s->tiles, s->blocks);
        return true;
    }
    if (plan->way == SPLIT_K) {
        if (plan->pieces < 2 || tiles * plan->pieces > places ||
            k_tiles / plan->pieces < PLAN_LEAST_TURNS)
            return false;
        s->blocks = s->tiles * plan->pieces;
        return true;
    }
    s->rounds = s->tiles / places + 1 - plan->pieces;
    if (s->rounds < 0 || s->tiles % places == 0)
        return false;
    const long long pieces = turns_left(s, k_tiles) / PLAN_LEAST_TURNS;
    if (s->rounds == 0 && s->tiles < places && pieces < places)
        s->blocks = (int)pieces;
    return s->blocks <= pieces && s->blocks > s->tiles % places;
}

// hier_plan() without the panel.
static bool try_plan(const struct hier_device *device, int configuration, int k, bool staged,
                     struct hier_plan *plan)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    if (c->turn[staged] == 0 || configuration_shared_bytes(c) > device->shared_bytes ||
        (plan->way != WHOLE_TILES && (!(c->cuts >> staged & 1) || plan->done_m > 0)))
        return false;
    const int bm = configuration_bm(c), bn = configuration_bn(c);
    const int tiles_m = ceil_div(plan->m, bm), tiles_n = ceil_div(plan->n, bn);
    const long long done = (long long)(plan->done_m / bm) * (plan->done_n / bn);
    const long long tiles = (long long)tiles_m * tiles_n - done;
    const int places = device->sms * configuration_blocks_per_sm(device, c);
    plan->configuration = configuration;
    if (tiles > INT_MAX || !share_out(plan, tiles, places, k > 0 ? ceil_div(k, PLAN_BK) : 1))
        return false;
    plan->expected_ns = hier_plan_ns(device, k, staged, plan);
    return true;
}

// Only for plans that will run: finding the panel takes longer than trying all plans.
static void set_panel(const struct hier_device *device, struct hier_plan *plan)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const int bm = configuration_bm(c),
              places = device->sms * configuration_blocks_per_sm(device, c);
    plan->panel = raster_panel(bm, configuration_bn(c), ceil_div(plan->m, bm), places);
}

bool hier_plan(const struct hier_device *device, int configuration, int k, bool staged,
               struct hier_plan *plan)
{
    if (!try_plan(device, configuration, k, staged, plan))
        return false;
    set_panel(device, plan);
    return true;
}

// ---- The choice ----------------------------------------------------------------------------------

static void keep_the_faster(struct hier_schedule *best, struct hier_schedule s)
{
    for (int i = 0; i < s.launches; i++)
        s.expected_ns += s.launch[i].expected_ns;
    if (best->launches == 0 || s.expected_ns < best->expected_ns)
        *best = s;
}

// All of C in one launch, in each way.
static void choose_way(struct hier_schedule *best, const struct hier_device *device,
                       int configuration, const struct hier_plan *all, int k, bool staged)
{
    struct hier_plan plan = *all;
    if (!try_plan(device, configuration, k, staged, &plan))
        return;
    keep_the_faster(best, (struct hier_schedule){.launches = 1, .launch = {plan}});
    for (plan.way = STREAM_K, plan.pieces = 1; plan.pieces <= PLAN_MOST_SPLIT; plan.pieces++)
        if (try_plan(device, configuration, k, staged, &plan))
            keep_the_faster(best, (struct hier_schedule){.launches = 1, .launch = {plan}});
    // 2, 3, 4, 5, 7, 9, 11, 14, ...: each about a quarter more, until they are too many.
    plan.way = SPLIT_K;
    for (plan.pieces = 2;
         plan.pieces <= PLAN_MOST_PIECES && try_plan(device, configuration, k, staged, &plan);
         plan.pieces += 1 + plan.pieces / 5)
        keep_the_faster(best, (struct hier_schedule){.launches = 1, .launch = {plan}});
}

// Whole tiles of configuration i, and smaller tiles for the remaining border.
static void choose_border(struct hier_schedule *best, const struct hier_device *device, int i,
                          const struct hier_plan *all, int k, bool staged)
{
    const int bm = configuration_bm(&hier_configurations[i]),
              bn = configuration_bn(&hier_configurations[i]);
    struct hier_plan whole = {.m = all->m / bm * bm, .n = all->n / bn * bn};
    if (whole.m == 0 || whole.n == 0 || (whole.m == all->m && whole.n == all->n) ||
        !try_plan(device, i, k, staged, &whole))
        return;
    for (int j = 0; j < PLAN_CONFIGURATIONS; j++) {
        const struct hier_configuration *c = &hier_configurations[j];
        struct hier_plan border = *all;
        border.done_m = whole.m;
        border.done_n = whole.n;
        if (j != i && bm % configuration_bm(c) == 0 && bn % configuration_bn(c) == 0 &&
            try_plan(device, j, k, staged, &border))
            keep_the_faster(best, (struct hier_schedule){.launches = 2, .launch = {whole, border}});
    }
}

// The model has no L2, from which 128 x 32 needs a quarter more bytes than 64 x 64. Of 44 problems
// with more columns, 128 x 32 was slower in 41; on average it took 20% longer
// (bench/results/tune_tensor_h200.tsv).
static bool is_too_narrow(int configuration, int n)
{
    return configuration == PLAN_128X32 &&
           n > configuration_bn(&hier_configurations[configuration]);
}

struct hier_schedule hier_choose(const struct hier_device *device, const struct gemm_problem *p,
                                 bool staged)
{
    const int k = gemm_read_k(p);
    const struct hier_plan all = {.m = p->m, .n = p->n};
    struct hier_schedule best = {0};
    for (int i = 0; i < PLAN_CONFIGURATIONS; i++) {
        if (is_too_narrow(i, p->n))
            continue;
        choose_way(&best, device, i, &all, k, staged);
        choose_border(&best, device, i, &all, k, staged);
    }
    for (int i = 0; i < best.launches; i++)
        set_panel(device, &best.launch[i]);
    return best;
}

// ---- On the current GPU --------------------------------------------------------------------------

struct hier_device hier_device(void)
{
    int device = 0;
    struct hier_device d = {0};
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&d.sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaDeviceGetAttribute(&d.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&d.sm_shared_bytes,
                                      cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
    return d;
}

bool hier_plan_fits(const struct gemm_problem *p, bool staged, struct failure *why)
{
    if (p->m == 0 || p->n == 0)
        return true;
    const struct hier_device device = hier_device();
    return hier_choose(&device, p, staged).launches > 0 ||
           fail(why, "no tile of this step fits into %d bytes of shared memory",
                device.shared_bytes);
}

double hier_plan_workspace(const struct gemm_problem *p, bool staged)
{
    if (p->m == 0 || p->n == 0)
        return 0;
    const struct hier_device device = hier_device();
    const struct hier_schedule s = hier_choose(&device, p, staged);
    return s.launches == 1 ? (double)hier_parts_bytes(&s.launch[0]) : 0;
}

// The arrival counters come first and have the same place for every tile size, so that each launch
// finds the zeros that the previous launch left there.
static size_t arrivals_bytes(void)
{
    enum { MOST_WARPS = 64 }; // on an SM
    return (size_t)raster_places() * MOST_WARPS * sizeof(unsigned);
}

size_t hier_parts_bytes(const struct hier_plan *plan)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const size_t tile = sizeof(float) * (size_t)configuration_bm(c) * (size_t)configuration_bn(c);
    return splits_tiles(&plan->share) ? arrivals_bytes() + 2 * (size_t)plan->share.blocks * tile
                                      : 0;
}

struct parts hier_parts(const struct hier_plan *plan)
{
    static const char user = 0; // identifies the workspace
    const size_t bytes = hier_parts_bytes(plan);
    if (bytes == 0)
        return (struct parts){NULL, NULL};
    unsigned *const arrivals = workspace(&user, bytes);
    return (struct parts){(float *)(void *)((char *)arrivals + arrivals_bytes()), arrivals};
}

struct owner hier_plan_owner(const struct hier_plan *plan, const struct gemm_problem *p, int row,
                             int col)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const int bm = configuration_bm(c), bn = configuration_bn(c), wm = bm / c->warps_m,
              wn = bn / c->warps_n;
    const struct tile_place place = {row / bm, col / bn};
    const int tile =
        raster_border_block(place, plan->panel, ceil_div(plan->m, bm), ceil_div(plan->n, bn),
                            plan->done_m / bm, plan->done_n / bn);
    const int warp = row % bm / wm + col % bn / wn * c->warps_m;
    const int k_tiles = gemm_only_scales(p) ? 1 : ceil_div(p->k, PLAN_BK);
    const struct share *s = &plan->share;
    const long long in_row = tile - (long long)s->rounds * s->blocks;
    return (struct owner){
        // A block computes several tiles.
        .block_x = in_row < 0 ? tile % s->blocks : piece_of(s, k_tiles, in_row * k_tiles),
        .thread = warp * 32 + row % 8 * 4 + col % 8 / 2,
    };
}

struct hier_params hier_plan_params(const struct hier_plan *plan, enum copy_way way,
                                    const struct gemm *g)
{
    const struct copy_tiles t = hier_plan_copies(plan, way, g->problem.trans_a, g->problem.trans_b);
    struct gemm part = *g;
    part.problem.m = plan->m;
    part.problem.n = plan->n;
    struct hier_params p = hier_params(t, &part);
    p.panel = plan->panel;
    p.done_m = plan->done_m / t.bm;
    p.done_n = plan->done_n / t.bn;
    p.share = plan->share;
    p.parts = hier_parts(plan);
    return p;
}
