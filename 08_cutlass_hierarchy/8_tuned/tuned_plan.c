// SPDX-License-Identifier: MIT
//
// tuned_plan.c: which configurations of 8_tuned take a problem.
#include <cuda_runtime.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../parts/epilogue_store.h"
#include "../parts/pack.h"
#include "../parts/raster.h"
#include "tuned.h"

int tuned_bm(const struct hier_configuration *c) { return c->warps_m * c->mmas_m * MMA_M; }

int tuned_bn(const struct hier_configuration *c) { return c->warps_n * c->mmas_n * MMA_N; }

int tuned_threads(const struct hier_configuration *c) { return c->warps_m * c->warps_n * 32; }

struct copy_tiles tuned_copies(const struct hier_plan *plan, enum copy_way way, bool trans_b)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    return (struct copy_tiles){way, tuned_bm(c), tuned_bn(c), TUNED_BK, tuned_threads(c), trans_b};
}

int tuned_shared_bytes(const struct hier_configuration *c)
{
    const int of_a_stage = (tuned_bm(c) + tuned_bn(c)) * TUNED_BK * (int)sizeof(uint16_t);
    const int of_a_warp = epilogue_floats(c->mmas_n * MMA_N) * (int)sizeof(float);
    return c->stages * of_a_stage + c->warps_m * c->warps_n * of_a_warp;
}

// The system keeps SYSTEM_BYTES of shared memory for each block.
int tuned_blocks_per_sm(const struct tuned_device *device, const struct hier_configuration *c)
{
    enum { SYSTEM_BYTES = 1024 };
    return smaller(c->blocks_per_sm,
                   device->sm_shared_bytes / (tuned_shared_bytes(c) + SYSTEM_BYTES));
}

bool hier_plan(const struct tuned_device *device, int configuration, int k, bool staged,
               struct hier_plan *plan)
{
    const struct hier_configuration *c = &hier_configurations[configuration];
    if (c->turn[staged] == 0 || tuned_shared_bytes(c) > device->shared_bytes)
        return false;
    const int bm = tuned_bm(c), bn = tuned_bn(c);
    const int tiles_m = ceil_div(plan->m, bm), tiles_n = ceil_div(plan->n, bn);
    const long long done = (long long)(plan->done_m / bm) * (plan->done_n / bn);
    const long long tiles = (long long)tiles_m * tiles_n - done;
    const int places = device->sms * tuned_blocks_per_sm(device, c);
    const int k_tiles = k > 0 ? ceil_div(k, TUNED_BK) : 1;
    const long long rounds = tiles / places, left = tiles % places;
    const double last_turn = left <= device->sms ? c->alone[staged] : c->turn[staged];
    plan->configuration = configuration;
    plan->blocks = tiles < places ? (int)tiles : places;
    plan->panel = raster_panel((struct hier_shape){bm, bn, TUNED_BK}, tiles_m, places);
    plan->expected_ns =
        hier_launch_ns + (double)rounds * (c->fixed[staged] + k_tiles * c->turn[staged]);
    if (left > 0)
        plan->expected_ns += c->fixed[staged] + k_tiles * last_turn;
    return true;
}

static void keep_the_faster(struct hier_schedule *best, struct hier_schedule s)
{
    for (int i = 0; i < s.launches; i++)
        s.expected_ns += s.launch[i].expected_ns;
    if (best->launches == 0 || s.expected_ns < best->expected_ns)
        *best = s;
}

struct hier_schedule hier_choose(const struct tuned_device *device, const struct gemm_problem *p,
                                 bool staged)
{
    const int m = p->m, n = p->n, k = only_scales(p->alpha, p->k) ? 0 : p->k;
    struct hier_schedule best = {0};
    for (int i = 0; i < TUNED_CONFIGURATIONS; i++) {
        struct hier_plan all = {.m = m, .n = n};
        if (!hier_plan(device, i, k, staged, &all))
            continue;
        keep_the_faster(&best, (struct hier_schedule){.launches = 1, .launch = {all}});

        const int bm = tuned_bm(&hier_configurations[i]), bn = tuned_bn(&hier_configurations[i]);
        struct hier_plan whole = {.m = m / bm * bm, .n = n / bn * bn};
        if (whole.m == 0 || whole.n == 0 || (whole.m == m && whole.n == n))
            continue;
        hier_plan(device, i, k, staged, &whole);
        // Tiles become smaller down the table, by whole factors.
        for (int j = i + 1; j < TUNED_CONFIGURATIONS; j++) {
            struct hier_plan border = {.m = m, .n = n, .done_m = whole.m, .done_n = whole.n};
            if (hier_plan(device, j, k, staged, &border))
                keep_the_faster(&best,
                                (struct hier_schedule){.launches = 2, .launch = {whole, border}});
        }
    }
    return best;
}

struct tuned_device tuned_device(void)
{
    int device = 0;
    struct tuned_device d = {0};
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&d.sms, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaDeviceGetAttribute(&d.shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    CUDA_CHECK(cudaDeviceGetAttribute(&d.sm_shared_bytes,
                                      cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
    return d;
}

static bool fits(const struct gemm_problem *p, bool staged, struct failure *why)
{
    if (p->m == 0 || p->n == 0)
        return true;
    const struct tuned_device device = tuned_device();
    return hier_choose(&device, p, staged).launches > 0 ||
           fail(why, "no tile of this step fits into %d bytes of shared memory",
                device.shared_bytes);
}

bool hier_tuned_fits(const struct gemm_problem *p, struct failure *why)
{
    return pack_fits(p, why) && fits(p, false, why);
}

bool converts_fits(const struct gemm_problem *p, struct failure *why) { return fits(p, true, why); }

struct hier_params tuned_params(const struct hier_plan *plan, enum copy_way way,
                                const struct gemm *g)
{
    const struct copy_tiles t = tuned_copies(plan, way, g->problem.trans_b);
    struct gemm part = *g;
    part.problem.m = plan->m;
    part.problem.n = plan->n;
    struct hier_params p = hier_params(t, &part);
    p.panel = plan->panel;
    p.done_m = plan->done_m / t.bm;
    p.done_n = plan->done_n / t.bn;
    return p;
}
