// SPDX-License-Identifier: MIT
//
// predicated_copy.h: copies tiles of A and B, which may begin and end anywhere, to shared memory.
// For 08/7_predicated, 08/8_tuned and 8_converts.
//
// Which of a thread's copies are inside the matrix depends only on its place in the tile, except in
// the last tile along K. So it is computed at the first tile and at the last, and kept as a mask
// (predicates.h). Between them, a copy tests one bit.
//
// An element is copied in one of two ways:
//
//     asynchronous   16 bytes at a time with cp.async. Rows must begin at multiples of 16 bytes.
//     staged         two elements at a time through registers (CUTLASS: with a transformer). The 32
//                    lanes of a warp load 64 neighbours of a row: in one request if it begins
//                    at a multiple of 4 bytes, otherwise in one for the even elements and one for
//                    the odd elements. Shared memory is aligned: there two 16-bit halves become one
//                    32-bit word. No byte outside the rows is read. In the registers, elements can
//                    change their type.
//
// Every function is called with literals for the sizes, and inlined.
#ifndef HIERARCHY_PREDICATED_COPY_H
#define HIERARCHY_PREDICATED_COPY_H

#include "../tile_copy.h"
#include "params.h"
#include "predicates.h"

enum { MOST_STAGED = PREDICATES }; // most pairs of an operand's tile for a thread

// How one operand is copied: tiles of rows x cols elements in shared memory, by `threads` threads.
// k_major: the next tile is to the right.
struct copy_shape {
    enum copy_way way;
    int rows, cols, threads;
    bool k_major;
};

// A thread's position in an operand (CUTLASS: a predicated tile iterator): values that are set
// once, and masks of its copies of the next tile, where bit i is copy i.
struct copy_iterator {
    struct copy_shape s; // literals
    const struct gemm_operand *of;
    const unsigned char *from; // address of the next copy
    unsigned whole;            // copies inside the matrix that are read at once
    unsigned first, second;    // staged: elements of a pair that are read one at a time
    bool apart;                // some lane of the warp has such elements (if they are converted)
    bool aligned;              // pairs begin at multiples of their size
};

// The lanes that share a row of the tile, and how many copies each makes there.
LAYOUT_INLINE int copy_lanes(struct copy_shape s)
{
    return s.cols / copy_width(s.way) < 32 ? s.cols / copy_width(s.way) : 32;
}

LAYOUT_INLINE int copy_across(struct copy_shape s)
{
    return s.cols / copy_width(s.way) / copy_lanes(s);
}

// The rows of the tile that all threads copy at once, and the number of copies of one thread.
LAYOUT_INLINE int copy_rows(struct copy_shape s) { return s.threads / copy_lanes(s); }

LAYOUT_INLINE int copy_count(struct copy_shape s) { return s.rows / copy_rows(s) * copy_across(s); }

LAYOUT_INLINE bool copies_convert(struct copy_shape s)
{
    return s.way == COPY_STAGED_F32 || s.way == COPY_STAGED_I8;
}

LAYOUT_INLINE struct copy_shape copy_of_a(struct copy_tiles t)
{
    return (struct copy_shape){t.way, t.trans_a ? t.bk : t.bm, t.trans_a ? t.bm : t.bk, t.threads,
                               !t.trans_a};
}

LAYOUT_INLINE struct copy_shape copy_of_b(struct copy_tiles t)
{
    return (struct copy_shape){t.way, t.trans_b ? t.bn : t.bk, t.trans_b ? t.bk : t.bn, t.threads,
                               t.trans_b};
}

#ifdef __CUDACC__

#include <cuda_fp16.h>

#include "../../ptx/ptx.h"
#include "../../ptx/load_if.h"

// The row and column, in the tile, of the thread's copy i.
static __device__ __forceinline__ int copy_row(struct copy_shape s, int i)
{
    return (int)threadIdx.x / copy_lanes(s) + i / copy_across(s) * copy_rows(s);
}

static __device__ __forceinline__ int copy_col(struct copy_shape s, int i)
{
    return ((int)threadIdx.x % copy_lanes(s) + i % copy_across(s) * copy_lanes(s)) *
           copy_width(s.way);
}

// Moves to the tile that begins at (row, col) of the operand.
static __device__ __forceinline__ void copy_begin_at(struct copy_iterator *it, int row, int col)
{
    const struct copy_shape s = it->s;
    it->from =
        (const unsigned char *)it->of->data +
        row_major(row + copy_row(s, 0), col + copy_col(s, 0), it->of->ld) * element_bytes(s.way);
    // Copies of a thread, and tiles, are an even number of elements apart: one answer holds for
    // all.
    it->aligned = (uintptr_t)it->from % (PAIR * element_bytes(s.way)) == 0;
}

