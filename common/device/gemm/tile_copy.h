// SPDX-License-Identifier: MIT
//
// tile_copy.h: copies tiles of A and B from global to shared memory, one after the other along K
// (CuTe: a tiled copy; CUTLASS: a tile iterator). For kernels, and the operands' steps for host
// code.
//
// The threads of a block copy a tile together: each thread copies the same vector of every r-th
// row. How they share the tile, its layout, and its place in the matrix are set once,
//
//     struct tile_copy a = {.tile = k_major(), .threads = THREADS, .element = sizeof(f16), ...};
//     copy_begin(&a, operand, row, 0);
//
// and then each call copies one tile. Elements outside of the matrix are zero in the tile.
#ifndef COMMON_GEMM_TILE_COPY_H
#define COMMON_GEMM_TILE_COPY_H

#include "../index.h"
#include "tile_layout.h"

// A matrix as it is stored, and the steps of a thread through it. Elements are bits here: only the
// tensor cores interpret them.
struct gemm_operand {
    const void *data;
    int rows, cols, ld;
    ptrdiff_t row_step;  // elements from one row that a thread copies to its next one in the tile
    ptrdiff_t tile_step; // and from after its last row to its first row in the next tile along K
};

// Tiles of tile_rows x tile_cols, of which all threads copy `at_once` rows at a time. k_major: K
// runs along the rows, and the next tile is to the right; otherwise it is below.
LAYOUT_INLINE struct gemm_operand gemm_operand(const void *data, int rows, int cols, int ld,
                                               int tile_rows, int tile_cols, int at_once,
                                               bool k_major)
{
    return (struct gemm_operand){
        .data = data,
        .rows = rows,
        .cols = cols,
        .ld = ld,
        .row_step = row_major(at_once, 0, ld),
        .tile_step = k_major ? tile_cols - row_major(tile_rows, 0, ld) : 0,
    };
}

// How the elements are copied. The first two ways need rows that are whole 16-byte vectors.
enum copy_by {
    BY_CP_ASYNC,        // a vector at a time, past the registers; the thread must wait for it
    BY_VECTOR,          // a vector at a time, through registers
    BY_ELEMENT,         // an element at a time: neighbouring threads copy neighbours
    BY_VECTOR_ELEMENTS, // each thread copies the elements of its vectors, one by one
};

struct tile_copy {
    // Literals: the tile in shared memory (the rows that all threads copy at once are a multiple
    // of its swizzle's period), the threads of the block, and the bytes of an element.
    struct tile_layout tile;
    int threads, element;
    enum copy_by by;
    bool k_major;
    // Set by copy_begin(): the matrix, and the thread's first copy of the next tile.
    struct gemm_operand of;
    const char *from;
    int row, col;
};

// Elements in one copy of a thread, and the rows that all threads copy at once.
LAYOUT_INLINE int copy_elements(enum copy_by by, int element)
{
    return by == BY_ELEMENT ? 1 : VECTOR_BYTES / element;
}

LAYOUT_INLINE int copy_rows_at_once(int threads, int cols, int elements)
{
    return threads / (cols / elements);
}

#ifdef __CUDACC__

#include "../ptx/ptx.h"

// The first tile begins at (row, col) of the matrix.
static __device__ __forceinline__ void copy_begin(struct tile_copy *c, struct gemm_operand of,
                                                  int row, int col)
{
    const int elements = copy_elements(c->by, c->element);
    const int across = (int)c->tile.rows.shape[1] / elements; // threads that share a row
    c->of = of;
    c->row = row + (int)threadIdx.x / across;
    c->col = col + (int)threadIdx.x % across * elements;
    c->from = (const char *)of.data + row_major(c->row, c->col, of.ld) * c->element;
}

