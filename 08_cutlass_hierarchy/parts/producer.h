// SPDX-License-Identifier: MIT
//
// producer.h: the copies of 8_tuned, which go ahead of the products, from tile of C to tile of C,
// or from part of a tile to part of a tile.
#ifndef HIER_PRODUCER_H
#define HIER_PRODUCER_H

#include "../../common/device/gemm/share.h"
#include "predicated_copy.h"
#include "raster.h"

// Which tiles of A and B are copied next.
struct producer {
    struct copy_stream stream;
    struct span at; // the tile of C, and how much of K for it
    int k_tile;     // along K
};

// The place of a launch's tile of C.
static __device__ __forceinline__ struct tile_place launch_tile(const struct hier_params *p,
                                                                int tile)
{
    return raster_border(tile, p->panel, p->tiles_m, p->tiles_n, p->done_m, p->done_n);
}

// The first tiles of A and B of that segment; an empty one stands behind the last.
static __device__ __forceinline__ void
producer_begin_at(struct producer *next, const struct hier_params *p, struct span at)
{
    next->at = at;
    next->k_tile = at.begin;
    if (at.end == 0) {
        stream_nothing(&next->stream);
        return;
    }
    const struct tile_place place = launch_tile(p, at.tile);
    const struct copy_tiles t = next->stream.t;
    stream_begin_at(&next->stream, place.row * t.bm, place.col * t.bn, at.begin * t.bk);
}

// On to the next tiles: along K, or those of the block's next segment. Predicates are the same from
// a segment's first tile to the last but one along K.
static __device__ __forceinline__ void producer_next(struct producer *next,
                                                     const struct hier_params *p)
{
    stream_next(&next->stream);
    next->k_tile++;
    if (next->k_tile == next->at.end) {
        producer_begin_at(next, p, next_span(&p->share, p->k_tiles, &next->at));
    } else if (next->k_tile == p->k_tiles - 1 && next->at.end > 0) {
        const struct tile_place place = launch_tile(p, next->at.tile);
        const struct copy_tiles t = next->stream.t;
        stream_predicates(&next->stream, place.row * t.bm, place.col * t.bn, next->k_tile * t.bk);
    }
}

#endif