// Computes which copies of that tile read something. After copy_begin_at().
static __device__ __forceinline__ void copy_predicates(struct copy_iterator *it, int row, int col)
{
    const struct copy_shape s = it->s;
    unsigned first = 0, second = 0;
#pragma unroll
    for (int i = 0; i < copy_count(s); i++) {
        const bool row_inside = row + copy_row(s, i) < it->of->rows;
        first |= predicate_mask(i, row_inside && col + copy_col(s, i) < it->of->cols);
        second |= predicate_mask(i, row_inside && col + copy_col(s, i) + 1 < it->of->cols);
    }
    it->whole = s.way == COPY_ASYNC ? first : it->aligned ? second : 0;
    it->first = first & ~it->whole;
    it->second = second & ~it->whole;
    it->apart = copies_convert(s) && __any_sync(~0u, it->first | it->second);
}

// The destination of copy i, in elements. The swizzle repeats every eight rows. Within eight rows
// it splits: if two coordinates have no common bits, the place of their sum is the XOR of their
// places.
static __device__ __forceinline__ int copy_to(struct copy_shape s, int i)
{
    const int rows = i / copy_across(s) * copy_rows(s), cols = copy_col(s, i) - copy_col(s, 0);
    const struct tile_layout tile = swizzled_tile(s.rows, s.cols);
    return (tile_offset(tile, copy_row(s, 0), copy_col(s, 0)) ^ tile_offset(tile, rows % 8, 0)) +
           rows / 8 * 8 * s.cols + cols;
}

// Moves from copy i to the next copy.
static __device__ __forceinline__ void copy_on(struct copy_iterator *it, int i)
{
    if ((i + 1) % copy_across(it->s) == 0)
        advance(&it->from, it->of->row_step * element_bytes(it->s.way));
}

// Moves on from the last copy to the first copy of the next tile. If that tile is below, the step
// is 0. It is added nevertheless: without it nvcc delays the stores of 08/8_converts_f32 (6%
// slower).
static __device__ __forceinline__ void copy_on_to_next_tile(struct copy_iterator *it)
{
    advance(&it->from, it->of->tile_step * element_bytes(it->s.way));
}

// ---- Asynchronous --------------------------------------------------------------------------------

// Starts the thread's copies `first` to `last` - 1.
static __device__ __forceinline__ void copy_async(uint16_t *tile, struct copy_iterator *it,
                                                  int first, int last)
{
#pragma unroll
    for (int i = first; i < last; i++) {
        cp_async_cg_16(tile + copy_to(it->s, i), it->from,
                       predicate_at_mask(it->whole, i) ? VECTOR_BYTES : 0);
        copy_on(it, i);
    }
}

// ---- Staged --------------------------------------------------------------------------------------

// Pairs in flight, as they were in memory.
struct staged {
    uint32_t low[MOST_STAGED], high[MOST_STAGED];
};

// Loads a pair that is aligned for one load.
static __device__ __forceinline__ void load_pair(enum copy_way way, uint32_t *low, uint32_t *high,
                                                 const unsigned char *from, unsigned predicate)
{
    if (way == COPY_STAGED_F32)
        load_if_64(low, high, from, predicate);
    else if (way == COPY_STAGED_I8)
        load_if_16(low, from, predicate);
    else
        load_if_32(low, from, predicate);
}

static __device__ __forceinline__ void load_element(enum copy_way way, uint32_t *to,
                                                    const unsigned char *from, unsigned predicate)
{
    if (way == COPY_STAGED_F32)
        load_if_32(to, from, predicate);
    else if (way == COPY_STAGED_I8)
        load_if_8(to, from, predicate);
    else
        load_if_16(to, from, predicate);
}

// Starts the loads of copies `first` to `last` - 1: pairs, single elements, or both.
static __device__ __forceinline__ void load_copies(struct staged *staged, struct copy_iterator *it,
                                                   int first, int last, bool pairs, bool elements)
{
    const struct copy_shape s = it->s;
#pragma unroll
    for (int i = first; i < last; i++) {
        uint32_t *low = &staged->low[i - first], *high = &staged->high[i - first];
        const unsigned char *from =
            it->from + i % copy_across(s) * copy_lanes(s) * PAIR * element_bytes(s.way);
        if (pairs) {
            *low = *high = 0;
            load_pair(s.way, low, high, from, predicate_at_mask(it->whole, i));
        }
        if (elements) {
            load_element(s.way, low, from, predicate_at_mask(it->first, i));
            load_element(s.way, high, from + element_bytes(s.way),
                         predicate_at_mask(it->second, i));
        }
        copy_on(it, i);
    }
}

// The same, and nothing waits for them yet. A load with a false predicate is still an instruction.
// The operands of 08/8_converts are mostly aligned, so a branch saves most warps two of three
// loads. 08/7_predicated stages only unaligned operands; there the branch costs 31% of its speed at
// 4097.
static __device__ __forceinline__ void copy_load(struct staged *staged, struct copy_iterator *it,
                                                 int first, int last)
{
    struct copy_iterator again = *it;
    load_copies(staged, it, first, last, true, !copies_convert(it->s));
    if (copies_convert(it->s) && it->apart)
        load_copies(staged, &again, first, last, false, true);
}

