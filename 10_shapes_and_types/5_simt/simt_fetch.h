// SPDX-License-Identifier: MIT
//
// simt_fetch.h: tiles of A and B from global memory through registers to shared memory, for any
// type and layout. For kernels.
//
// A tile in shared memory always has the same form: each row has the words of all lines of the
// operand (rows of A, columns of B) at one word of K. So the outer product reads neighbours. The
// copy depends on how the operand is stored in memory:
//
//     along K          (A as m x k, B as n x k)   a vector of one line; each of its words goes
//                                                 to its own row: a transpose
//     along the lines  (A as k x m, B as k x n)   a vector, unchanged
//     along the lines, s8                         4 k of 4 lines: memory has 4 words of
//                                                 neighbouring lines, the tile needs words of
//                                                 neighbouring k: 4 x 4 bytes are transposed
//
// A tile may store each word twice, in neighbouring places (f16, simt.h).
#ifndef SHAPES_SIMT_FETCH_H
#define SHAPES_SIMT_FETCH_H

#include <cuda_runtime.h>
#include <stdint.h>

#include "../../common/device/bytes.h"
#include "../../common/device/copy_128.h"
#include "../../common/device/index.h"
#include "simt.h"

enum { SIMT_REGISTERS = 4 }; // of 32 bits in a vector

// A or B. lines, k: its sizes in elements.
struct simt_operand {
    const char *data;
    int lines, k, ld;
};

// The form of its tiles: literals. threads: of the block; tile: lines of a tile; bk: words; word,
// element: bytes in memory; twice: shared memory stores each word twice.
struct simt_tile {
    int threads, tile, bk, word, element;
    bool twice, along_k, aligned;
};

// Words from a row of the tile to the next one: a vector more than there are lines, so that the
// words of a line are in different banks.
LAYOUT_INLINE int simt_stored(struct simt_tile t) { return t.twice ? 2 * t.word : t.word; }
LAYOUT_INLINE int simt_pitch(struct simt_tile t) { return t.tile + VECTOR_BYTES / simt_stored(t); }

// The place of vector v of this thread in the tile: its first line and its first word of K.
struct simt_place {
    int line, k;
};

static __device__ __forceinline__ struct simt_place simt_place(struct simt_tile t, int v)
{
    const int words = VECTOR_BYTES / t.word, number = (int)threadIdx.x + v * t.threads;
    const int across = (t.along_k ? t.bk : t.tile) / words; // vectors in a row of the tile
    const struct simt_place along_k = {number / across, number % across * words};
    const struct simt_place along_lines = {number % across * words, number / across};
    return t.along_k ? along_k : along_lines;
}

// `bytes` (4 or 16) from memory, of which the first `inside` elements exist; the rest are 0.
static __device__ __forceinline__ void simt_load(uint32_t *to, const char *from, int bytes,
                                                 int element, int inside, bool aligned)
{
#pragma unroll
    for (int r = 0; r < bytes / 4; r++)
        to[r] = 0;
    if (aligned && inside > 0) {
        if (bytes == VECTOR_BYTES)
            copy_128(to, from);
        else
            *to = *(const uint32_t *)from;
    }
#pragma unroll
    for (int e = 0; e < bytes / element && !aligned; e++) {
        if (e >= inside)
            continue;
        switch (element) {
        case 1: to[e / 4] |= (uint32_t) * (const uint8_t *)(from + e) << e % 4 * 8; break;
        case 2: to[e / 2] |= (uint32_t) * (const uint16_t *)(from + 2 * e) << e % 2 * 16; break;
        case 4: to[e] = *(const uint32_t *)(from + 4 * e); break;
        default: *(uint64_t *)(to + 2 * e) = *(const uint64_t *)(from + 8 * e); break;
        }
    }
}

// Where vector v of the tile that begins at line `line0` is in memory, and the distance to its
// place in the next tile along K. Addresses are kept and incremented: they are 64 bits wide, and
// computing them anew would use the unit that multiplies.
static __device__ __forceinline__ const char *simt_source(const struct simt_operand *o,
                                                          struct simt_tile t, int v, int line0)
{
    const struct simt_place at = simt_place(t, v);
    const int line = line0 + at.line, k = at.k * (t.word / t.element);
    return o->data +
           (t.along_k ? row_major(line, k, o->ld) : row_major(k, line, o->ld)) * t.element;
}

static __device__ __forceinline__ ptrdiff_t simt_stride(const struct simt_operand *o,
                                                        struct simt_tile t)
{
    const int bytes = t.bk * t.word; // of a line
    return t.along_k ? bytes : (ptrdiff_t)bytes * o->ld;
}

// Vector v of the tile that begins at line `line0` and element `k0` of K, from `source`.
static __device__ __forceinline__ void simt_fetch(uint32_t vector[SIMT_REGISTERS],
                                                  const char *source, const struct simt_operand *o,
                                                  struct simt_tile t, int v, int line0, int k0)
{
    const struct simt_place at = simt_place(t, v);
    const int line = line0 + at.line, k = k0 + at.k * (t.word / t.element);
    if (t.along_k) {
        simt_load(vector, source, VECTOR_BYTES, t.element, line < o->lines ? o->k - k : 0,
                  t.aligned);
    } else if (t.word == t.element) {
        simt_load(vector, source, VECTOR_BYTES, t.element, k < o->k ? o->lines - line : 0,
                  t.aligned);
    } else {
#pragma unroll
        for (int r = 0; r < SIMT_REGISTERS; r++)
            simt_load(&vector[r], source + r * (ptrdiff_t)o->ld, 4, t.element,
                      k + r < o->k ? o->lines - line : 0, t.aligned);
    }
}

// The low or the high half of a register, twice.
static __device__ __forceinline__ uint32_t simt_twice(uint32_t pair, bool high)
{
    return __byte_perm(pair, pair, high ? 0x3232 : 0x1010);
}

// Stores vector v in the tile in shared memory.
static __device__ __forceinline__ void simt_put(void *tile, uint32_t vector[SIMT_REGISTERS],
                                                struct simt_tile t, int v)
{
    const struct simt_place at = simt_place(t, v);
    char *const to = (char *)tile + (at.k * simt_pitch(t) + at.line) * simt_stored(t);
    if (!t.along_k && t.twice) {
        __align__(16) uint32_t both[2 * SIMT_REGISTERS];
#pragma unroll
        for (int e = 0; e < 2 * SIMT_REGISTERS; e++)
            both[e] = simt_twice(vector[e / 2], e % 2);
        copy_128(to, both);
        copy_128(to + VECTOR_BYTES, both + SIMT_REGISTERS);
        return;
    }
    if (!t.along_k) {
        if (t.word != t.element)
            transpose_4x4_bytes(vector);
        copy_128(to, vector);
        return;
    }
#pragma unroll
    for (int w = 0; w < VECTOR_BYTES / t.word; w++) {
        char *const word = to + w * simt_pitch(t) * simt_stored(t);
        if (t.twice)
            *(uint32_t *)word = simt_twice(vector[w / 2], w % 2);
        else if (t.word == 2)
            *(uint16_t *)word = (uint16_t)(vector[w / 2] >> w % 2 * 16);
        else if (t.word == 4)
            *(uint32_t *)word = vector[w];
        else
            *(uint2 *)word = make_uint2(vector[2 * w], vector[2 * w + 1]);
    }
}

#endif
