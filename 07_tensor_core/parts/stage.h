// SPDX-License-Identifier: MIT
//
// stage.h: tiles on their way from global to shared memory. For kernels.
#ifndef TENSOR_CORE_STAGE_H
#define TENSOR_CORE_STAGE_H

#include "fragment.h"
#include "tile_layout.h"

// Rounds of copies that the compiler writes out. Of elements, which pass through registers, more
// would take more registers than the steps have.
enum { STAGE_UNROLL = 4 };

// One element of `size` bytes (a literal), or zero where it is outside: then it is not read.
static __device__ __forceinline__ void copy_or_zero(void *to, const void *from, unsigned size,
                                                    bool inside)
{
    switch (size) {
    case 1: *(uint8_t *)to = inside ? *(const uint8_t *)from : 0; break;
    case 2: *(uint16_t *)to = inside ? *(const uint16_t *)from : 0; break;
    case 4: *(uint32_t *)to = inside ? *(const uint32_t *)from : 0; break;
    default: *(uint64_t *)to = inside ? *(const uint64_t *)from : 0; break;
    }
}

// Starts the copies of a tile, by all `threads` threads of the block: of the m x n matrix M, whose
// elements have `size` bytes, those from (row0, col0) on, as many as the layout has; zeros where M
// ends. The copies have landed after cp_async_wait_all() and a barrier.
//
// aligned (a literal): all rows of M can be taken in pieces of 16 bytes alone. Then cp.async takes
// them past the registers; else the elements are copied one by one.
static __device__ __forceinline__ void stage_elements(void *tile, struct tile_layout layout,
                                                      unsigned threads, const void *M,
                                                      unsigned size, int row0, int col0, int m,
                                                      int n, int ld, bool aligned)
{
    const unsigned rows = layout.rows.shape[0], cols = layout.rows.shape[1];
    const unsigned width = aligned ? 16 / size : 1; // elements in one copy
#pragma unroll STAGE_UNROLL
    for (unsigned i = 0; i < rows * cols; i += threads * width) {
        const unsigned element = i + threadIdx.x * width;
        const int row = element / cols, col = element % cols;
        const bool inside = row0 + row < m && col0 + col < n;
        const char *from = (const char *)M + row_major(row0 + row, col0 + col, ld) * (int)size;
        char *to = (char *)tile + tile_offset(layout, row, col) * (int)size;
        if (aligned)
            cp_async_cg_16(to, from, inside ? 16 : 0);
        else
            copy_or_zero(to, from, size, inside);
    }
}

// The same for a matrix of f16.
static __device__ __forceinline__ void stage_tile(f16 *tile, struct tile_layout layout,
                                                  unsigned threads, const f16 *M, int row0,
                                                  int col0, int m, int n, int ld, bool aligned)
{
    stage_elements(tile, layout, threads, M, sizeof(f16), row0, col0, m, n, ld, aligned);
}

#endif
