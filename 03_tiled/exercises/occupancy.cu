// SPDX-License-Identifier: MIT
// title: Ask the GPU
// lesson: README.md#step-2-query-the-gpu
// minutes: 15
// form: sgemm
// gpu: t4
// sizes: 208 208 8; 37 41 29; 400 17 5; ? ? ?
// check: R
// check: C blocks == min(ceil(m, 16) * ceil(n, 16), 160)
// stub: C blocks
// hint: How many places has a T4, and how can a program find out on which GPU it runs?
//   What must the kernel do if there are fewer blocks than tiles?
// hint: Section "Step 2: query the GPU": SMs times blocks per SM, but not more than tiles.
//   show/places.cu does this. The counter is blocks.
// hint: cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
//   cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sgemm, TILE * TILE, 0); places = sms *
//   blocks; and in the kernel for (number = blockIdx.x; number < tiles; number += gridDim.x)
// why: 40 SMs x 4 blocks = 160 on a T4, 132 x 8 = 1056 on an H200. The second factor depends on the
//   kernel, too: on its threads, its registers and its shared memory, so the runtime must look at
//   the compiled kernel. With fewer blocks than tiles the kernel needs the loop; with more blocks
//   than tiles, the extra blocks would do nothing.
//
// This kernel computes tile number blockIdx.x, and is launched with a block for each tile. Make it
// a persistent grid: as many blocks as this GPU runs at a time, each computing several tiles, one
// after the other; or one block for each tile if there are fewer tiles.
//
// The GPU is a T4, but do not write its numbers into the code: query the runtime. Checked: C is
// right, and the number of blocks is min(tiles, places). The verdict shows it next to yours.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { TILE = 16 };

// Computes tile `number` of C, counted row by row.
static __device__ void one_tile(int number, int tile_cols, int m, int n, int k, float alpha,
                                const float *A, int lda, const float *B, int ldb, float beta,
                                float *C, int ldc)
{
    const int row = number / tile_cols * TILE + threadIdx.y;
    const int col = number % tile_cols * TILE + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int tile_cols = ceil_div(n, TILE), tiles = ceil_div(m, TILE) * tile_cols;
    //@stub
    const int number = blockIdx.x; // TODO: and the tiles that come after this one?
    if (number < tiles)
        one_tile(number, tile_cols, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    //@solution
    for (int number = blockIdx.x; number < tiles; number += gridDim.x)
        one_tile(number, tile_cols, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    //@end
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const int tiles = ceil_div(m, TILE) * ceil_div(n, TILE);
    //@stub
    const int blocks = tiles; // TODO: no more than this GPU runs at a time
    //@solution
    int sms = 0, blocks_of_an_sm = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_an_sm, sgemm, TILE * TILE, 0);
    const int blocks = smaller(tiles, sms * blocks_of_an_sm);
    //@end
    const dim3 block(TILE, TILE);
    sgemm<<<blocks, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant another_gpu
// fails: C blocks
// because: the places of an H200, written down: this GPU is another one
//@2
    const int blocks = smaller(tiles, 1056);
//@end

//@mutant more_than_tiles
// fails: C blocks
// because: always a whole wave, even if there are fewer tiles
//@2
    int sms = 0, blocks_of_an_sm = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_an_sm, sgemm, TILE * TILE, 0);
    const int blocks = sms * blocks_of_an_sm;
//@end

//@mutant no_loop
// fails: R
// because: asks for the places, and leaves the kernel with one tile for each block: tiles beyond
//   the first wave are not computed
//@1
    const int number = blockIdx.x;
    if (number < tiles)
        one_tile(number, tile_cols, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant of_other_blocks
// fails: C blocks
// because: asks for blocks of 16 threads, and launches blocks of 16 x 16
//@2
    int sms = 0, blocks_of_an_sm = 0;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_an_sm, sgemm, TILE, 0);
    const int blocks = smaller(tiles, sms * blocks_of_an_sm);
//@end

//@mutant one_sm
// fails: C blocks
// because: takes the answer for one SM for that of the GPU
//@2
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sgemm, TILE * TILE, 0);
    blocks = smaller(tiles, blocks);
//@end

//@mutant sms_only
// fails: C blocks
// because: one block for each SM: an SM has room for more than one
//@2
    int blocks = 0;
    cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, 0);
    blocks = smaller(tiles, blocks);
//@end

#endif
