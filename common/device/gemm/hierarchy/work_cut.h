// SPDX-License-Identifier: MIT
//
// work_cut.h: the work of 08/8_tuned (segment.h) if tiles are cut along K: a block's segments are
// the spans of share.h. For .cu files.
//
// These are separate kernels, because the code that stores and adds parts is as long as the rest.
// Kernels of whole tiles would have to fetch it from memory although they jump over it.
#ifndef HIERARCHY_WORK_CUT_H
#define HIERARCHY_WORK_CUT_H

#include "epilogue_store.h"
#include "segment.h"
#include "add_parts.h"

#define WORK struct hier_params

static __device__ __forceinline__ struct span work_first(const WORK *w)
{
    return first_span(&w->share, w->k_tiles, (int)blockIdx.x);
}

static __device__ __forceinline__ struct span work_next(const WORK *w, const struct span *at)
{
    return next_span(&w->share, w->k_tiles, at);
}

static __device__ __forceinline__ bool work_has(const WORK *w, const struct span *at)
{
    (void)w;
    return at->begin < at->end;
}

static __device__ __forceinline__ struct segment work_segment(const WORK *w, const struct span *at,
                                                              struct copy_tiles t)
{
    struct segment s =
        segment_of_tile(w, raster_tile(at->tile, w->panel, w->tiles_m, w->tiles_n), t);
    s.begin = at->begin, s.end = at->end;
    return s;
}

static __device__ __forceinline__ void work_store(const WORK *w, const struct span *at,
                                                  const struct segment *mine, float *rows,
                                                  float acc[][4], int mmas_m, int mmas_n, int warps)
{
    if (!is_whole(at, w->k_tiles) &&
        !add_parts(&w->parts, &w->share, w->k_tiles, at, acc, mmas_m * mmas_n, warps))
        return; // the block whose warp arrives last stores this part of the tile
    const struct epilogue e = {.alpha = w->alpha, .beta = w->beta};
    store_through_shared(EPILOGUE_LINEAR, &e, rows, acc, mmas_m, mmas_n, w->C, w->ldc, w->m, w->n,
                         mine->row, mine->col, w->vectors);
}

#include "producer.h"

#endif
