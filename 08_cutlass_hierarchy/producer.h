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

// The first tiles of A and B for that tile of C; behind the last one there is nothing to copy.
static __device__ __forceinline__ void
producer_begin_at(struct producer *next, const struct hier_params *p, struct copy_tiles t, int tile)
{
    next->tile = tile;
    next->k_tile = 0;
    if (tile >= p->tiles_m * p->tiles_n) {
        stream_nothing(&next->stream);
        return;
    }
    const struct tile_place place = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
    stream_begin_at(&next->stream, p, t, place.row * t.bm, place.col * t.bn);
}

// On to the next tiles: along K, or those of the block's next tile of C. Predicates are the same
// from the first tile along K to the last but one.
static __device__ __forceinline__ void
producer_next(struct producer *next, const struct hier_params *p, struct copy_tiles t)
{
    stream_next(&next->stream, p, t);
    next->k_tile++;
    if (next->k_tile == p->k_tiles) {
        producer_begin_at(next, p, t, next->tile + (int)gridDim.x);
    } else if (next->k_tile == p->k_tiles - 1 && next->tile < p->tiles_m * p->tiles_n) {
        const struct tile_place place = raster_tile(next->tile, p->panel, p->tiles_m, p->tiles_n);
        stream_predicates(&next->stream, p, t, place.row * t.bm, place.col * t.bn,
                          next->k_tile * t.bk);
    }
}

#endif
