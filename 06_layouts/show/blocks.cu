// SPDX-License-Identifier: MIT
//
// The kernels that --blocks compares: the tile text's two, with blocks of every size, and the one
// of 5_reduce_tile with fewer elements a thread and other blocks.
#include "blocks.h"

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../../common/device/tile/grid.h"
#include "../tiles.h"

// ---- The text's ----------------------------------------------------------------------------------

static __global__ void reduce_array_simt(int rows, int cols, const double *a, double *result)
{
    const struct tile_grid grid = grid_2(rows, cols);
    if (grid_thread() >= grid_size(grid))
        return;
    const struct tile_at tid = grid_place(grid, grid_thread()); // i, j = wp.tid()
    const int i = tid.at[2], j = tid.at[3];
    const double local_val = a[row_major(i, j, cols)] * a[row_major(i, j, cols)];
    atomicAdd(&result[0], local_val);
}

#define TEXT_REDUCE text_tile_64
#define TEXT_BLOCK 64
#include "text_reduce_body.h"

#define TEXT_REDUCE text_tile_128
#define TEXT_BLOCK 128
#include "text_reduce_body.h"

#define TEXT_REDUCE text_tile_256
#define TEXT_BLOCK 256
#include "text_reduce_body.h"

#define TEXT_REDUCE text_tile_512
#define TEXT_BLOCK 512
#include "text_reduce_body.h"

#define TEXT_REDUCE text_tile_1024
#define TEXT_BLOCK 1024
#include "text_reduce_body.h"

// ---- More elements a thread ----------------------------------------------------------------------

#define REDUCE reduce_128x4
#define REDUCE_BLOCK 128
#define REDUCE_EACH 4
#include "../parts/reduce_body.h"

#define REDUCE reduce_256x4
#define REDUCE_BLOCK 256
#define REDUCE_EACH 4
#include "../parts/reduce_body.h"

#define REDUCE reduce_128x16
#define REDUCE_BLOCK 128
#define REDUCE_EACH 16
#include "../parts/reduce_body.h"

#define REDUCE reduce_256x16
#define REDUCE_BLOCK 256
#define REDUCE_EACH 16
#include "../parts/reduce_body.h"

#define REDUCE reduce_512x16
#define REDUCE_BLOCK 512
#define REDUCE_EACH 16
#include "../parts/reduce_body.h"

// ---- All of them ---------------------------------------------------------------------------------

const struct block_kernel block_kernels[] = {
    {"4_reduce_simt", REDUCE_THREADS, 1, 1},
    {"reduce_array_simt", 64, 1, 1},
    {"reduce_array_simt", 128, 1, 1},
    {"reduce_array_simt", 256, 1, 1},
    {"reduce_array_simt", 512, 1, 1},
    {"reduce_array_simt", 1024, 1, 1},
    {"reduce_array_tile", 64, 1, 0},
    {"reduce_array_tile", 128, 1, 0},
    {"reduce_array_tile", 256, 1, 0},
    {"reduce_array_tile", 512, 1, 0},
    {"reduce_array_tile", 1024, 1, 0},
    {"tiles", 128, 4, 0},
    {"tiles", 256, 4, 0},
    {"tiles", 128, 16, 0},
    {"tiles", 256, 16, 0},
    {"tiles", 512, 16, 0},
};
const int block_kernel_count = sizeof block_kernels / sizeof *block_kernels;

typedef void text_kernel(int rows, int cols, const double *a, double *result);
typedef void tiles_kernel(int m, int n, const double *A, int lda, double *result);
enum { TEXT = 6, TILES = 11 }; // rows of the table where each kind begins
static text_kernel *const text_kernels[] = {text_tile_64, text_tile_128, text_tile_256,
                                            text_tile_512, text_tile_1024};
static tiles_kernel *const tiles_kernels[] = {reduce_128x4, reduce_256x4, reduce_128x16,
                                              reduce_256x16, reduce_512x16};

int block_count(int kernel, int elements)
{
    return ceil_div(elements, block_kernels[kernel].threads * block_kernels[kernel].values);
}

void block_reduce(int kernel, int rows, int cols, const double *A, double *result)
{
    const int elements = rows * cols, threads = block_kernels[kernel].threads;
    const int blocks = block_count(kernel, elements);
    if (kernel == 0) {
        tiles_reduce_simt(rows, cols, A, cols, result);
        return;
    }
    CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof *result));
    if (kernel < TEXT)
        reduce_array_simt<<<blocks, threads>>>(rows, cols, A, result);
    else if (kernel < TILES)
        text_kernels[kernel - TEXT]<<<blocks, threads>>>(rows, cols, A, result);
    else // one long row
        tiles_kernels[kernel - TILES]<<<blocks, threads>>>(1, elements, A, elements, result);
    CUDA_CHECK_LAUNCH();
}
