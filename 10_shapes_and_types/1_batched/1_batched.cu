// SPDX-License-Identifier: MIT
//
// 1_batched: many products of one shape in one launch.
//
// What changed: the next tile of a block may belong to another product (segment.h). Its A and B
// begin `stride` elements further on, or at an address from an array of pointers. Everything else
// is the same, so the host computes it.
//
// Why: one small product leaves most SMs idle, and a launch for each costs microseconds. In one
// launch a block's copies run ahead from product to product, as they do from tile to tile.
//
// Expect: 64 products at nearly the speed of a large one.
#include "batched.h"

#include "../../common/device/gemm/hierarchy/epilogue_store.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/hierarchy/segment.h"

struct batch_work {
    struct hier_params p; // of each
    struct batch batch;
};
#define WORK struct batch_work

static __device__ __forceinline__ int work_count(const struct batch_work *w)
{
    return w->p.tiles_m * w->p.tiles_n * w->batch.count;
}

#include "../../common/device/gemm/hierarchy/dealt.h"

static __device__ __forceinline__ struct segment
work_segment(const struct batch_work *w, const struct span *at, struct copy_tiles t)
{
    const int tiles = w->p.tiles_m * w->p.tiles_n, product = at->tile / tiles;
    const struct tile_place place =
        raster_tile(at->tile % tiles, w->p.panel, w->p.tiles_m, w->p.tiles_n);
    struct segment s = segment_of_tile(&w->p, place, t);
    s.product = product;
    s.A.data =
        w->batch.A ? w->batch.A[product] : (const uint16_t *)s.A.data + product * w->batch.stride_a;
    s.B.data =
        w->batch.B ? w->batch.B[product] : (const uint16_t *)s.B.data + product * w->batch.stride_b;
    return s;
}

static __device__ __forceinline__ void work_store(const struct batch_work *w, const struct span *at,
                                                  const struct segment *mine, float *rows,
                                                  const float acc[][4], int mmas_m, int mmas_n,
                                                  int warps)
{
    const struct hier_params *p = &w->p;
    (void)at, (void)warps;
    const struct epilogue e = {.alpha = p->alpha, .beta = p->beta};
    float *const C =
        w->batch.C ? w->batch.C[mine->product] : p->C + mine->product * w->batch.stride_c;
    store_through_shared(EPILOGUE_LINEAR, &e, rows, acc, mmas_m, mmas_n, C, p->ldc, p->m, p->n,
                         mine->row, mine->col, p->vectors);
}

#include "../parts/segment_kernels.h"

void batched_gemm(const struct gemm *g, const struct batch *b)
{
    const struct gemm_problem *p = &g->problem;
    struct failure why;
    if (!batched_check(p, b, &why)) {
        fprintf(stderr, "batched_gemm: %s\n", why.text);
        exit(EXIT_FAILURE);
    }
    if (p->m == 0 || p->n == 0)
        return;
    const struct gemm each = {*p, b->A ? NULL : g->A, b->A ? NULL : g->B, b->A ? NULL : g->C};
    const struct batch_plan plan = batch_plan(&each, b);
    CUDA_CHECK(plan.configuration >= 0 ? cudaSuccess : cudaErrorInvalidConfiguration);
    const struct hier_plan tile = {.configuration = plan.configuration};
    const struct copy_tiles t =
        hier_plan_copies(&tile, plan.async ? COPY_ASYNC : COPY_STAGED_16, p->trans_a, p->trans_b);
    struct batch_work work = {hier_params(t, &each), *b};
    work.p.panel = raster_panel(t.bm, t.bn, work.p.tiles_m, plan.places);
    work.p.vectors = work.p.vectors && (b->C ? b->vectors : b->stride_c % EPILOGUE_VECTOR == 0);
    segment_launch(plan.configuration, p->trans_a, p->trans_b, plan.async, plan.blocks, &work);
}

// ---- The step ------------------------------------------------------------------------------------

void hgemm_batched(const struct gemm *g)
{
    const int slabs = g->problem.m / BATCH_ROWS, done = slabs * BATCH_ROWS;
    const struct batch batch = batch_of_slabs(&g->problem, slabs), one = {.count = 1};
    struct gemm slab = *g, left = *g;
    slab.problem.m = BATCH_ROWS;
    left.problem.m = g->problem.m - done;
    left.A = (const uint16_t *)g->A + batch_row_of_a(&g->problem, done);
    left.C = (float *)g->C + row_major(done, 0, g->problem.ldc);
    if (slabs > 0)
        batched_gemm(&slab, &batch);
    if (left.problem.m > 0)
        batched_gemm(&left, &one);
}
