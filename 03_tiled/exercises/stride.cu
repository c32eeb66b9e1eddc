// SPDX-License-Identifier: MIT
// title: Any grid covers any matrix
// lesson: README.md#step-1-two-loops
// minutes: 15
// form: sgemm
// sizes: 64 64 64; 37 41 29; 100 57 7; ? ? ?
// check: R
// check: D
// check: C blocks <= 6
// stub: R
// hint: C of 64 x 64 has 4 x 4 tiles, the grid 3 x 2 blocks. Which tiles are computed now? Which
//   block should compute the tile to the right of the last one, and the one below?
// hint: Section "Step 1: two loops". A block begins with its own tile number and continues in steps
//   of gridDim. What must happen to the return?
// hint: for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y) for (int
//   tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) { ... if (row >= m || col
//   >= n) continue; ... }
// why: The grid is placed on C repeatedly, like a stamp. The step is the size of the grid, not 1:
//   with a step of 1 every block would compute all tiles after its own. And a thread that is
//   outside of C in one tile may be inside in another: it skips the tile (continue) and does not
//   leave (return).
//
// The kernel is that of chapter 02: each block computes the one tile of 16 x 16 elements that has
// its number. The grid is 3 x 2 blocks for any C, so only six of the sixteen tiles of a 64 x 64 C
// are computed. Leave the grid unchanged, and let a block compute several tiles, one after the
// other.
//
// Checked: C is right for all sizes, computed by at most 6 blocks, without a race and with no
// thread outside.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { TILE = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    //@stub
    // TODO: this is one tile. A block must continue with more.
    const int tile_row = blockIdx.y;
    const int tile_col = blockIdx.x;
    const int row = tile_row * TILE + threadIdx.y;
    const int col = tile_col * TILE + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    //@solution
    const int tile_rows = ceil_div(m, TILE), tile_cols = ceil_div(n, TILE);
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
            const int row = tile_row * TILE + threadIdx.y;
            const int col = tile_col * TILE + threadIdx.x;
            if (row >= m || col >= n)
                continue;

            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
            store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
        }
    //@end
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 block(TILE, TILE);
    //@stub
    const dim3 grid(3, 2); // do not change this
    //@solution
    const dim3 grid(3, 2); // do not change this
    //@end
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant block_for_each_tile
// fails: C blocks
// because: makes the grid larger instead: a block for each tile, as in chapter 02
//@2
    const dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
//@end

//@mutant return_for_continue
// fails: R
// because: a thread that is outside in one tile leaves, and is missing in the next
//@from
                continue;
//@to
                return;
//@end

//@mutant shared_first_tile
// fails: D
// because: all threads write the block's first tile to one shared word, and no thread waits before it
//   is read
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
//@to
    __shared__ int first_row;
    first_row = blockIdx.y;
    for (int tile_row = first_row; tile_row < tile_rows; tile_row += gridDim.y)
//@end

//@mutant shared_loop_counter
// fails: R, D
// because: keeps the loop's counter in shared memory, because it is the same for all: 256 threads
//   add to one word
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
//@to
    __shared__ int row_of_tiles;
    for (row_of_tiles = blockIdx.y; row_of_tiles < tile_rows; row_of_tiles += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
            const int tile_row = row_of_tiles;
//@end

//@mutant step_of_one
// fails: R, D
// because: goes on by one tile instead of by the grid: several blocks compute and store the same
//   tile
//@from
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
//@to
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col++) {
//@end

//@mutant strides_swapped
// fails: R, D
// because: strides of the wrong direction: down by gridDim.x, to the right by gridDim.y
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
//@to
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.x)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.y) {
//@end

//@mutant to_the_right_only
// fails: R
// because: one loop: the block goes to the right and never down
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
//@to
    const int tile_row = blockIdx.y;
    if (tile_row < tile_rows)
//@end

#endif
