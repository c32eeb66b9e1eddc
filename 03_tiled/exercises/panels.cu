// SPDX-License-Identifier: MIT
// title: What a wave needs
// lesson: README.md#an-order-for-l2
// minutes: 20
// form: sgemm
// sizes: 256 256 16; 112 256 9; 37 41 16; ? ? 16
// check: R
// check: C shared_store_requests <= 8 * (8 + ceil(16, min(4, ceil(m, 16)))) * ceil(ceil(m, 16) *
//   ceil(n, 16), 16)
// stub: C shared_store_requests
// hint: 16 neighbouring tiles in a row need one tile row of A and 16 tile columns of B, 17
//   together. Which shape of 16 tiles needs fewest?
// hint: Section "An order for L2", and the small table of numbers at the top of parts/order.h. Each
//   tile row or column that a wave fetches is counted: 8 requests.
// hint: first = number / (4 * tile_cols) * 4; height = smaller(4, tile_rows - first); in_panel =
//   number - first * tile_cols; row = first + in_panel % height; col = in_panel / height;
// why: A square of 4 x 4 tiles needs 4 + 4 tile rows and columns, a row of 16 needs 1 + 16. What a
//   wave of blocks must fetch from DRAM depends only on the order of the tiles, and on a GPU only
//   L2 sees it: no counter of loads does. So shared memory plays the part of L2 here. The last
//   panel is lower if tile_rows is not a multiple of 4, and then its columns are shorter, too.
//
// A wave of blocks computes neighbouring numbers at the same time, and L2 lets its blocks share the
// rows of A and the columns of B that they need. The emulated GPU has no L2. So here one block
// plays a whole wave of 16 tiles, and shared memory plays L2: each tile row of A and each tile
// column of B is copied there once in a wave, when a tile needs it for the first time. A has at
// most 256 rows, B at most 256 columns, and k is at most 16.
//
// where_is() maps a number to a tile: now row by row, so that a wave of 16 tiles in a row fetches 1
// tile row of A and 16 tile columns of B. Number the tiles in panels of 4 tile rows instead: down
// each column of the panel, then the next column, then the next panel.
//
// Checked: C is right (each tile has one number), and a wave fetches at most 12 tile rows and
// columns if C is at least 4 tiles high. Each costs 8 requests to store it in shared memory: these
// are counted.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { TILE = 16, PANEL = 4, WAVE = 16, MOST_TILES = 16, DEPTH = 16 };

struct tile {
    int row, col; // counted in tiles
};

// The place of tile `number`: 0 <= number < tile_rows * tile_cols.
static __device__ struct tile where_is(int number, int tile_rows, int tile_cols)
{
    struct tile tile;
    //@stub
    // TODO: in panels of PANEL tile rows; the last panel may be lower
    tile.row = number / tile_cols;
    tile.col = number % tile_cols;
    //@solution
    const int first = number / (PANEL * tile_cols) * PANEL; // row of this panel
    const int height = smaller(PANEL, tile_rows - first);
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel % height;
    tile.col = in_panel / height;
    //@end
    return tile;
}

// Block w computes tiles w * WAVE to w * WAVE + WAVE - 1.
__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[MOST_TILES][TILE][DEPTH], Bs[MOST_TILES][DEPTH][TILE];
    const int tile_rows = ceil_div(m, TILE), tile_cols = ceil_div(n, TILE);
    const int x = threadIdx.x, y = threadIdx.y;
    unsigned a_there = 0, b_there = 0; // bit i: tile row i of A, tile column i of B

    const int first = blockIdx.x * WAVE;
    for (int number = first; number < smaller(first + WAVE, tile_rows * tile_cols); number++) {
        const struct tile tile = where_is(number, tile_rows, tile_cols);
        const int row = tile.row * TILE + y, col = tile.col * TILE + x;
        if (!(a_there >> tile.row & 1))
            As[tile.row][y][x] = load_or_zero(&A[row_major(row, x, lda)], row < m && x < k);
        if (!(b_there >> tile.col & 1))
            Bs[tile.col][y][x] = load_or_zero(&B[row_major(y, col, ldb)], y < k && col < n);
        a_there |= 1u << tile.row, b_there |= 1u << tile.col;
        __syncthreads();

        float acc = 0;
        for (int p = 0; p < k; p++)
            acc += As[tile.row][y][p] * Bs[tile.col][p][x];
        if (row < m && col < n)
            store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    }
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 block(TILE, TILE);
    const int tiles = ceil_div(m, TILE) * ceil_div(n, TILE);
    sgemm<<<ceil_div(tiles, WAVE), block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant column_by_column
// fails: C shared_store_requests
// because: down whole columns: now a wave needs 16 tile rows of A for one tile column of B
//@1
    tile.row = number % tile_rows;
    tile.col = number / tile_rows;
//@end

//@mutant last_as_high
// fails: R
// because: assumes that the last panel is as high as the rest: tiles below C are computed, and tiles
//   never
//@1
    const int first = number / (PANEL * tile_cols) * PANEL;
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel % PANEL;
    tile.col = in_panel / PANEL;
//@end

//@mutant right_in_panel
// fails: C shared_store_requests
// because: in panels, but to the right first: a wave is a row of 16 tiles as before
//@1
    const int first = number / (PANEL * tile_cols) * PANEL;
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel / tile_cols;
    tile.col = in_panel % tile_cols;
//@end

//@mutant too_high
// fails: C shared_store_requests
// because: panels as high as a wave has tiles: a wave is one column
//@1
    const int first = number / (WAVE * tile_cols) * WAVE;
    const int height = smaller(WAVE, tile_rows - first);
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel % height;
    tile.col = in_panel / height;
//@end

#endif
