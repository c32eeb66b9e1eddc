// SPDX-License-Identifier: MIT
//
// one_warp.h: what the kernels of this chapter's exercises share: a block is one warp. For kernels
// and their launchers.
//
// Tiles go to shared memory element by element: slow, but correct for any size, ld and alignment.
#ifndef TENSOR_CORE_ONE_WARP_H
#define TENSOR_CORE_ONE_WARP_H

#include "../../common/device/cuda_check.h"
#include "fragment.h"

// Copies rows x cols elements at (row0, col0) of a matrix of m x n to a tile with rows of tile_ld
// elements. Elements outside of the matrix become zero.
static __device__ __forceinline__ void copy_tile(f16 *tile, int tile_ld, int rows, int cols,
                                                 const f16 *from, int ld, int row0, int col0, int m,
                                                 int n)
{
    for (int i = threadIdx.x; i < rows * cols; i += 32) {
        const int row = i / cols, col = i % cols;
        const bool inside = row0 + row < m && col0 + col < n;
        tile[row * tile_ld + col] = inside ? from[row_major(row0 + row, col0 + col, ld)] : 0;
    }
}

// A block of one warp for each bm x bn elements of C.
static inline dim3 grid_of_warps(const struct tc_gemm *g, int bm, int bn)
{
    return dim3(ceil_div(g->n, bn), ceil_div(g->m, bm));
}

#endif
