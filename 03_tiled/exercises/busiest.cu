// SPDX-License-Identifier: MIT
// title: The busiest block
// lesson: README.md#quantisation-how-many-tiles-each-block-has
// minutes: 10
// form: answers sgemm
// sizes: 400 400 1
// check: P two_strides == global_store_requests / 8
// check: P one_stride == global_load_requests / 8
// stub: P two_strides, P one_stride
// hint: How many tiles has C, down and to the right? Block (0, 0) begins with tile (0, 0): which
//   comes next, and how many more follow?
// hint: Section "Quantisation: how many tiles each block has": the table counts the turns of the
//   longest block, 32 to the right times 2 down.
// hint: 25 x 25 tiles. Two strides: ceil(25 / 8) to the right times ceil(25 / 6) down. One stride:
//   ceil(625 / 48).
// why: 625 tiles on 48 blocks are 13.02 each. One stride rounds up once: 14. Two strides round up
//   twice, 25 / 8 = 3.1 to 4 and 25 / 6 = 4.2 to 5, and 4 x 5 is 20: the busiest block has 1.5
//   times its share, and all blocks wait for it. That is one of the two reasons for the
//   one-dimensional grid of step 2.
//
// Predict, then check. C is 400 x 400, a tile is 16 x 16. There are 48 blocks, in two arrangements:
//
//   two_strides   a grid of 8 x 6 blocks (8 in x, to the right; 6 in y, down), as in step 1:
//                 for (tile_row = blockIdx.y; ...; += gridDim.y)
//                     for (tile_col = blockIdx.x; ...; += gridDim.x)
//                 How many tiles does the busiest block have?
//   one_stride    a grid of 48 blocks in one dimension, as in step 2: tiles are numbered,
//                 for (number = blockIdx.x; ...; += gridDim.x)
//                 How many tiles does the busiest block have?
//
// Checked: your numbers are those that the emulated GPU counts. The program runs only block 0 of
// each grid (no block has more tiles) and counts its accesses: in the first grid it stores to its
// tiles, in the second it loads them, 8 warps for each tile. Nothing else needs to change.

#include "learn/exercise.h"
#include "common/device/index.h"

//@stub
ANSWER(two_strides, -1); // TODO: your number instead of -1
ANSWER(one_stride, -1);
//@solution
ANSWER(two_strides, 4 * 5); // 25 tiles in steps of 8, 25 in steps of 6
ANSWER(one_stride, 14);     // 625 tiles in steps of 48
//@end

enum { TILE = 16, GRID_X = 8, GRID_Y = 6, BLOCKS = 48 };

// Block (0, 0) of a grid of GRID_X x GRID_Y stores zeros to its tiles.
__global__ void block_of_two_strides(int tile_rows, int tile_cols, float *C, int ldc)
{
    for (int tile_row = 0; tile_row < tile_rows; tile_row += GRID_Y)
        for (int tile_col = 0; tile_col < tile_cols; tile_col += GRID_X) {
            const int row = tile_row * TILE + threadIdx.y;
            const int col = tile_col * TILE + threadIdx.x;
            C[row_major(row, col, ldc)] = 0;
        }
}

// Block 0 of a grid of BLOCKS loads its tiles. What it finds is not NaN, so nothing is stored.
__global__ void block_of_one_stride(int tile_rows, int tile_cols, float *C, int ldc)
{
    for (int number = 0; number < tile_rows * tile_cols; number += BLOCKS) {
        const int row = number / tile_cols * TILE + threadIdx.y;
        const int col = number % tile_cols * TILE + threadIdx.x;
        const float value = C[row_major(row, col, ldc)];
        if (value != value)
            C[row_major(row, col, ldc)] = 0;
    }
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 block(TILE, TILE);
    cudaMemset(C, 0, sizeof(float) * m * ldc);
    block_of_two_strides<<<1, block>>>(m / TILE, n / TILE, C, ldc);
    block_of_one_stride<<<1, block>>>(m / TILE, n / TILE, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant rounded_down_twice
// fails: P two_strides
// because: rounds both strides down: the rest needs a turn, too
//@1
ANSWER(two_strides, 12);
ANSWER(one_stride, 14);
//@end

//@mutant same_for_both
// fails: P one_stride
// because: believes that the same 48 blocks have the same shares in any arrangement
//@1
ANSWER(two_strides, 20);
ANSWER(one_stride, 20);
//@end

//@mutant share_for_most
// fails: P two_strides
// because: the average, rounded up: two strides round up twice
//@1
ANSWER(two_strides, 14);
ANSWER(one_stride, 14);
//@end

//@mutant share_rounded_down
// fails: P one_stride
// because: 13.02 rounded down: the block with the last tile has one more
//@1
ANSWER(two_strides, 20);
ANSWER(one_stride, 13);
//@end

//@mutant strides_added
// fails: P two_strides
// because: adds the turns to the right and down: the loops are nested
//@1
ANSWER(two_strides, 9);
ANSWER(one_stride, 14);
//@end

#endif