static __device__ __forceinline__ uint32_t two_halves(half low, half high)
{
    return (uint32_t)__half_as_ushort(low) | (uint32_t)__half_as_ushort(high) << 16;
}

// The word to store in shared memory (the transformer).
static __device__ __forceinline__ uint32_t word_of_pair(enum copy_way way, uint32_t low,
                                                        uint32_t high, bool aligned)
{
    if (way == COPY_STAGED_F32)
        return two_halves(__float2half_rn(__uint_as_float(low)),
                          __float2half_rn(__uint_as_float(high)));
    if (way == COPY_STAGED_I8)
        return two_halves(__int2half_rn((signed char)low),
                          __int2half_rn((signed char)(aligned ? low >> 8 : high)));
    return __byte_perm(low, high, aligned ? 0x3210 : 0x5410); // low, or the lower halves of both
}

// Waits for the loads and stores the pairs in the tile.
static __device__ __forceinline__ void copy_store(uint16_t *tile, const struct copy_iterator *it,
                                                  const struct staged *staged, int first, int last)
{
#pragma unroll
    for (int i = first; i < last; i++)
        *(uint32_t *)(tile + copy_to(it->s, i)) =
            word_of_pair(it->s.way, staged->low[i - first], staged->high[i - first], it->aligned);
}

// ---- Both operands -------------------------------------------------------------------------------

struct copy_stream {
    struct copy_tiles t; // literals
    struct copy_iterator a, b;
};

// Pairs of both operands in flight.
struct staged_pairs {
    struct staged a, b;
};

static __device__ __forceinline__ void
stream_bind(struct copy_stream *stream, const struct hier_params *params, struct copy_tiles t)
{
    stream->t = t;
    stream->a.s = copy_of_a(t), stream->a.of = &params->A;
    stream->b.s = copy_of_b(t), stream->b.of = &params->B;
}

// (row, col) is the start of the block's tile of C; p is the start of the tiles along K.
static __device__ __forceinline__ void stream_predicates(struct copy_stream *stream, int row,
                                                         int col, int p)
{
    const bool trans_a = stream->t.trans_a, trans_b = stream->t.trans_b;
    copy_predicates(&stream->a, trans_a ? p : row, trans_a ? row : p);
    copy_predicates(&stream->b, trans_b ? col : p, trans_b ? p : col);
}

// Moves to the tiles that begin at p along K.
static __device__ __forceinline__ void stream_begin_at(struct copy_stream *stream, int row, int col,
                                                       int p)
{
    const bool trans_a = stream->t.trans_a, trans_b = stream->t.trans_b;
    copy_begin_at(&stream->a, trans_a ? p : row, trans_a ? row : p);
    copy_begin_at(&stream->b, trans_b ? col : p, trans_b ? p : col);
    stream_predicates(stream, row, col, p);
}

// Moves from the last copies of these tiles to the first copies of the next tiles.
static __device__ __forceinline__ void stream_next(struct copy_stream *stream)
{
    copy_on_to_next_tile(&stream->a);
    copy_on_to_next_tile(&stream->b);
}

static __device__ __forceinline__ void stream_nothing(struct copy_stream *stream)
{
    stream->a.whole = stream->a.first = stream->a.second = 0;
    stream->b.whole = stream->b.first = stream->b.second = 0;
}

// Part `part` of `parts` of this thread's copies. Asynchronous copies are started; staged ones are
// loaded into registers, from which stream_store() stores them.
static __device__ __forceinline__ void stream_load(struct copy_stream *stream, uint16_t *As,
                                                   uint16_t *Bs, int part, int parts,
                                                   struct staged_pairs *pairs)
{
    const int a = copy_count(stream->a.s), b = copy_count(stream->b.s);
    const int a0 = part * a / parts, a1 = (part + 1) * a / parts;
    const int b0 = part * b / parts, b1 = (part + 1) * b / parts;
    if (part >= parts)
        return;
    if (stream->t.way == COPY_ASYNC) {
        copy_async(As, &stream->a, a0, a1);
        copy_async(Bs, &stream->b, b0, b1);
    } else {
        copy_load(&pairs->a, &stream->a, a0, a1);
        copy_load(&pairs->b, &stream->b, b0, b1);
    }
}

static __device__ __forceinline__ void stream_store(const struct copy_stream *stream, uint16_t *As,
                                                    uint16_t *Bs, int part, int parts,
                                                    const struct staged_pairs *pairs)
{
    const int a = copy_count(stream->a.s), b = copy_count(stream->b.s);
    if (stream->t.way == COPY_ASYNC || part >= parts)
        return;
    copy_store(As, &stream->a, &pairs->a, part * a / parts, (part + 1) * a / parts);
    copy_store(Bs, &stream->b, &pairs->b, part * b / parts, (part + 1) * b / parts);
}

#endif
#endif
