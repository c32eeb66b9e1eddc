// SPDX-License-Identifier: MIT
//
// 3_row_sum: the first program on tiles: a block adds up a row.
//
// What is new: the kernel has no threadIdx. A block has a row. It loads the row tile by tile into
// registers, adds the tiles element by element, and sums the last one. If the row ends within a
// tile, the rest of the tile is zeros, so any length works.
//
// A tile of 2048 floats is two float4s for each of 256 threads: tile_load makes two loads of 128
// bits of it if the rows begin at multiples of 16 bytes.
//
// Expect: each element read once, and the memory's speed for long rows. Short rows leave threads
// idle, and blocks start and end all the time.
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "../common/device/tile/tile.h"
#include "tiles.h"

enum { ROW_TILE = 2048, THREADS = ROW_SUM_THREADS };

#define TILE row_tile
#define TILE_ELEMENT float
#define TILE_SHAPE ROW_TILE
#define TILE_THREADS THREADS
#include "../common/device/tile/define_tile.h"

#define TILE one_tile
#define TILE_ELEMENT float
#define TILE_SHAPE 1
#define TILE_THREADS THREADS
#include "../common/device/tile/define_tile.h"

__global__ void __launch_bounds__(THREADS) row_sum(int m, int n, const float *A, int lda, float *b)
{
    const int i = blockIdx.x;
    struct row_tile sum = row_tile_zeros();
    for (int tile = 0; tile < ceil_div(n, ROW_TILE); tile++) {
        struct row_tile t =
            row_tile_load(&A[row_major(i, 0, lda)], vector_view(n), at_1(tile * ROW_TILE));
        sum = row_tile_add(sum, t);
    }
    const float s = row_tile_sum(sum);
    one_tile_store(b, vector_view(m), at_1(i), one_tile_full(s));
}

void tiles_row_sum(int m, int n, const void *A, int lda, void *b)
{
    if (m == 0)
        return;
    row_sum<<<m, THREADS>>>(m, n, (const float *)A, lda, (float *)b);
    CUDA_CHECK_LAUNCH();
}
