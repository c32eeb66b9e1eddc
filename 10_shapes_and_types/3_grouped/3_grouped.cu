// SPDX-License-Identifier: MIT
//
// 3_grouped: products of different sizes in one launch.
//
// What changed: all products of a batch have one shape; each product of a group has its own. So the
// parameters of each are in device memory, and a block finds the product of its next tile by
// bisection.
//
// Why: a mixture of experts multiplies one matrix for each expert, with as many rows as tokens
// chose it: none, 3, 200. A launch for each leaves SMs idle. Padded to one shape, most of the work
// would be zeros.
//
// Expect: the time of all tiles together.
#include "grouped.h"

#include "../../common/device/gemm/hierarchy/epilogue_store.h"
#include "../../common/device/gemm/raster.h"
#include "../../common/device/gemm/hierarchy/segment.h"

struct group_work {
    const struct hier_params *products;
    const int *first;
    int count, tiles;
};
#define WORK struct group_work

static __device__ __forceinline__ int work_count(const struct group_work *w) { return w->tiles; }

#include "../../common/device/gemm/hierarchy/dealt.h"

static __device__ __forceinline__ struct segment
work_segment(const struct group_work *w, const struct span *at, struct copy_tiles t)
{
    const int i = grouped_product(w->first, w->count, at->tile);
    const struct hier_params *p = &w->products[i];
    const struct tile_place place =
        raster_tile(at->tile - w->first[i], p->panel, p->tiles_m, p->tiles_n);
    struct segment s = segment_of_tile(p, place, t);
    s.product = i;
    return s;
}

static __device__ __forceinline__ void work_store(const struct group_work *w, const struct span *at,
                                                  const struct segment *mine, float *rows,
                                                  const float acc[][4], int mmas_m, int mmas_n,
                                                  int warps)
{
    (void)at, (void)warps;
    const struct hier_params *p = &w->products[mine->product];
    const struct epilogue e = {.alpha = p->alpha, .beta = p->beta};
    store_through_shared(EPILOGUE_LINEAR, &e, rows, acc, mmas_m, mmas_n, p->C, p->ldc, p->m, p->n,
                         mine->row, mine->col, p->vectors);
}

#include "../parts/segment_kernels.h"

void grouped_gemm(const struct group *g)
{
    const struct group_work work = {g->device_products, g->device_first, g->count,
                                    g->first[g->count]};
    if (work.tiles > 0)
        segment_launch(g->configuration, g->trans_a, g->trans_b, g->async, g->blocks, &work);
}
