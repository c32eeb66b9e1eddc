// SPDX-License-Identifier: MIT
//
// 10_batched: many products of one shape in one launch.
//
// What changed: the tile that a block takes next may belong to another product (segment.h). Its A
// and B begin `stride` elements further on, or where an array of pointers says; all else is the
// same, so it is the host's to compute.
//
// Why: one small product leaves most SMs idle, and a launch for each costs microseconds. And a
// block's copies go ahead from product to product as they did from tile to tile.
//
// Expect: 64 products at nearly the speed of a large one.
#include "batched.h"

#include "../parts/epilogue_store.h"
#include "../../common/device/gemm/raster.h"
#include "../parts/segment.h"

struct batch_work {
    struct hier_params p; // of each
    struct batch batch;
};
#define WORK struct batch_work

static __device__ __forceinline__ int work_count(const struct batch_work *w)
{
    return w->p.tiles_m * w->p.tiles_n * w->batch.count;
}

#include "../parts/dealt.h"

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

// Are all matrices as cp.async wants them; and can all C's be taken in float4s?
static bool aligned(const struct gemm *g, const struct batch *b)
{
    return hier_operands_aligned(g) &&
           (b->A ? b->vectors : b->stride_a % F16_VECTOR == 0 && b->stride_b % F16_VECTOR == 0);
}

void batched_gemm(const struct gemm *g, const struct batch *b)
{
    const struct gemm_problem *p = &g->problem;
    const struct tuned_device device = tuned_device();
    struct failure why;
    if (!batched_check(p, b, &why)) {
        fprintf(stderr, "batched_gemm: %s\n", why.text);
        exit(EXIT_FAILURE);
    }
    if (p->m == 0 || p->n == 0)
        return;
    const struct gemm each = {*p, b->A ? NULL : g->A, b->A ? NULL : g->B, b->A ? NULL : g->C};
    const bool async = aligned(&each, b);
    const struct hier_plan tile = {.configuration =
                                       segment_configuration(&device, b->count, p->m, p->n, async)};
    CUDA_CHECK(tile.configuration >= 0 ? cudaSuccess : cudaErrorInvalidConfiguration);
    const struct copy_tiles t =
        tuned_copies(&tile, async ? COPY_ASYNC : COPY_STAGED_16, p->trans_b);
    struct batch_work work = {hier_params(t, &each), *b};
    const int places = segment_places(&device, tile.configuration);
    const long long tiles = (long long)work.p.tiles_m * work.p.tiles_n * b->count;
    work.p.panel = raster_panel(t.bm, t.bn, work.p.tiles_m, places);
    work.p.vectors = work.p.vectors && (b->C ? b->vectors : b->stride_c % EPILOGUE_VECTOR == 0);
    segment_launch(tile.configuration, p->trans_b, async, tiles < places ? (int)tiles : places,
                   &work);
}