// The same, for a matrix whose steps are not computed yet.
static __device__ __forceinline__ void copy_begin_in(struct tile_copy *c, const void *data,
                                                     int rows, int cols, int ld, int row, int col)
{
    const int tile_rows = (int)c->tile.rows.shape[0], tile_cols = (int)c->tile.rows.shape[1];
    const int at_once = copy_rows_at_once(c->threads, tile_cols, copy_elements(c->by, c->element));
    copy_begin(c, gemm_operand(data, rows, cols, ld, tile_rows, tile_cols, at_once, c->k_major),
               row, col);
}

// One element of `size` bytes (a literal), or zero if it is outside; then it is not read.
static __device__ __forceinline__ void copy_or_zero(void *to, const void *from, int size,
                                                    bool inside)
{
    switch (size) {
    case 1: *(uint8_t *)to = inside ? *(const uint8_t *)from : 0; break;
    case 2: *(uint16_t *)to = inside ? *(const uint16_t *)from : 0; break;
    case 4: *(uint32_t *)to = inside ? *(const uint32_t *)from : 0; break;
    default: *(uint64_t *)to = inside ? *(const uint64_t *)from : 0; break;
    }
}

// The first `inside` of eight 16-bit elements, and zeros.
static __device__ __forceinline__ void copy_eight(void *to, const uint16_t *from, int inside)
{
    uint32_t words[F16_VECTOR / 2];
#pragma unroll
    for (int e = 0; e < F16_VECTOR; e += 2) {
        const uint32_t low = e < inside ? from[e] : 0, high = e + 1 < inside ? from[e + 1] : 0;
        words[e / 2] = low | high << 16;
    }
    *(uint4 *)to = make_uint4(words[0], words[1], words[2], words[3]);
}

static __device__ __forceinline__ uint4 load_vector(const void *from, bool inside)
{
    uint4 vector = make_uint4(0, 0, 0, 0);
    if (inside)
        vector = *(const uint4 *)from;
    return vector;
}

// Copies the next tile. It is complete after the next barrier of all threads; with cp.async each
// thread must wait for its copies before that barrier. After the end of K the tiles are zeros.
static __device__ __forceinline__ void copy_next(void *tile, struct tile_copy *c)
{
    const int rows = (int)c->tile.rows.shape[0], cols = (int)c->tile.rows.shape[1];
    const int elements = copy_elements(c->by, c->element), across = cols / elements;
    const int at_once = c->threads / across, stride = c->tile.rows.stride[0] * c->element;
    const int row = (int)threadIdx.x / across, col = (int)threadIdx.x % across * elements;
    char *const to = (char *)tile + tile_offset(c->tile, row, col) * c->element;
    const char *from = c->from; // a local copy, so that updating it does not wait for the loads
    if (c->by == BY_CP_ASYNC || c->by == BY_VECTOR) {
#pragma unroll
        for (int i = 0; i < rows; i += at_once) {
            const bool inside = c->row + i < c->of.rows && c->col < c->of.cols;
            if (c->by == BY_CP_ASYNC)
                cp_async_cg_16(to + i * stride, from, inside ? VECTOR_BYTES : 0);
            else
                *(uint4 *)(to + i * stride) = load_vector(from, inside);
            from += c->of.row_step * c->element;
        }
    } else if (c->by == BY_ELEMENT) {
#pragma unroll 4 // limits the number of registers
        for (int i = 0; i < rows; i += at_once) {
            const bool inside = c->row + i < c->of.rows && c->col < c->of.cols;
            copy_or_zero((char *)tile + tile_offset(c->tile, row + i, col) * c->element, from,
                         c->element, inside);
            from += c->of.row_step * c->element;
        }
    } else {
#pragma unroll 1 // eight loads at a time, because the sums need the registers
        for (int i = 0; i < rows; i += at_once) {
            copy_eight(to + i * stride, (const uint16_t *)from,
                       c->row + i < c->of.rows ? c->of.cols - c->col : 0);
            from += c->of.row_step * c->element;
        }
    }
    c->from += (c->k_major ? cols : rows / at_once * c->of.row_step) * c->element;
    c->row += c->k_major ? 0 : rows;
    c->col += c->k_major ? cols : 0;
}

#endif
#endif
