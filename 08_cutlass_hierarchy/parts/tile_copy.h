// SPDX-License-Identifier: MIT
//
// tile_copy.h: tiles of A and B from global to shared memory (CUTLASS: the global load stream).
//
// The threads of a block copy a tile together, each the same chunk of 16 bytes of every so many
// rows. What lies outside the matrix is zero in the tile. `aligned`, a literal, says that each
// chunk lies wholly inside or wholly outside, at a multiple of 16 bytes; else the eight elements of
// a chunk come one by one.
#ifndef HIER_TILE_COPY_H
#define HIER_TILE_COPY_H

#include "../../common/device/index.h"
#include "../../common/device/ptx/ptx.h"
#include "../hierarchy.h"
#include "tile_layout.h"

// A tile iterator: where a thread's first chunk of the next tile is.
struct tile_iterator {
    const uint16_t *from;
    int row, col; // in the matrix
};

// tile_cols: a literal. (row, col): where the first tile begins in the operand.
static __device__ __forceinline__ struct tile_iterator tile_begin(const struct hier_operand *o,
                                                                  int tile_cols, int row, int col)
{
    const int chunks = tile_cols / CHUNK;
    struct tile_iterator it;
    it.row = row + (int)threadIdx.x / chunks;
    it.col = col + (int)threadIdx.x % chunks * CHUNK;
    it.from = o->data + row_major(it.row, it.col, o->ld);
    return it;
}

// On to the next tile, bk further along K: along the rows (K-major) or down.
static __device__ __forceinline__ void tile_next(struct tile_iterator *it,
                                                 const struct hier_operand *o, int bk, bool k_major)
{
    it->from += o->tile_step;
    it->row += k_major ? 0 : bk;
    it->col += k_major ? bk : 0;
}

// The first `inside` of eight elements, zeros for the others.
static __device__ __forceinline__ void copy_elements(uint16_t *to, const uint16_t *from, int inside)
{
    uint32_t pairs[CHUNK / 2];
#pragma unroll
    for (int e = 0; e < CHUNK; e += 2) {
        const uint32_t low = e < inside ? from[e] : 0, high = e + 1 < inside ? from[e + 1] : 0;
        pairs[e / 2] = low | high << 16;
    }
    *(uint4 *)to = make_uint4(pairs[0], pairs[1], pairs[2], pairs[3]);
}

static __device__ __forceinline__ uint4 load_chunk(const uint16_t *from, bool inside)
{
    uint4 chunk = make_uint4(0, 0, 0, 0);
    if (inside)
        chunk = *(const uint4 *)from;
    return chunk;
}

// Copies the tile of tile_rows x tile_cols that `it` points at, by `threads` threads (literals).
static __device__ __forceinline__ void tile_copy(uint16_t *tile, int tile_rows, int tile_cols,
                                                 int threads, const struct tile_iterator *it,
                                                 const struct hier_operand *o, bool aligned,
                                                 bool async)
{
    const int chunks = tile_cols / CHUNK, at_once = rows_at_once(tile_cols, threads);
    const int row = (int)threadIdx.x / chunks, col = (int)threadIdx.x % chunks * CHUNK;
    uint16_t *to = tile + tile_offset(tile_cols, row, col);
    const uint16_t *from = it->from;
    if (!aligned) {
#pragma unroll 1 // eight loads at a time: the registers belong to the sums
        for (int i = 0; i < tile_rows; i += at_once) {
            copy_elements(to + i * tile_cols, from, it->row + i < o->rows ? o->cols - it->col : 0);
            from += o->row_step;
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < tile_rows; i += at_once) {
        const bool inside = it->row + i < o->rows && it->col < o->cols;
        if (async)
            cp_async_cg_16(to + i * tile_cols, from, inside ? CHUNK_BYTES : 0);
        else
            *(uint4 *)(to + i * tile_cols) = load_chunk(from, inside);
        from += o->row_step;
    }
}

// ---- Both operands -------------------------------------------------------------------------------

// The tiles of A and B that a block needs for its tile of C, one pair after the other along K.
struct load_stream {
    struct tile_iterator a, b;
};

// s, trans_b: literals, here and below. (row, col): where the block's tile begins in C.
static __device__ __forceinline__ struct load_stream
load_begin(const struct hier_params *p, struct hier_shape s, bool trans_b, int row, int col)
{
    struct load_stream stream;
    stream.a = tile_begin(&p->A, s.bk, row, 0);
    stream.b = trans_b ? tile_begin(&p->B, s.bk, col, 0) : tile_begin(&p->B, s.bn, 0, col);
    return stream;
}

// Copies the next pair of tiles. They are complete when every thread has passed a barrier after it;
// with `async`, aligned chunks come by cp.async, to be waited for before that barrier. Behind the
// end of K the tiles are zeros.
static __device__ __forceinline__ void load_next(struct load_stream *stream, uint16_t *As,
                                                 uint16_t *Bs, const struct hier_params *p,
                                                 struct hier_shape s, bool trans_b, bool aligned,
                                                 bool async)
{
    const int threads = hier_threads(s);
    tile_copy(As, s.bm, s.bk, threads, &stream->a, &p->A, aligned, async);
    if (trans_b)
        tile_copy(Bs, s.bn, s.bk, threads, &stream->b, &p->B, aligned, async); // n x k
    else
        tile_copy(Bs, s.bk, s.bn, threads, &stream->b, &p->B, aligned, async); // k x n
    tile_next(&stream->a, &p->A, s.bk, true);
    tile_next(&stream->b, &p->B, s.bk, trans_b);
}

#endif
