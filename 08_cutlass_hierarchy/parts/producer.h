// SPDX-License-Identifier: MIT
//
// producer.h: the copies of 8_tuned, which go ahead of the products, from tile of C to tile of C.
#ifndef HIER_PRODUCER_H
#define HIER_PRODUCER_H

#include "predicated_copy.h"
#include "raster.h"

// Which tiles of A and B are copied next.
struct producer {
    struct copy_stream stream;
    int tile, k_tile; // of C, and along K
};

// The tiles of C of a launch, and the place of one.
static __device__ __forceinline__ int launch_tiles(const struct hier_params *p)
{
    return p->tiles_m * p->tiles_n - p->done_m * p->done_n;
}

static __device__ __forceinline__ struct tile_place launch_tile(const struct hier_params *p,
                                                                int tile)
{
    return raster_border(tile, p->panel, p->tiles_m, p->tiles_n, p->done_m, p->done_n);
}

// The first tiles of A and B for that tile of C; behind the last one there is nothing to copy.
static __device__ __forceinline__ void producer_begin_at(struct producer *next,
                                                         const struct hier_params *p, int tile)
{
    next->tile = tile;
    next->k_tile = 0;
    if (tile >= launch_tiles(p)) {
        stream_nothing(&next->stream);
        return;
    }
    const struct tile_place place = launch_tile(p, tile);
    const struct copy_tiles t = next->stream.t;
    stream_begin_at(&next->stream, place.row * t.bm, place.col * t.bn);
}

// On to the next tiles: along K, or those of the block's next tile of C. Predicates are the same
// from the first tile along K to the last but one.
static __device__ __forceinline__ void producer_next(struct producer *next,
                                                     const struct hier_params *p)
{
    stream_next(&next->stream);
    next->k_tile++;
    if (next->k_tile == p->k_tiles) {
        producer_begin_at(next, p, next->tile + (int)gridDim.x);
    } else if (next->k_tile == p->k_tiles - 1 && next->tile < launch_tiles(p)) {
        const struct tile_place place = launch_tile(p, next->tile);
        const struct copy_tiles t = next->stream.t;
        stream_predicates(&next->stream, place.row * t.bm, place.col * t.bn, next->k_tile * t.bk);
    }
}

#endif
