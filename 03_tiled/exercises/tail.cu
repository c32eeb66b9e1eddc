// SPDX-License-Identifier: MIT
// title: One row too many
// lesson: README.md#quantisation-how-many-tiles-each-block-has
// minutes: 10
// form: answers sgemm
// sizes: 257 257 1
// scales: 1 0
// gaps: 0 0 0
// check: P tiles == blocks
// check: P idle_threads == threads - m * n
// check: P turns == ceil(blocks, 160)
// check: P idle_places == ceil(blocks, 160) * 160 - blocks
// stub: P tiles, P idle_threads, P turns, P idle_places
// hint: Tiles are whole. How many pieces of 16 cover 257?
// hint: Section "Quantisation: how many tiles each block has", the paragraph on C of 257 x 257, and
//   the formula under "Waves again": idle = 1 - tiles / (waves x places).
// hint: 17 x 17 tiles of 256 threads each, less 257 x 257 elements. 289 tiles on 160 places are two
//   turns; how many places would two full turns have?
// why: 256 x 256 takes 256 tiles; one row and one column more take 33 more tiles, 13%, for 0.8%
//   more elements. The tiles themselves are quantised (7,935 threads hang over the edge), and so
//   are the waves: 289 tiles fill 160 places once and 129 of them a second time. No other grid
//   changes this; other tiles do, or tiles that are cut along k.
//
// Predict, then check. C is 257 x 257, a tile is 16 x 16, each tile is computed by a block of 16 x
// 16 threads. The GPU is a T4 with 160 places.
//
//   tiles          how many tiles does C have?
//   idle_threads   how many threads are outside of C, over all tiles?
//   turns          how many tiles does the busiest place compute?
//   idle_places    how many places are idle in the last turn?
//
// Checked: your numbers follow from the blocks and threads that the emulated GPU counts. Nothing
// else needs to change.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

//@stub
ANSWER(tiles, -1); // TODO: your number instead of -1
ANSWER(idle_threads, -1);
ANSWER(turns, -1);
ANSWER(idle_places, -1);
//@solution
ANSWER(tiles, 17 * 17);
ANSWER(idle_threads, 17 * 17 * 256 - 257 * 257);
ANSWER(turns, 2); // 289 tiles on 160 places
ANSWER(idle_places, 2 * 160 - 17 * 17);
//@end

enum { TILE = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 block(TILE, TILE);
    const dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant area
// fails: P tiles
// because: divides the area by 256 and rounds up: a tile cannot continue in the next row
//@1
ANSWER(tiles, 259);
ANSWER(idle_threads, 7935);
ANSWER(turns, 2);
ANSWER(idle_places, 31);
//@end

//@mutant busy_for_idle
// fails: P idle_places
// because: counts the places that are busy in the last turn
//@1
ANSWER(tiles, 289);
ANSWER(idle_threads, 7935);
ANSWER(turns, 2);
ANSWER(idle_places, 129);
//@end

//@mutant one_edge
// fails: P idle_threads
// because: counts the tiles at one edge only: 17 tiles with 240 threads outside
//@1
ANSWER(tiles, 289);
ANSWER(idle_threads, 4080);
ANSWER(turns, 2);
ANSWER(idle_places, 31);
//@end

//@mutant rounded_down
// fails: P tiles
// because: 257 / 16 rounded down: the last row and column need tiles, too
//@1
ANSWER(tiles, 256);
ANSWER(idle_threads, 7935);
ANSWER(turns, 2);
ANSWER(idle_places, 31);
//@end

//@mutant share
// fails: P turns
// because: rounds 289 / 160 = 1.8 down: the remaining tiles need a turn, too
//@1
ANSWER(tiles, 289);
ANSWER(idle_threads, 7935);
ANSWER(turns, 1);
ANSWER(idle_places, 31);
//@end

#endif
