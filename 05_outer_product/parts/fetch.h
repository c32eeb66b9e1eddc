// SPDX-License-Identifier: MIT
//
// fetch.h: a block's copy of a tile from global to shared memory, element by element: what
// 1_k_tiles does with one element a thread, for tiles of any number. For kernels.
#ifndef OUTER_FETCH_H
#define OUTER_FETCH_H

#include "../../common/device/index.h"
#include "../../common/device/predicate.h"

// A or B, in global memory.
struct operand {
    const float *data;
    int rows, cols, ld;
};

// The tile of M whose first element is (row0, col0), rows x cols, by threads 0 to threads - 1:
// neighbours take neighbours of a row. Elements outside M are 0. Sizes are literals; rows x cols is
// a multiple of threads.
static __device__ __forceinline__ void fetch_tile(float *tile, int rows, int cols, int threads,
                                                  const struct operand *M, int row0, int col0)
{
#pragma unroll
    for (int i = 0; i < rows * cols / threads; i++) {
        const int e = threadIdx.x + i * threads;
        const int row = e / cols, col = e % cols; // in the tile
        tile[row * cols + col] = load_or_zero(&M->data[row_major(row0 + row, col0 + col, M->ld)],
                                              row0 + row < M->rows && col0 + col < M->cols);
    }
}

#endif
