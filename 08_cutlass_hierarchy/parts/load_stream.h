// SPDX-License-Identifier: MIT
//
// load_stream.h: copies the tiles of A and B for a block's tile of C, one pair after the other
// along K (CUTLASS: the global load stream). For kernels.
#ifndef HIER_LOAD_STREAM_H
#define HIER_LOAD_STREAM_H

#include "../../common/device/gemm/tile_copy.h"
#include "../hierarchy.h"

struct load_stream {
    struct tile_copy a, b;
};

// s, trans_b and by are literals. (row, col) is the start of the block's tile in C.
static __device__ __forceinline__ struct load_stream load_begin(const struct hier_params *p,
                                                                struct hier_shape s, bool trans_b,
                                                                enum copy_by by, int row, int col)
{
    const struct tile_copy both = {
        .threads = hier_threads(s), .element = sizeof(uint16_t), .by = by};
    struct load_stream stream = {both, both};
    stream.a.tile = hier_a_tile(s), stream.a.k_major = true;
    stream.b.tile = hier_b_tile(s, trans_b), stream.b.k_major = trans_b;
    copy_begin(&stream.a, p->A, row, 0);
    copy_begin(&stream.b, p->B, trans_b ? col : 0, trans_b ? 0 : col);
    return stream;
}

// Copies the next pair of tiles.
static __device__ __forceinline__ void load_next(struct load_stream *stream, uint16_t *As,
                                                 uint16_t *Bs)
{
    copy_next(As, &stream->a);
    copy_next(Bs, &stream->b);
}

// Call before load_next() in a loop: reads the number of rows of the operands again. In NT, which
// of a thread's six rows are inside is the same for all tiles, and the compiler would keep these
// answers in six of the seven predicates. Each copy would then wait for the seventh (2% in steps 3
// and 6).
static __device__ __forceinline__ void load_bounds(struct load_stream *stream,
                                                   const struct hier_params *p)
{
    if (stream->a.by != BY_CP_ASYNC || !stream->b.k_major)
        return;
    stream->a.of.rows = p->A.rows;
    stream->b.of.rows = p->B.rows;
}

#endif
