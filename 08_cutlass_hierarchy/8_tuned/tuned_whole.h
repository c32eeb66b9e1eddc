// SPDX-License-Identifier: MIT
//
// tuned_whole.h: the work of 8_tuned (segment.h) if all tiles are whole. For .cu files.
#ifndef HIER_TUNED_WHOLE_H
#define HIER_TUNED_WHOLE_H

#include "../../common/device/gemm/hierarchy/epilogue_store.h"
#include "../../common/device/gemm/hierarchy/segment.h"

#define WORK struct hier_params

static __device__ __forceinline__ int work_count(const WORK *w) { return w->share.tiles; }

#include "../../common/device/gemm/hierarchy/dealt.h"

static __device__ __forceinline__ struct segment work_segment(const WORK *w, const struct span *at,
                                                              struct copy_tiles t)
{
    return segment_of_tile(
        w, raster_border(at->tile, w->panel, w->tiles_m, w->tiles_n, w->done_m, w->done_n), t);
}

static __device__ __forceinline__ void work_store(const WORK *w, const struct span *at,
                                                  const struct segment *mine, float *rows,
                                                  const float acc[][4], int mmas_m, int mmas_n,
                                                  int warps)
{
    (void)at, (void)warps;
    const struct epilogue e = {.alpha = w->alpha, .beta = w->beta};
    store_through_shared(EPILOGUE_LINEAR, &e, rows, acc, mmas_m, mmas_n, w->C, w->ldc, w->m, w->n,
                         mine->row, mine->col, w->vectors);
}

#include "../../common/device/gemm/hierarchy/producer.h"

#endif
